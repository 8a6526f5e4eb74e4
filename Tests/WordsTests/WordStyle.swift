/// The style of what users read: docs/decisions/0042-words-in-one-file.md.
enum WordStyle {
  /// What we do not say, and what we say instead.
  static let glossary: [(banned: String, instead: String)] = []

  static func faults(in string: String, of file: String) -> [String] {
    let text = UserWords.withoutInterpolations(string)
    var faults = bannedWords(in: text)
    if text.contains("..."), !text.contains(" ...") {
      faults.append("an ellipsis is one character: …")
    }
    if text.contains(where: "“”‘’".contains) { faults.append("quotes are straight: ' and \"") }
    return faults
  }

  static func bannedWords(in text: String) -> [String] {
    let text =
      " "
      + text.lowercased().map { $0.isLetter || $0.isNumber || $0 == "'" ? String($0) : " " }
      .joined() + " "
    let spaced = text.split(separator: " ").joined(separator: " ")
    return glossary.filter { " \(spaced) ".contains(" \($0.banned) ") }.map {
      "not \"\($0.banned)\": \($0.instead)"
    }
  }
}
