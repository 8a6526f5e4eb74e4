/// Values as JSON (RFC 8259).
package enum JSONOutput {
  /// - Returns: `null`, or the text in quotes. Besides what must be escaped, this escapes DEL and the C1 controls,
  ///   which terminals obey, U+2028 and U+2029, which end a line in JavaScript, and the bidirectional controls
  ///   (Unicode, *Bidi_Control*) and U+FEFF, which make a line look like another one.
  package static func text(_ text: String?) -> String {
    var output: [UInt8] = []
    append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// A value of the program's own on one line.
  package static func line(_ value: JSONValue) -> String { write(value, lineStart: nil) }

  /// The same with a line for each member and element, to be read by people.
  package static func lines(_ value: JSONValue) -> String { write(value, lineStart: "\n") }

  /// - Parameter lineStart: What is before the end of an object or a list; nil for one line.
  private static func write(_ value: JSONValue, lineStart: String?) -> String {
    let inner = lineStart.map { $0 + "  " }
    func list(_ parts: [String], _ start: String, _ end: String) -> String {
      guard let lineStart, let inner, !parts.isEmpty else {
        return start + parts.joined(separator: ",") + end
      }
      return start + parts.map { inner + $0 }.joined(separator: ",") + lineStart + end
    }
    switch value {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .number(let digits): return digits
    case .text(let text): return self.text(text)
    case .array(let elements): return list(elements.map { write($0, lineStart: inner) }, "[", "]")
    case .object(let members):
      let colon = inner == nil ? ":" : ": "
      return list(
        members.map { text($0.name) + colon + write($0.value, lineStart: inner) }, "{", "}")
    }
  }

  /// Like `text(_:)`, at the end of a longer text.
  static func append(_ text: String?, to output: inout [UInt8]) {
    guard var text else {
      output.append("null")
      return
    }
    output.append(0x22)
    // Most texts have nothing to escape, and are copied whole.
    let isWhole = text.withUTF8 { utf8 in
      guard utf8.allSatisfy(isPlain) else { return false }
      output.append(contentsOf: utf8)
      return true
    }
    if !isWhole { appendEscaped(text, to: &output) }
    output.append(0x22)
  }

  /// Whether no character with this byte is escaped. Of bytes beyond ASCII those that begin one that is: C2 (C1 controls), D8
  /// (U+061C), E2 (U+200E to U+2069) and EF (U+FEFF).
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF: false
    default: true
    }
  }

  private static func appendEscaped(_ text: String, to output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: output += "\\\"".utf8
      case 0x5C: output += "\\\\".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0D: output += "\\r".utf8
      case 0x09: output += "\\t".utf8
      case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E,
        0x2066...0x2069, 0xFEFF:
        let digits = String(scalar.value, radix: 16)
        output += "\\u".utf8
        output += repeatElement(0x30, count: 4 - digits.utf8.count)
        output += digits.utf8
      default: output += String(scalar).utf8
      }
    }
  }
}

extension [UInt8] {
  /// The bytes of a word of the program's own, without a `String` in between.
  mutating func append(_ word: StaticString) {
    word.withUTF8Buffer { append(contentsOf: $0) }
  }
}
