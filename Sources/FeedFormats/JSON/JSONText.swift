/// Decodes the strings of a JSON text.
package enum JSONText {
  /// How many bytes of a string are decoded, the same as for an XML item: a text may contain a picture as data
  /// (`data:`), followed by other pictures.
  static let byteLimit = 2 * 1_024 * 1_024

  package static func decode(_ token: JSONToken, in bytes: [UInt8]) -> String {
    guard !token.hasEscapes else {
      return String(decoding: self.bytes(of: token, in: bytes), as: UTF8.self)
    }
    let end = min(token.end, token.start + byteLimit)
    return String(decoding: bytes[token.start..<end], as: UTF8.self)
  }

  /// The bytes of a string, even if they aren't UTF-8.
  package static func bytes(of token: JSONToken, in bytes: [UInt8]) -> [UInt8] {
    let end = min(token.end, token.start + byteLimit)
    guard token.hasEscapes else { return Array(bytes[token.start..<end]) }
    var output: [UInt8] = []
    output.reserveCapacity(end - token.start)
    var index = token.start
    while index < end {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < token.end else {
        output.append(bytes[index])
        index += 1
        continue
      }
      index = unescape(at: index, in: bytes, to: &output)
    }
    return output
  }

  /// - Returns: The index after the escape at `start`.
  private static func unescape(
    at start: Int, in bytes: [UInt8], to output: inout [UInt8]
  ) -> Int {
    switch bytes[start + 1] {
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"): return unescapeCodeUnit(at: start, in: bytes, to: &output)
    case let byte: output.append(byte)
    }
    return start + 2
  }

  private static func unescapeCodeUnit(
    at start: Int, in bytes: [UInt8], to output: inout [UInt8]
  ) -> Int {
    let first = codeUnit(at: start + 2, in: bytes) ?? 0xFFFD
    if UTF16.isLeadSurrogate(first), start + 7 < bytes.count,
      bytes[start + 6] == UInt8(ascii: "\\"), bytes[start + 7] == UInt8(ascii: "u"),
      let second = codeUnit(at: start + 8, in: bytes), UTF16.isTrailSurrogate(second)
    {
      let scalar = UTF16.decode(UTF16.EncodedScalar([first, second]))
      output.append(contentsOf: String(Character(scalar)).utf8)
      return start + 12
    }
    // Half of a surrogate pair means nothing.
    let scalar = Unicode.Scalar(UInt32(first)) ?? "\u{FFFD}"
    output.append(contentsOf: String(Character(scalar)).utf8)
    return start + 6
  }

  /// Four hexadecimal digits; nil if there are fewer.
  static func codeUnit(at start: Int, in bytes: [UInt8]) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}

/// Well-formed UTF-8 (The Unicode Standard, table 3-7).
package enum UTF8Sequence {
  /// - Returns: The length of the sequence whose first byte is not ASCII; 0 if it is malformed.
  package static func length(at start: Int, in bytes: [UInt8]) -> Int {
    func isTrail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      start + offset < bytes.count && range.contains(bytes[start + offset])
    }
    switch bytes[start] {
    case 0xC2...0xDF: return isTrail(1) ? 2 : 0
    case 0xE0: return isTrail(1, 0xA0...0xBF) && isTrail(2) ? 3 : 0
    case 0xED: return isTrail(1, 0x80...0x9F) && isTrail(2) ? 3 : 0
    case 0xE1...0xEF: return isTrail(1) && isTrail(2) ? 3 : 0
    case 0xF0: return isTrail(1, 0x90...0xBF) && isTrail(2) && isTrail(3) ? 4 : 0
    case 0xF1...0xF3: return isTrail(1) && isTrail(2) && isTrail(3) ? 4 : 0
    case 0xF4: return isTrail(1, 0x80...0x8F) && isTrail(2) && isTrail(3) ? 4 : 0
    default: return 0
    }
  }
}
