import Foundation

/// The texts for users in the sources: the literals of a Swift file, and the descriptions in presets.
///
/// In modules that show texts to users, every literal with a word in it counts, unless its position or its form shows
/// that it isn't text. A new sentence is therefore never missed, at the price of a key here and there. In other
/// modules, which are full of formats, a literal counts if it looks like a sentence.
enum UserWords {
  /// The modules that show texts to users, in the order in which they are read.
  static let speaking = [
    "vitrine", "GalleryScreens", "GalleryPresentation", "TerminalKit", "GalleryOrders",
    "GalleryFiles", "ContactSheet",
  ]
  /// Modules with only a few sentences, mostly errors.
  static let others = [
    "GalleryDomain", "FeedFormats", "FolderFormats", "GalleryClickHouse", "GalleryData",
    "GalleryNetwork", "GalleryStore", "NcursesTerminal", "PictureKit", "PictureProtocol",
    "vitrine-pictures",
  ]

  /// Files with tables, formats and output for tests, but no texts for users.
  static let wordless = [
    "GalleryPresentation/Sales/HomeCurrency", "GalleryPresentation/Words/CurrencySign",
    "GalleryPresentation/Words/PriceLocale", "vitrine/Show/PictureSequence",
    "ContactSheet/Paper/PaperSize",
    "GalleryDomain/Text/HTMLReference",
    "FeedFormats/Values/RightsStatement", "GalleryData/Folder/MetadataMapping",
    "FeedFormats/Pictures/FileNameKind", "FeedFormats/Values/TextEncoding",
    "FeedFormats/Feeds/NoFeed", "GalleryClickHouse/ClickHouseFilter",
    "GalleryClickHouse/ClickHouseKey",
    "NcursesTerminal/Graphics/InlineDialect",
    "GalleryFiles/Operations/PhotoGroupFiles", "GalleryFiles/Operations/TrashFolder",
  ]

  /// The strings of a file in order, without duplicates.
  static func strings(inSwift source: String, speaks: Bool) -> [String] {
    var seen: Set<String> = []
    return SwiftLiterals.all(in: source)
      .filter { isRead($0, speaks: speaks) && seen.insert($0.text).inserted }
      .map(\.text)
  }

  /// The texts of a preset in `vitrine sources` and in errors.
  static func strings(inPreset source: String) -> [String] {
    let keys = ["title", "about", "meaning", "hint"]
    return source.split(separator: "\n").flatMap { line in
      keys.compactMap { key in
        line.firstRange(of: "\(key) = \"").flatMap { range in
          line[range.upperBound...].firstIndex(of: "\"").map { String(line[range.upperBound..<$0]) }
        }
      }
    }
  }

  static func isRead(_ literal: SwiftLiteral, speaks: Bool) -> Bool {
    let words = words(of: literal.text).filter { $0.count > 1 }
    guard !words.isEmpty, !isKey(literal), !isFormat(literal.text) else { return false }
    if speaks { return true }
    return words.filter { $0.contains(where: \.isLowercase) }.count > 1
      && literal.text.contains(" ")
      && !sql.contains { literal.text.contains($0) }
  }

  /// The words of a string outside its interpolations and escapes.
  static func words(of text: String) -> [Substring] {
    withoutInterpolations(text).split { !$0.isLetter && $0 != "'" }
  }

  /// `\(…)` becomes `…`; escapes become a space.
  static func withoutInterpolations(_ text: String) -> String {
    var output = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.popFirst() else {
        output.append(character)
        continue
      }
      guard next == "(" else {
        if next == "u" { rest = rest.drop { $0 != "}" }.dropFirst() }
        output.append(next == "\"" ? next : " ")
        continue
      }
      var depth = 1
      while depth > 0, let inner = rest.popFirst() {
        depth += inner == "(" ? 1 : inner == ")" ? -1 : 0
      }
      output.append("…")
    }
    return output
  }

  /// Code before a literal that makes it a key, a system name, or a value for comparison.
  private static let keyPlaces = [
    "id:", "identifier:", "identifier =", "commandID =", "ID =", "commandName:", ".customLong(",
    "environment[",
    "getenv(", "Logger(label:", "DispatchQueue(label:", "forKey:", "==", "!=", "hasPrefix(",
    "hasSuffix(", "contains(",
    "firstIndex(of:", "lastIndex(of:", "separator:", "ascii:", ".character(", ".control(",
    "format:", "named:",
    "@_silgen_name(", "open(", "forResource:", "withExtension:", "NSLock(", "scheme:", "header:",
    "systemName:",
  ]

  private static func isKey(_ literal: SwiftLiteral) -> Bool {
    let before = literal.before
    if keyPlaces.contains(where: before.hasSuffix) { return true }
    // A pattern in a case, or its raw value.
    if before == "case" || before.hasPrefix("case "), !before.contains(":") { return true }
    // A subscript: `root["id"]`.
    let caller = before.dropLast().last
    if before.last == "[", caller.map({ $0.isLetter || ")]".contains($0) }) == true { return true }
    // The name in a table, or of a key command: `("id", …)`, `move("page-up", [.pageUp], …)`.
    let isWord = !literal.text.contains { !$0.isLowercase && $0 != "_" && $0 != "-" }
    guard isWord, before.last == "(" else { return false }
    return literal.after.hasPrefix(", [")
      || literal.after.hasPrefix(",") && caller.map("([, ".contains) != false
  }

  /// `image_url`, `/dev/null`, `https://…`, `.jpg`, `LANG`, `forSale`; control sequences, types of media, style sheets.
  private static func isFormat(_ text: String) -> Bool {
    let outside = withoutInterpolations(text)
    if text.contains("\\u{1B}") || text.contains("; }")
      || ["image/", "application/"].contains(where: text.hasPrefix)
    {
      return true
    }
    guard !outside.contains(" ") else { return !outside.contains(where: \.isLetter) }
    return outside.contains { "_/.;=&".contains($0) }
      || ["true", "false", "null"].contains(outside)
      || !outside.contains(where: \.isLowercase)
      || outside.dropFirst().contains(where: \.isUppercase)
  }

  private static let sql = [
    "SELECT ", "INSERT ", "DELETE FROM", "CREATE ", "PRAGMA ", "UPDATE ", "REPLACE INTO",
  ]
}
