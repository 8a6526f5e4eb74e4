import GalleryDomain

/// Cleaned texts, with nil for what is blank.
enum CleanText {
  static func line(_ raw: String?, limit: TextLimit = .field) -> String? {
    guard let raw else { return nil }
    let text = TextCleaner.line(raw, limit: limit)
    return text.isEmpty ? nil : text
  }

  static func paragraphs(_ raw: String?) -> String? {
    guard let raw else { return nil }
    let text = TextCleaner.paragraphs(raw)
    return text.isEmpty ? nil : text
  }

  static func html(_ raw: String?) -> String? {
    guard let raw else { return nil }
    let text = HTMLText.plain(raw)
    return text.isEmpty ? nil : text
  }

  /// Each tag once, in order.
  static func tags(_ raw: [String], limit: Int) -> [String] {
    var seen: Set<String> = []
    var tags: [String] = []
    for tag in raw where tags.count < limit {
      guard let tag = line(tag, limit: .tag), seen.insert(tag).inserted else { continue }
      tags.append(tag)
    }
    return tags
  }
}
