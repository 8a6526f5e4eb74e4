/// Percent-encoding in capitals (RFC 3986, 2.1), as signatures require.
package enum PercentEncoding {
  /// The bytes that stay as they are: letters, digits and some signs.
  package struct Plain: Sendable {
    fileprivate let table: [Bool]

    package init(_ signs: String) {
      var table = [Bool](repeating: false, count: 256)
      for byte in [0x30...0x39, 0x41...0x5A, 0x61...0x7A].joined() { table[byte] = true }
      for byte in signs.utf8 { table[Int(byte)] = true }
      self.table = table
    }

    /// RFC 3986, 2.3.
    package static let unreserved = Plain("-._~")
    package static let path = Plain("-._~/")
  }

  /// - Parameter start: A prefix that isn't encoded.
  package static func text(
    _ bytes: [UInt8], keeping plain: Plain = .unreserved, after start: String = ""
  ) -> String {
    let start = start.utf8
    return String(unsafeUninitializedCapacity: start.count + 3 * bytes.count) { buffer in
      var count = 0
      func append(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      for byte in start { append(byte) }
      for byte in bytes {
        if plain.table[Int(byte)] {
          append(byte)
        } else {
          append(UInt8(ascii: "%"))
          for digit in [byte >> 4, byte & 0xF] { append(digit + (digit < 10 ? 0x30 : 0x37)) }
        }
      }
      return count
    }
  }

  /// As `text`, but `/` isn't encoded.
  package static func path(_ bytes: [UInt8]) -> String { text(bytes, keeping: .path) }

  /// The encoding of HTML forms and S3's listings (`encoding-type=url`): `+` is a space, and a plus sign is `%2B`. Ceph
  /// and moto write `%20`.
  package static func decodedForm(_ bytes: [UInt8]) -> [UInt8] {
    decoded(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
  }

  /// Text that isn't an escape is kept as it is.
  package static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let byte = escapedByte(at: index, in: bytes) {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// What the escape at an index means; nil if there is none.
  package static func escapedByte(at index: Int, in bytes: [UInt8]) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
    default: nil
    }
  }
}
