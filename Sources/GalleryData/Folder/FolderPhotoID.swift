import Foundation
import GalleryDomain

/// A relative path as a text that says it exactly.
///
/// A name is bytes; an id is clean text and has to lead back to the file, even if the name isn't UTF-8 or contains
/// invisible characters. So a backslash becomes `\\`, and in a name that is not clean each byte that is not printable
/// ASCII becomes `\xHH`. So do blanks that a clean text has not, at the ends of a name and after another blank, and a `#` at
/// the beginning, which makes a line of a collection a comment. Most ids are simply the path.
///
/// Two names may spell the same text, with accents as parts of letters and as characters of their own (macOS writes the
/// latter): they are files of their own, but `String` says that they are equal. So a name is clean only if it is in
/// normalization form C ([UAX #15](https://unicode.org/reports/tr15/)), of which there is one for each text.
package enum FolderPhotoID {
  private static let blank = UInt8(ascii: " ")
  private static let comment = UInt8(ascii: "#")
  private static let backslash = UInt8(ascii: "\\")
  private static let unbounded = TextLimit(characters: 10_000)

  package static func id(ofPath path: [UInt8]) -> Photo.ID {
    if isPlain(path) { return String(decoding: path, as: UTF8.self) }
    return path.split(separator: FilePath.separator, omittingEmptySubsequences: false)
      .enumerated().map { text(ofName: $1, isFirst: $0 == 0) }
      .joined(separator: "/")
  }

  /// Whether a path is its own id, for most paths.
  private static func isPlain(_ path: [UInt8]) -> Bool {
    guard path.first != comment else { return false }
    var former = FilePath.separator
    for byte in path {
      guard (0x20...0x7E).contains(byte), byte != backslash,
        byte != blank || former != blank && former != FilePath.separator,
        byte != FilePath.separator || former != blank
      else { return false }
      former = byte
    }
    return former != blank
  }

  package static func path(ofID id: Photo.ID) -> [UInt8] { path(of: Array(id.utf8)) }

  /// The same for a text of bytes.
  static func path(of bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(backslash) else { return bytes }
    var path: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let rest = bytes[(index + 1)...]
      if bytes[index] == backslash, rest.first == backslash {
        path.append(backslash)
        index += 2
      } else if bytes[index] == backslash, rest.first == UInt8(ascii: "x"), rest.count >= 3,
        let byte = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
      {
        path.append(byte)
        index += 4
      } else {
        path.append(bytes[index])
        index += 1
      }
    }
    return path
  }

  private static func text(ofName name: ArraySlice<UInt8>, isFirst: Bool) -> String {
    let decoded = String(decoding: name, as: UTF8.self)
    let isComment = isFirst && name.first == comment
    let isClean =
      !isComment && decoded.utf8.elementsEqual(name)
      && TextCleaner.line(decoded, limit: unbounded).utf8.elementsEqual(name)
      && isComposed(decoded)
    if isClean {
      let doubled = name.flatMap { $0 == backslash ? [backslash, backslash] : [$0] }
      return String(decoding: doubled, as: UTF8.self)
    }
    var text = ""
    for (index, byte) in zip(name.indices, name) {
      let isEnd = index == name.startIndex || index == name.endIndex - 1
      if byte == backslash {
        text += "\\\\"
      } else if byte == comment, isComment, index == name.startIndex {
        text += "\\x23"
      } else if byte == blank, isEnd || name[index - 1] == blank {
        text += "\\x20"
      } else if (0x20...0x7E).contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
      }
    }
    return text
  }

  /// Whether a text is in normalization form C.
  private static func isComposed(_ text: String) -> Bool {
    // Nothing below U+0300 is ever composed or replaced.
    text.unicodeScalars.allSatisfy { $0.value < 0x300 }
      || text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
  }
}
