/// A text that a source gives in several languages, or in one: JSON-LD's `{"@value": "…", "@language": "en"}`, a map from
/// languages to texts or lists of them, a text alone, and lists of any of these.
///
/// IIIF's labels are the one (Presentation API 2.1, 4.3) and the other (3.0, 4.1); Europeana's names are maps.
enum LanguageText {
  /// What maps call a text without a language: IIIF 3, JSON-LD 1.1, Europeana, and the tag of BCP 47.
  private static let neutral = ["none", "@none", "def", "und", "mul", "zxx"]
  private static let preferred = "en"
  /// Values of one text.
  private static let limit = 256

  private struct Part {
    var text: String
    /// As the source writes it; nil where none is stated.
    var language: String?
  }

  /// The values of one language, in their order: English where there is any, as the interface is; else those without a
  /// language; else those of the first one. A text that is blank in a language does not count.
  static func texts(_ values: [JSONValue]) -> [String] {
    let all = values.prefix(limit).flatMap { parts($0, language: nil) }.prefix(limit)
    let chosen =
      all.first { isEnglish($0.language) } ?? all.first { isNeutral($0.language) } ?? all.first
    guard let chosen else { return [] }
    return all.compactMap { $0.language == chosen.language ? $0.text : nil }
  }

  /// Recursive, by one level for each list and map around a text; JSON has at most 64.
  private static func parts(_ value: JSONValue, language: String?) -> [Part] {
    switch value {
    case .text, .number: return value.lenientText.map { [Part(text: $0, language: language)] } ?? []
    case .null, .bool: return []
    case .array(let elements):
      return elements.prefix(limit).flatMap { parts($0, language: language) }
    case .object(let members):
      if let text = value["@value"] ?? value["value"] {
        let own = (value["@language"] ?? value["language"])?.lenientText
        return parts(text, language: own ?? language)
      }
      // An object with a type is a thing rather than a text.
      guard value["@id"] == nil, value["id"] == nil, value["@type"] == nil, value["type"] == nil
      else { return [] }
      return members.prefix(limit).flatMap { parts($0.value, language: $0.name) }
    }
  }

  private static func isEnglish(_ language: String?) -> Bool {
    guard let tag = language?.lowercased() else { return false }
    return tag == preferred || tag.hasPrefix(preferred + "-")
  }

  private static func isNeutral(_ language: String?) -> Bool {
    guard let tag = language?.lowercased() else { return true }
    return tag.isEmpty || neutral.contains(tag)
  }
}
