/// The order that users expect for file names: numbers by value, letters regardless of case (`img2.jpg`, `IMG10.jpg`).
///
/// Each name gets a key whose bytes are compared, so that comparing does not have to look for numbers.
public enum NaturalOrder {
  /// Appends the key of a name.
  ///
  /// A run of digits becomes `0`, its length without leading zeros, and the digits. Latin, Greek and Cyrillic letters
  /// are converted to lower case; other characters are ordered by code point, and bytes that are not UTF-8 by their
  /// value.
  ///
  /// It is inlinable for the readers of folders: without that, the compiler of their module calls it for any collection, with an
  /// allocation a byte, which took 1.2 of the 1.7 µs of a name.
  @inlinable
  public static func appendKey(of name: some Collection<UInt8>, to key: inout [UInt8]) {
    var digitsStart: Int?
    var previous: UInt8 = 0
    for byte in name {
      if (0x30...0x39).contains(byte) {
        if let start = digitsStart {
          // Leading zeros do not count.
          if byte != 0x30 || key.count > start { key.append(byte) }
        } else {
          key.append(0x30)
          key.append(0)
          digitsStart = key.count
          if byte != 0x30 { key.append(byte) }
        }
      } else {
        endDigits(&digitsStart, &key)
        appendLowercase(byte, after: previous, to: &key)
      }
      previous = byte
    }
    endDigits(&digitsStart, &key)
  }

  @inlinable
  static func endDigits(_ start: inout Int?, _ key: inout [UInt8]) {
    guard let first = start else { return }
    // A file name has at most 255 bytes; in a longer title, the length of a run of digits is capped.
    key[first - 1] = UInt8(clamping: key.count - first)
    start = nil
  }

  @inlinable
  static func appendLowercase(
    _ byte: UInt8, after previous: UInt8, to key: inout [UInt8]
  ) {
    guard byte & 0xC0 == 0x80, (0xC3...0xD1).contains(previous), !key.isEmpty else {
      key.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      return
    }
    // The second byte of two: the letter is known only now.
    let letter = UInt16(previous & 0x1F) << 6 | UInt16(byte & 0x3F)
    let lower: UInt16
    switch letter {
    case 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A1, 0x3A3...0x3A9, 0x410...0x42F:
      lower = letter + 0x20
    case 0x400...0x40F: lower = letter + 0x50
    case 0x100...0x137, 0x14A...0x177, 0x460...0x481, 0x48A...0x4BF: lower = letter | 1
    default: lower = letter
    }
    key[key.count - 1] = 0xC0 | UInt8(lower >> 6)
    key.append(0x80 | UInt8(lower & 0x3F))
  }

  /// Names or paths in natural order; equal ones are ordered by their bytes.
  package static func sorted(_ names: some Collection<[UInt8]>) -> [[UInt8]] {
    names.map { name in
      var key: [UInt8] = []
      appendKey(of: name, to: &key)
      return (key: key, name: name)
    }
    .sorted { left, right in
      left.key == right.key
        ? left.name.lexicographicallyPrecedes(right.name)
        : left.key.lexicographicallyPrecedes(right.key)
    }
    .map(\.name)
  }
}
