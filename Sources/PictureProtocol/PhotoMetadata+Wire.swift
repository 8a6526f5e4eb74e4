@_exported import PhotoFacts

// In messages metadata is one value in bytes, whose fields and limits are listed in `PhotoMetadata`.
extension WireWriter {
  mutating func put(_ metadata: PhotoMetadata) { put(bytes: metadata.bytes) }
}

extension WireReader {
  mutating func photoMetadata() throws(PictureProtocolError) -> PhotoMetadata {
    let bytes = try data()
    do throws(DamagedBytes) {
      return try PhotoMetadata(bytes: bytes)
    } catch {
      throw bad("metadata")
    }
  }
}
