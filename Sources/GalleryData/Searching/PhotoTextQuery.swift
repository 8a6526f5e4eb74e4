import Foundation
import GalleryDomain

/// A search over what is told of a photo, where its source has none of its own: all words have to be there,
/// the last one may be the beginning of a word; case and accents do not count.
struct PhotoTextQuery: Hashable, Sendable {
  private let words: [String]
  /// May be the beginning of a word; nil where there is no word at all.
  private let last: String?

  init(_ text: String) {
    var words = Self.words(of: text)
    last = words.popLast()
    self.words = words
  }

  /// Whether a photo's title, description, author, camera and tags hold it. A text without a word is in
  /// none.
  func matches(_ photo: Photo) -> Bool {
    guard let last else { return false }
    let texts = [photo.name, photo.description, photo.author, photo.camera].compactMap { $0 }
    let held = (texts + photo.tags).flatMap(Self.words)
    return held.contains { $0.hasPrefix(last) } && words.allSatisfy(held.contains)
  }

  /// Letters and digits that stand together, in lower case and without marks.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    let plain = isASCII(text) ? text : text.decomposedStringWithCanonicalMapping
    for scalar in plain.lowercased().unicodeScalars {
      let properties = scalar.properties
      if properties.isAlphabetic || properties.numericType != nil {
        word.append(scalar)
      } else if properties.generalCategory != .nonspacingMark, !word.isEmpty {
        words.append(String(word))
        word = String.UnicodeScalarView()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  private static func isASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }
}
