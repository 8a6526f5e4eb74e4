/// The chunks of a WebP (RFC 9649, section 2.3).
enum WebPChunks {
  /// Whether every chunk ends within the file.
  ///
  /// exiv2 0.27 takes memory on the word of a chunk's length; four gigabytes end the process.
  static func areWhole(in file: ByteView) -> Bool {
    var offset = 12
    while file.count - offset >= 8 {
      guard let length = file.uint32(offset + 4, bigEndian: false),
        length <= file.count - offset - 8
      else { return false }
      offset += 8 + length + length % 2
    }
    return true
  }
}
