import Foundation

/// The months in the languages in which programs write dates into feeds, although RFC 822 asks for English: English, German,
/// Dutch, French, Spanish, Catalan, Italian, Portuguese, Romanian, Danish, Norwegian, Swedish, Finnish, Polish, Czech, Slovak,
/// Hungarian, Turkish, Greek, Russian, Ukrainian, Bulgarian.
enum MonthName {
  /// How their names begin, short or long, folded; no name in one language begins like another month in another, but for
  /// the longer ones here. June and July in Czech begin alike, and are read as neither.
  private static let beginnings = [
    ["jan", "ene", "gen", "ian", "sty", "led", "tam", "oca", "ιαν", "янв", "січ", "яну"],
    ["feb", "fev", "lut", "uno", "hel", "sub", "φεβ", "фев", "лют"],
    ["mar", "mrt", "mrz", "maa", "bre", "μαρ", "μαω", "мар", "бер"],
    ["apr", "avr", "abr", "kwi", "dub", "huh", "nis", "απρ", "апр", "кві"],
    ["may", "mai", "mei", "mag", "maj", "kve", "tou", "μαι", "маи", "мая", "тра"],
    ["jun", "juin", "giu", "iun", "cze", "kes", "haz", "ιουν", "ιον", "июн", "чер", "юни"],
    ["jul", "juil", "lug", "iul", "lip", "hei", "tem", "ιουλ", "ιολ", "июл", "лип", "юли"],
    ["aug", "aou", "ago", "sie", "srp", "elo", "agu", "αυγ", "авг", "сер"],
    ["sep", "set", "sze", "wrz", "zar", "syy", "eyl", "σεπ", "сен", "сеп", "вер"],
    ["oct", "okt", "ott", "out", "paz", "rij", "lok", "eki", "οκτ", "окт", "жов"],
    ["nov", "lis", "noi", "marr", "kas", "νοε", "ноя", "ное", "лис"],
    ["dec", "dez", "dic", "des", "gru", "pro", "jou", "ara", "δεκ", "дек", "гру"],
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
    return months[String(name.prefix(4))] ?? months[String(name.prefix(3))]
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
