import TOMLKit

/// A TOML file of the user's, settings or a preset, as TOMLKit reads it, and where its keys are, which TOMLKit doesn't say.
package struct TOMLText {
  package struct Fault: Error {
    /// From 1; nil for the file as a whole.
    package var line: Int?
    package var reason: String

    package init(line: Int?, reason: String) { (self.line, self.reason) = (line, reason) }
  }

  package let table: TOMLTable
  /// The first line of each key, by its path, such as `fields.title`.
  private let lines: [String: Int]

  /// Each name in a dotted one is a table, and the library visits nested tables by recursion.
  private static let dotLimit = 1_000

  /// - Throws: `Fault`, also for what would end the program in the library.
  package init(_ text: String) throws(Fault) {
    // It would end the library's C string.
    guard !text.utf8.contains(0) else {
      throw Fault(line: nil, reason: "not valid TOML: it has a zero byte")
    }
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map(Substring.init)
    for (index, line) in lines.enumerated() {
      if line.utf8.count > Self.dotLimit,
        line.utf8.count(where: { $0 == UInt8(ascii: ".") }) > Self.dotLimit
      {
        throw Fault(line: index + 1, reason: "too many dots")
      }
      // toml++ ends the program by an assertion if a header's name begins with what no name does. In a list or a text
      // of several lines such a line isn't a header, and then the lines above it aren't TOML by themselves.
      if Self.isBadHeader(line), (try? TOMLTable(string: String(text[..<line.startIndex]))) != nil {
        throw Fault(line: index + 1, reason: "not valid TOML: a table needs a name")
      }
    }
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw Fault(
        line: error.source.begin.line,
        reason: "not valid TOML: \(Self.withoutQuotes(error.description))")
    } catch {
      throw Fault(line: nil, reason: "not valid TOML")
    }
    self.lines = Self.keyLines(in: lines)
  }

  private static func isBadHeader(_ line: Substring) -> Bool {
    func trimmed(_ text: Substring) -> Substring { text.drop { " \t\u{FEFF}".contains($0) } }
    let body = trimmed(line)
    guard body.first == "[" else { return false }
    var name = trimmed(body.dropFirst())
    if name.first == "[" { name = trimmed(name.dropFirst()) }
    return name.first.map { !$0.isASCII || !($0.isLetter || $0.isNumber || "-_\"'".contains($0)) }
      ?? true
  }

  /// A parser's message without its quote from the file, which may be the value of a header.
  private static func withoutQuotes(_ text: String) -> String {
    guard let start = text.firstIndex(of: "'"), let end = text.lastIndex(of: "'"), start < end
    else { return text }
    return "\(text[..<start])…\(text[text.index(after: end)...])"
  }

  /// Headers of tables, and keys at the start of a line, which is how such files are written. Only for error messages.
  private static func keyLines(in lines: [Substring]) -> [String: Int] {
    var keyLines: [String: Int] = [:]
    var header = ""
    /// With the tables that are only part of its name.
    func note(_ key: String, _ line: Int) {
      for end in key.indices.filter({ key[$0] == "." }) + [key.endIndex] {
        let path = String(key[..<end])
        keyLines[path] = keyLines[path] ?? line
      }
    }
    for (index, line) in lines.enumerated() {
      let body = line.drop { " \t\u{FEFF}".contains($0) }
      // Nested lists are followed by a comma or preceded by other elements; a header has nothing but a comment after it.
      if body.first == "[", let end = body.firstIndex(of: "]"),
        ["#", nil].contains(body[end...].first { !"] \t\r".contains($0) })
      {
        header = String(body[..<end]).filter { !"[] \t\"'".contains($0) }
        note(header, index + 1)
      } else if let equals = body.firstIndex(of: "="), body.first != "#" {
        let key = String(body[..<equals]).filter { !" \t\"'".contains($0) }
        note(header.isEmpty ? key : "\(header).\(key)", index + 1)
      }
    }
    return keyLines
  }

  /// The line of a key, otherwise that of the nearest enclosing table.
  ///
  /// - Parameter key: With its tables, such as `paging[1].kind`, which is in the line of its name.
  package func line(of key: String) -> Int? {
    var isInside = false
    var path = key.filter { character in
      if character == "[" { isInside = true }
      defer { if character == "]" { isInside = false } }
      return !isInside && !" \t\"'".contains(character)
    }
    while !path.isEmpty {
      if let line = lines[path] { return line }
      guard let point = path.lastIndex(of: ".") else { return nil }
      path = String(path[..<point])
    }
    return nil
  }
}
