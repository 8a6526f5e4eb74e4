import Glibc

/// Numbers in further facts, with at most two decimals; nil for impossible values.
enum DetailNumber {
  /// `75 mm`, `-3.5 m`.
  static func text(_ value: Double, in range: ClosedRange<Double>, unit: String) -> String? {
    text(value, in: range).map { "\($0) \(unit)" }
  }

  static func text(_ value: Double, in range: ClosedRange<Double> = 0...1_000_000) -> String? {
    // NaN is in no range.
    guard range.contains(value), abs(value) <= 1_000_000_000 else { return nil }
    let hundredths = Int((value * 100).rounded())
    let magnitude = hundredths.magnitude
    var text = "\(magnitude / 100)"
    if magnitude % 100 != 0 {
      text +=
        magnitude % 10 == 0
        ? ".\(magnitude % 100 / 10)" : ".\(magnitude / 10 % 10)\(magnitude % 10)"
    }
    return hundredths < 0 ? "-\(text)" : text
  }

  /// An exposure correction, which may be below zero: `-1/3` → `-0.33 EV`, `0/1` → `0 EV`.
  static func bias(_ fraction: String) -> String? {
    let parts = fraction.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let numerator = Int32(parts[0]), let denominator = Int32(parts[1]),
      denominator != 0
    else { return nil }
    let steps = Double(numerator) / Double(denominator)
    return text(steps, in: -20...20).map { steps > 0 && $0 != "0" ? "+\($0) EV" : "\($0) EV" }
  }
}

/// 2 to the power of half the value.
func exp2OfHalf(_ value: Double) -> Double { exp2(value / 2) }

/// Dates in further facts as people read them.
enum DetailDate {
  /// `2017:10:01 12:34:56` as `2017-10-01 12:34`; other forms unchanged, nil for zeros.
  static func text(_ found: String) -> String? {
    let bytes = Array(found.utf8)
    guard bytes.count == 19, bytes[4] == 0x3A, bytes[7] == 0x3A, bytes[10] == 0x20,
      bytes[13] == 0x3A
    else { return found.hasPrefix("0000") ? nil : found }
    guard !found.hasPrefix("0000") else { return nil }
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    return "\(part(0..<4))-\(part(5..<7))-\(part(8..<10)) \(part(11..<16))"
  }
}
