extension PNGText {
  /// The `tEXt` chunks; nil where one is packed (`zTXt`, `iTXt`) and a library has to read them.
  ///
  /// Those after the pixels too, where ImageMagick puts them.
  static func texts(of png: ByteView) -> [String: String]? {
    var texts: [String: String] = [:]
    var offset = 8
    // Each has 12 bytes at least, so this ends.
    while let count = png.uint32(offset, bigEndian: true) {
      if png.starts(with: "zTXt", at: offset + 4) || png.starts(with: "iTXt", at: offset + 4) {
        return nil
      }
      if png.starts(with: "tEXt", at: offset + 4) {
        let content = png.part(from: offset + 8, count: count)
        if let zero = content.bytes.firstIndex(of: 0) {
          let keyword = String(decoding: content.bytes[..<zero], as: UTF8.self)
          texts[keyword] = String(decoding: content.bytes[(zero + 1)...], as: UTF8.self)
        }
      }
      offset += 12 + count
    }
    return texts
  }
}
