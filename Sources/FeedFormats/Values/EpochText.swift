import Foundation

/// Seconds or milliseconds since 1970, as in APIs: `1506859200`, `1506859200123`, `1506859200.5`.
enum EpochText {
  /// - Returns: nil for fewer than 9 digits, which mean something else (a year, the day `20171001`), and for more than
  ///   14. From 12 digits on they are milliseconds: as seconds they would be after the year 5138.
  static func date(_ text: String) -> Date? {
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    let parts = bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, (9...14).contains(whole.count), let number = digits(whole) else {
      return nil
    }
    var value = Double(number)
    if parts.count == 2 {
      // No more digits than a Double can distinguish.
      guard let fraction = digits(parts[1].prefix(6)), parts[1].allSatisfy(isDigit) else {
        return nil
      }
      value += Double(fraction) / pow(10, Double(min(parts[1].count, 6)))
    }
    let seconds = (whole.count >= 12 ? value / 1_000 : value) * (isNegative ? -1 : 1)
    return seconds == 0 ? nil : Date(timeIntervalSince1970: seconds)
  }

  /// At most 14 digits, which cannot overflow.
  private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.count <= 14, bytes.allSatisfy(isDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
