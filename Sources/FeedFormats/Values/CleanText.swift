import GalleryDomain

/// Cleaned texts; nil for blank ones.
package enum CleanText {
  package static func line(_ raw: String?, limit: TextLimit = .field) -> String? {
    filled(raw.map { TextCleaner.line($0, limit: limit) })
  }

  package static func paragraphs(_ raw: String?) -> String? {
    filled(raw.map { TextCleaner.paragraphs($0) })
  }

  /// An HTML description as plain text. See `EscapedMarkup` for markup that is escaped once too often.
  static func html(_ raw: String?) -> String? {
    filled(raw.map { HTMLText.plain(EscapedMarkup.markup($0)) })
  }

  /// An HTML title, name or date as one line.
  static func htmlLine(_ raw: String?, limit: TextLimit = .field) -> String? {
    filled(raw.map { HTMLText.line(EscapedMarkup.markup($0), limit: limit) })
  }

  private static func filled(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The names of a place in order, without duplicates.
  package static func places(_ raw: [String]) -> [String] { tags(raw, limit: 8) }

  /// The tags in order, without duplicates.
  package static func tags(_ raw: [String], limit: Int) -> [String] {
    var seen: Set<String> = []
    var tags: [String] = []
    for tag in raw where tags.count < limit {
      guard let tag = line(tag, limit: .tag), seen.insert(tag).inserted else { continue }
      tags.append(tag)
    }
    return tags
  }
}
