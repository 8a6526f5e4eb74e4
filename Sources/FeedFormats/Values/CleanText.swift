import GalleryDomain

/// Cleaned texts; nil for blank ones.
package enum CleanText {
  package static func line(_ raw: String?, limit: TextLimit = .field) -> String? {
    guard let raw else { return nil }
    let text = TextCleaner.line(raw, limit: limit)
    return text.isEmpty ? nil : text
  }

  package static func paragraphs(_ raw: String?) -> String? {
    guard let raw else { return nil }
    let text = TextCleaner.paragraphs(raw)
    return text.isEmpty ? nil : text
  }

  /// An HTML description as plain text. See `EscapedMarkup` for markup that is escaped once too often.
  static func html(_ raw: String?) -> String? {
    guard let raw else { return nil }
    let text = HTMLText.plain(EscapedMarkup.markup(raw))
    return text.isEmpty ? nil : text
  }

  /// An HTML title, name or date as one line.
  static func htmlLine(_ raw: String?, limit: TextLimit = .field) -> String? {
    guard let raw else { return nil }
    let text = HTMLText.line(EscapedMarkup.markup(raw), limit: limit)
    return text.isEmpty ? nil : text
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
