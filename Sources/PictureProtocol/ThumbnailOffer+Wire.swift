extension WireWriter {
  mutating func put(_ offer: ThumbnailOffer) {
    put(offer.uri)
    put(UInt64(bitPattern: offer.modificationSeconds))
    put(UInt64(bitPattern: offer.byteCount))
    put(offer.hasCachedFile)
    put(optional: offer.wanted) { $0.put($1.rawValue) }
  }

  mutating func put(_ answer: ThumbnailAnswer) {
    put(answer.id)
    put(optional: answer.size) { $0.put($1.rawValue) }
    put(bytes: answer.png)
  }
}

extension WireReader {
  mutating func thumbnailOffer() throws(PictureProtocolError) -> ThumbnailOffer {
    ThumbnailOffer(
      uri: try text("uri"), modificationSeconds: Int64(bitPattern: try uint64()),
      byteCount: Int64(bitPattern: try uint64()), hasCachedFile: try bool("hasCachedFile"),
      wanted: try thumbnailSize())
  }

  mutating func thumbnailAnswer() throws(PictureProtocolError) -> ThumbnailAnswer {
    let answer = ThumbnailAnswer(id: try uint32(), size: try thumbnailSize(), png: try data())
    guard answer.png.count <= PictureProtocolLimits.thumbnailBytes else { throw bad("png") }
    return answer
  }

  private mutating func thumbnailSize() throws(PictureProtocolError) -> ThumbnailSize? {
    try bool("size") ? try choice("size") : nil
  }
}
