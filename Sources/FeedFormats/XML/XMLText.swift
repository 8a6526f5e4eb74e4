import GalleryDomain

/// Character references in a text: `&amp;`, `&#233;`, `&#xE9;`, and HTML's names, which feeds use although XML has only
/// five.
package enum XMLText {
  /// Each reference becomes one character, which is not decoded again. Anything that isn't a reference stays as it is.
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

  /// For texts and attributes. Characters that XML 1.0 cannot contain are dropped (2.2, *Char*), and line breaks become
  /// blanks.
  package static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "\t", "\n", "\r": output += " "
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
