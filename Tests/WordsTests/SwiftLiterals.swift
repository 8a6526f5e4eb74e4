/// A string literal as written in a Swift file.
struct SwiftLiteral: Equatable {
  /// The text between the quotes, with escapes and interpolations as written; lines of a multi-line literal without the
  /// indentation of its closing quotes.
  let text: String
  /// The code before it, back to the start of its line; if there is none, the line above.
  let before: String
  /// The code after it, to the end of its line.
  let after: String
}

/// Reads the string literals of a Swift file; those inside interpolations follow the enclosing one.
///
/// It recognises comments, raw strings, multi-line strings and nested interpolations, but not regex literals: the
/// package has none that contain a quote.
struct SwiftLiterals {
  private let bytes: [UInt8]
  private var position = 0
  private var found: [(start: Int, end: Int, text: String)] = []

  static func all(in source: String) -> [SwiftLiteral] {
    var scanner = SwiftLiterals(bytes: Array(source.utf8))
    scanner.scan(endsAtParenthesis: false)
    return scanner.found.sorted { $0.start < $1.start }.map { literal in
      SwiftLiteral(
        text: literal.text, before: scanner.code(before: literal.start),
        after: scanner.code(after: literal.end))
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Code up to its end, or up to the parenthesis that closes an interpolation.
  private mutating func scan(endsAtParenthesis: Bool) {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "/") where starts("//"): skipLine()
      case UInt8(ascii: "/") where starts("/*"): skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        if let hashes = hashesOfString() { readString(hashes: hashes) } else { position += 1 }
      case UInt8(ascii: "("):
        depth += 1
        position += 1
      case UInt8(ascii: ")"):
        position += 1
        depth -= 1
        if endsAtParenthesis, depth < 0 { return }
      default: position += 1
      }
    }
  }

  private mutating func readString(hashes: Int) {
    let start = position
    position += hashes
    let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
    position += quotes.utf8.count
    let contents = position
    let end = quotes + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    while position < bytes.count, !starts(end) {
      guard starts(escape) else {
        position += 1
        continue
      }
      position += escape.utf8.count
      let isInterpolation = position < bytes.count && bytes[position] == UInt8(ascii: "(")
      position += 1
      if isInterpolation { scan(endsAtParenthesis: true) }
    }
    let text = String(decoding: bytes[contents..<min(position, bytes.count)], as: UTF8.self)
    position = min(position + end.utf8.count, bytes.count)
    found.append((start, position, quotes.utf8.count == 1 ? text : Self.unindented(text)))
  }

  private static func unindented(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let indentation = lines.popLast().map { $0.utf8.count } ?? 0
    return lines.map {
      $0.prefix(indentation).allSatisfy { $0 == " " } ? $0.dropFirst(indentation) : $0
    }
    .joined(separator: "\n")
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    while position < bytes.count {
      if starts("/*") {
        (depth, position) = (depth + 1, position + 2)
      } else if starts("*/") {
        (depth, position) = (depth - 1, position + 2)
        if depth == 0 { return }
      } else {
        position += 1
      }
    }
  }

  /// The number of `#` before the quote, if a string starts here.
  private func hashesOfString() -> Int? {
    let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    return position + hashes < bytes.count && bytes[position + hashes] == UInt8(ascii: "\"")
      ? hashes : nil
  }

  private func starts(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private func code(before start: Int) -> String {
    var end = start
    while end > 0, [UInt8(ascii: " "), UInt8(ascii: "\n")].contains(bytes[end - 1]) { end -= 1 }
    let line = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return String(decoding: bytes[line..<end].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }

  private func code(after end: Int) -> String {
    String(decoding: bytes[end...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
