import Foundation

/// Where the words of a search are in texts, to mark them.
public struct SearchMarks: Hashable, Sendable {
  private let words: [String]

  /// - Parameter search: As in `PhotoQuery`.
  public init(_ search: String) {
    words = LocalFilter.words(of: search)
  }

  /// The places of the words in a text, ignoring case, accents and width; they may overlap.
  ///
  /// - Complexity: Some microseconds for a word and a line.
  public func ranges(in text: String) -> [Range<String.Index>] {
    words.flatMap { word in
      var found: [Range<String.Index>] = []
      var start = text.startIndex
      while start < text.endIndex,
        let range = text.range(
          of: word, options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
          range: start..<text.endIndex),
        !range.isEmpty
      {
        found.append(range)
        start = range.upperBound
      }
      return found
    }
  }
}
