import GalleryDomain
import TOMLKit

/// Where the settings of a TOML file are, from one pass over its text; the library that parses it reports no positions.
///
/// The text is known to be valid. If the pass meets what it doesn't expect all the same it ends, and what it hasn't
/// reached has no line.
struct SettingLines {
  private struct Name: Hashable {
    /// The number of the enclosing table.
    var table: Int
    var key: String
  }

  private struct Unexpected: Error {}

  private let bytes: [UInt8]
  private var next = 0
  private var line = 1
  /// The first comment since the beginning of a setting.
  private var comment: Int?
  /// Of tables and settings; 0 is the file itself.
  private var numbers: [Name: Int] = [:]
  /// By number. A table that is only part of another one's name has no statement.
  private var places: [(line: Int, statement: Range<Int>?)] = [(1, nil)]

  /// - Complexity: O(*bytes*).
  init(of text: String) {
    bytes = Array(text.utf8)
    if bytes.starts(with: "\u{FEFF}".utf8) { next = 3 }
    try? read()
  }

  /// The line of a setting, from 1, and its beginning as the file writes it, name and value up to a comment.
  ///
  /// - Parameter path: The names of the enclosing tables, and its own.
  /// - Returns: nil if it wasn't found. The statement is nil if the line is another setting's, too.
  func place(of path: [String], limit: TextLimit) -> (line: Int, statement: String?)? {
    var number: Int? = 0
    for key in path { number = number.flatMap { numbers[Name(table: $0, key: key)] } }
    guard let place = number.map({ places[$0] }) else { return nil }
    return (
      place.line, place.statement.map { TextCleaner.line(bytes: bytes[$0], limit: limit) }
    )
  }

  // MARK: The pass

  private var byte: UInt8? { next < bytes.count ? bytes[next] : nil }

  private mutating func read() throws(Unexpected) {
    var table = 0
    while skipBlank() != nil {
      guard byte == UInt8(ascii: "[") else {
        try readSetting(in: table)
        continue
      }
      let (start, line) = (next, line)
      while byte == UInt8(ascii: "[") { next += 1 }
      table = try readKey(in: 0)
      while byte == UInt8(ascii: "]") { next += 1 }
      note(start..<next, at: table, line)
    }
  }

  private mutating func readSetting(in table: Int) throws(Unexpected) {
    let (start, line, outerComment) = (next, line, comment)
    comment = nil
    let number = try readKey(in: table)
    guard byte == UInt8(ascii: "=") else { throw Unexpected() }
    next += 1
    try readValue(of: number)
    note(start..<min(comment ?? next, next), at: number, line)
    comment = outerComment ?? comment
  }

  private mutating func note(_ statement: Range<Int>, at number: Int, _ line: Int) {
    if places[number].line == line { places[number].statement = statement }
  }

  /// Reads a name, or several with dots between them.
  ///
  /// - Returns: The number of the last one.
  private mutating func readKey(in table: Int) throws(Unexpected) -> Int {
    var number = table
    while let first = skipBlank() {
      let start = next
      let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
      if isQuoted {
        try skipString()
      } else {
        skip { !" \t.=]".utf8.contains($0) }
      }
      guard next > start else { break }
      let written = bytes[start..<next]
      var key = String(decoding: isQuoted ? written.dropFirst().dropLast() : written, as: UTF8.self)
      if first == UInt8(ascii: "\""), key.contains("\\") {
        // The library knows the escapes.
        key = (try? TOMLTable(string: "\"\(key)\" = 0"))?.keys.first ?? key
      }
      let name = Name(table: number, key: key)
      number = numbers[name] ?? places.count
      if number == places.count {
        numbers[name] = number
        places.append((line, nil))
      }
      guard skipBlank() == UInt8(ascii: ".") else { return number }
      next += 1
    }
    throw Unexpected()
  }

  /// - Parameter number: The table that the value is, if it is one in braces.
  private mutating func readValue(of number: Int) throws(Unexpected) {
    switch skipBlank() {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): try skipString()
    case UInt8(ascii: "["):
      try readList(until: UInt8(ascii: "]")) { (lines) throws(Unexpected) in
        try lines.readValue(of: number)
      }
    case UInt8(ascii: "{"):
      try readList(until: UInt8(ascii: "}")) { (lines) throws(Unexpected) in
        try lines.readSetting(in: number)
      }
    default:
      let start = next
      skip { !",]}#\n".utf8.contains($0) }
      if next == start { throw Unexpected() }
    }
  }

  private mutating func readList(
    until end: UInt8, each: (inout SettingLines) throws(Unexpected) -> Void
  ) throws(Unexpected) {
    repeat {
      next += 1
      if skipBlank() != end { try each(&self) }
    } while skipBlank() == UInt8(ascii: ",")
    guard byte == end else { throw Unexpected() }
    next += 1
  }

  /// Skips a string, whose end three quotes are if its beginning is.
  private mutating func skipString() throws(Unexpected) {
    let quote = bytes[next]
    let isLong = bytes[next...].starts(with: [quote, quote, quote])
    next += isLong ? 3 : 1
    while let byte {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        next += 1
      } else if byte == quote, !isLong || bytes[next...].starts(with: [quote, quote, quote]) {
        // The last of up to five are the end.
        let last = min(next + (isLong ? 5 : 1), bytes.count)
        while next < last, bytes[next] == quote { next += 1 }
        return
      }
      advance()
    }
    throw Unexpected()
  }

  /// Skips white space, line breaks and comments.
  ///
  /// - Returns: What comes next; nil at the end.
  private mutating func skipBlank() -> UInt8? {
    while let byte, " \t\r\n#".utf8.contains(byte) {
      if byte == UInt8(ascii: "#") {
        comment = comment ?? next
        skip { $0 != UInt8(ascii: "\n") }
      } else {
        advance()
      }
    }
    return byte
  }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let byte, isSkipped(byte) { next += 1 }
  }

  private mutating func advance() {
    if byte == UInt8(ascii: "\n") { line += 1 }
    next += 1
  }
}
