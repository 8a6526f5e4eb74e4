/// What ending the file of a picture has, by its first bytes.
enum PictureSignature {
  /// - Parameter bytes: At least 12 of them, where there are so many.
  /// - Returns: Nil for none of the formats that are taken from the network.
  static func ending(of bytes: [UInt8]) -> String? {
    func has(_ text: String, at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: text.utf8)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return ".jpg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return ".png" }
    if has("GIF8") { return ".gif" }
    if has("RIFF"), has("WEBP", at: 8) { return ".webp" }
    if has("ftypavif", at: 4) || has("ftypavis", at: 4) { return ".avif" }
    return nil
  }
}
