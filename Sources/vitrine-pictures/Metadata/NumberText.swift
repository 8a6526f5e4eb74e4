import PictureProtocol

/// Numbers as EXIF and XMP write them.
enum NumberText {
  /// `1/200`, `18/10`, `1.8` or `50` as a fraction in lowest terms; nil for anything else, and below 0.
  static func rational(_ text: String) -> PhotoMetadata.Rational? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = UInt32(parts[0]), let denominator = UInt32(parts[1]) {
      guard denominator > 0 else { return nil }
      let divisor = max(1, greatestCommonDivisor(numerator, denominator))
      return .init(numerator: numerator / divisor, denominator: denominator / divisor)
    }
    guard parts.count == 1, let value = Double(text), value >= 0, value < 4_000_000 else {
      return nil
    }
    return rational(value)
  }

  private static func rational(_ value: Double) -> PhotoMetadata.Rational? {
    let thousandths = UInt32((value * 1000).rounded())
    let divisor = max(1, greatestCommonDivisor(thousandths, 1000))
    return .init(numerator: thousandths / divisor, denominator: 1000 / divisor)
  }

  private static func greatestCommonDivisor(_ first: UInt32, _ second: UInt32) -> UInt32 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}
