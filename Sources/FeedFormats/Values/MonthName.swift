import Foundation

/// The months in the languages in which programs write dates into feeds, although RFC 822 asks for English: English, German,
/// Dutch, French, Spanish, Catalan, Italian, Portuguese, Danish, Norwegian, Swedish, Polish, Hungarian, Greek, Russian.
enum MonthName {
  /// How their names begin, short or long, folded; no name in one language begins like another month in another.
  private static let beginnings = [
    ["jan", "ene", "gen", "sty", "ιαν", "янв"],
    ["feb", "fev", "lut", "φεβ", "фев"],
    ["mar", "mrt", "mrz", "maa", "μαρ", "μαω", "мар"],
    ["apr", "avr", "abr", "kwi", "απρ", "апр"],
    ["may", "mai", "mei", "mag", "maj", "μαι", "маи", "мая"],
    ["jun", "juin", "giu", "cze", "ιουν", "ιον", "июн"],
    ["jul", "juil", "lug", "lip", "ιουλ", "ιολ", "июл"],
    ["aug", "aou", "ago", "sie", "αυγ", "авг"],
    ["sep", "set", "sze", "wrz", "σεπ", "сен"],
    ["oct", "okt", "ott", "out", "paz", "οκτ", "окт"],
    ["nov", "lis", "νοε", "ноя"],
    ["dec", "dez", "dic", "des", "gru", "δεκ", "дек"],
  ]

  private static let months: [String: Int] = {
    var months: [String: Int] = [:]
    for (index, names) in beginnings.enumerated() {
      for name in names { months[name] = index + 1 }
    }
    return months
  }()

  /// `Oct`, `October`, `Sept.`, `févr.`, `März`: 1 to 12; nil for anything but letters, and for other words.
  static func number(_ word: String) -> Int? {
    let name = folded(word)
    guard name.allSatisfy({ $0.isLetter || $0 == "." }) else { return nil }
    return months[String(name.prefix(3))] ?? months[String(name.prefix(4))]
  }

  /// In lower case, without accents.
  static func folded(_ word: String) -> String {
    let lower = word.lowercased()
    guard lower.utf8.contains(where: { $0 >= 0x80 }) else { return lower }
    let scalars = lower.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(
      String.UnicodeScalarView(scalars.filter { $0.properties.generalCategory != .nonspacingMark }))
  }
}
