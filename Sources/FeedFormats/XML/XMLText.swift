import GalleryDomain

/// The references of a text: `&amp;`, `&#233;`, `&#xE9;`, and HTML's names, which feeds use though XML knows five.
enum XMLText {
  /// Each reference becomes one character and is not read again. What is none stays as it is.
  ///
  /// - Complexity: O(*bytes*).
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "&") else {
        output.append(byte)
        continue
      }
      let body = bytes[index...].prefix(HTMLReference.longestName + 1)
      if let end = body.firstIndex(of: UInt8(ascii: ";")),
        let text = HTMLReference.text(of: bytes[index..<end])
      {
        output.append(contentsOf: text.utf8)
        index = end + 1
      } else {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
