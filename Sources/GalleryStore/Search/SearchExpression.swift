import Foundation
import GRDB

/// A typed search as an FTS5 query: all words are required, the last one may be the beginning of a word, and text in
/// quotation marks is a phrase.
///
/// Every word is an FTS5 string, in which only the quotation mark has a meaning (sqlite.org, *FTS5 Extension*, 3.1), so
/// `AND`, `NEAR(`, `title:`, `*` and `-` are plain text.
enum SearchExpression {
  /// - Returns: nil for a text without anything to search for.
  static func text(_ typed: String, in database: Database) throws -> String? {
    let tokenizer = try database.makeTokenizer(.unicode61())
    // A string without a word, such as `-`, would match nothing, and with it the whole query.
    let words = try words(of: withoutNull(typed))
      // A full-width quotation mark counts as an ordinary one.
      .map { IndexText.text($0).replacing("\"", with: " ") }
      .filter { try !tokenizer.tokenize(query: $0).isEmpty }
    guard !words.isEmpty else { return nil }
    return words.map { "\"\($0)\"" }.joined(separator: " AND ") + "*"
  }

  /// Words and phrases, without quotation marks.
  ///
  /// A mark opens a phrase at the beginning of a word, if another one closes it; otherwise it is a space, as in
  /// `12" print`.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
        words.append(String(rest[rest.index(after: rest.startIndex)..<end]))
        rest = rest[rest.index(after: end)...]
      } else if first == "\"" || first.isWhitespace {
        rest = rest.dropFirst()
      } else {
        let word = rest.prefix { $0 != "\"" && !$0.isWhitespace }
        words.append(String(word))
        rest = rest[word.endIndex...]
        // A mark after a word, such as that of inches, opens nothing.
        if rest.first == "\"" { rest = rest.dropFirst() }
      }
    }
    return words
  }

  /// SQLite's texts end at the first zero byte.
  private static func withoutNull(_ text: String) -> String {
    text.contains("\0") ? String(text.map { $0 == "\0" ? " " : $0 }) : text
  }
}
