import PictureProtocol

@testable import GalleryData
@testable import PictureFormats

/// Any bytes are the beginning of a picture's file, whatever its length: the ranges that a worker requests next are
/// within it and within the limits, and a thumbnail that is cut out of it is a file. As a whole file they have a
/// header, a size and previews, or none.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPicture(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for byteCount in [count, 1 << 20, .max] {
    var parts = PictureParts(beginning: bytes, byteCount: byteCount)
    for _ in 0..<3 {
      let wanted = parts.read { reader in
        let walk = StructureWalk(reader)
        for thumbnail in walk.thumbnails.prefix(4) {
          precondition(thumbnail.file(in: reader)?.isEmpty != true)
        }
        let cut = PictureStructure(of: reader, for: .thumbnail)
        precondition(cut.thumbnail.count <= PictureProtocolLimits.cutThumbnailBytes)
        for range in walk.wanted + cut.wanted {
          precondition(range.lowerBound >= 0 && range.upperBound <= parts.byteCount)
        }
        return walk.wanted + cut.wanted
      }
      let requests = parts.requests(for: wanted)
      precondition(requests.count <= PictureParts.requestLimit)
      precondition(requests.reduce(0) { $0 + $1.count } <= PictureParts.requestByteLimit)
      for range in requests {
        // The same bytes are there, too, so that references to them are followed.
        parts.add(Array(bytes.prefix(min(range.count, bytes.count))), at: range.lowerBound)
      }
    }
    precondition(PictureParts(encoded: parts.encoded) == parts)
  }
  _ = PictureParts(encoded: bytes)
  bytes.withUnsafeBytes { readWhole(ByteView(bytes: $0)) }
  return 0
}

private func readWhole(_ file: ByteView) {
  let kind = FormatSniffer.kind(of: file)
  if let header = try? PictureHeader(of: file) {
    precondition(kind == .picture(header.format))
    _ = header.canBeWhole(in: file)
    if let jpeg = header.jpeg {
      _ = jpeg.scanCount(in: file, limit: 100)
      _ = jpeg.firstScan(of: file)
    }
  }
  _ = OldJPEG(in: file)?.orientation
  _ = WebPChunks.exif(in: file)
  _ = WebPChunks.areWhole(in: file)
  let boxes = CanonBoxes(of: file)
  precondition(boxes.previews.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= file.count })
  _ = boxes.exif
}

extension PictureParts {
  /// Lends what a worker reads of them.
  fileprivate func read<Value>(_ body: (PartReader) -> Value) -> Value {
    parts.flatMap(\.bytes).withUnsafeBytes { buffer in
      let view = ByteView(bytes: buffer)
      var place = 0
      let pieces = parts.map { part in
        defer { place += part.bytes.count }
        return (part.offset, view.part(from: place, count: part.bytes.count))
      }
      return body(PartReader(pieces, byteCount: byteCount))
    }
  }
}
