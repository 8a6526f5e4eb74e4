/// Which names are taken for pictures; what is in the file is seen when it is shown.
enum PictureExtension {
  private static let known: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "avif", "heic", "heif", "hif", "tif",
    "tiff", "svg", "svgz",
  ]
  private static let longest = 4

  /// - Parameter name: A file's name without its folder.
  static func isPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    // From the end: no name is decoded for its extension.
    var letters: [UInt8] = []
    for byte in name.reversed().prefix(longest + 1) {
      if byte == UInt8(ascii: ".") {
        return letters.count < name.count - 1
          && known.contains(String(decoding: letters.reversed(), as: UTF8.self))
      }
      letters.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    return false
  }
}
