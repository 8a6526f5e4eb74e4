import GalleryDomain

/// Percent-encoding of everything except the unreserved characters, in capitals (RFC 3986, 2.1), as signatures require.
package enum PercentEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)

  package static func text(_ bytes: [UInt8]) -> String { encoded(bytes, keepsSeparators: false) }

  /// The same, but `/` isn't encoded.
  package static func path(_ bytes: [UInt8]) -> String { encoded(bytes, keepsSeparators: true) }

  private static func encoded(_ bytes: [UInt8], keepsSeparators: Bool) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        result.append(byte)
      case FilePath.separator where keepsSeparators: result.append(byte)
      default:
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

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
      if bytes[index] == UInt8(ascii: "%"), let byte = decodedByte(at: index, in: bytes) {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// The byte that the escape at an index stands for; nil if the two bytes after the index aren't hexadecimal digits.
  static func decodedByte(at index: Int, in bytes: [UInt8]) -> UInt8? {
    guard index + 2 < bytes.count, let high = value(bytes[index + 1]),
      let low = value(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
