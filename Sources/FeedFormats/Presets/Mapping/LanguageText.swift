/// A text that a source provides in one or several languages: JSON-LD's `{"@value": "…", "@language": "en"}`, a map
/// from languages to texts or lists of texts, a plain text, and lists of any of these.
///
/// IIIF labels use the first form (Presentation API 2.1, 4.3) or the second (3.0, 4.1); Europeana's names are maps.
enum LanguageText {
  /// The keys of texts without a language in maps: IIIF 3, JSON-LD 1.1, Europeana, and the BCP 47 tag.
  private static let neutral = ["none", "@none", "def", "und", "mul", "zxx"]
  private static let preferred = "en"
  /// The maximum number of values for one text.
  private static let limit = 256

  private struct Part {
    var text: String
    /// As written by the source; nil if none is stated.
    var language: String?
  }

  /// The values in one language, in order: English if available, because the interface is English; otherwise those
  /// without a language; otherwise those in the first language. A language in which the text is blank does not count.
  static func texts(_ values: [JSONValue]) -> [String] {
    let all = values.prefix(limit).flatMap { parts($0, language: nil) }.prefix(limit)
    let chosen =
      all.first { isEnglish($0.language) } ?? all.first { isNeutral($0.language) } ?? all.first
    guard let chosen else { return [] }
    return all.compactMap { $0.language == chosen.language ? $0.text : nil }
  }

  /// Recursive, one level for each list and map around a text; JSON has at most 64.
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
      // An object with a type is a thing, not a text.
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
