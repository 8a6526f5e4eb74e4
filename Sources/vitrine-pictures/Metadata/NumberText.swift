/// Numbers as EXIF and XMP write them.
enum NumberText {
  /// `1/200`, `18/10`, `1.8` or `50`; nil for anything else, and below 0.
  static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = UInt32(parts[0]), let denominator = UInt32(parts[1]) {
      return denominator > 0 ? Double(numerator) / Double(denominator) : nil
    }
    guard parts.count == 1, let value = Double(text), value >= 0, value < 4_000_000 else {
      return nil
    }
    return value
  }
}
