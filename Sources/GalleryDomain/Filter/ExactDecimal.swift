/// A decimal number, so that `9.50` equals `9.5` and no digit is lost.
public struct ExactDecimal: Hashable, Sendable, Comparable {
  /// In units of 10⁻¹⁷.
  private let scaled: UInt128

  /// The longest number, in characters; the same as for `Price.amount`.
  public static let characterLimit = 18
  private static let decimals = 17

  /// - Returns: nil unless the text consists of digits with at most one decimal point (ASCII, at most 18 characters).
  public init?(_ text: some StringProtocol) {
    var scaled: UInt128 = 0
    var fraction: Int?
    var count = 0
    var last: UInt8 = 0x2E
    for byte in text.utf8 {
      count += 1
      guard count <= Self.characterLimit else { return nil }
      switch byte {
      case 0x30...0x39:
        scaled = scaled * 10 + UInt128(byte - 0x30)
        fraction = fraction.map { $0 + 1 }
      case 0x2E where fraction == nil && count > 1: fraction = 0
      default: return nil
      }
      last = byte
    }
    guard last != 0x2E else { return nil }
    // At most 18 digits, or 17 and a point: the result is below 10³⁵, and 2¹²⁸ is above 10³⁸.
    for _ in (fraction ?? 0)..<Self.decimals { scaled *= 10 }
    self.scaled = scaled
  }

  /// A whole number, clamped to 0...2⁶².
  public init(_ number: Int) {
    scaled = UInt128(max(0, min(number, 1 << 62))) * Self.unit
  }

  /// A product in millions, such as the megapixels of a picture; exact.
  ///
  /// - Returns: nil if a factor is negative or above 2³¹.
  public init?(millionsIn width: Int, times height: Int) {
    let range = 0...(1 << 31)
    guard range.contains(width), range.contains(height) else { return nil }
    scaled = UInt128(width * height) * (Self.unit / 1_000_000)
  }

  /// The number times a power of 1,000, clamped to 2⁶² like whole numbers.
  func timesThousand(_ power: Int) -> ExactDecimal {
    var number = self
    for _ in 0..<power {
      let (product, overflows) = number.scaled.multipliedReportingOverflow(by: 1_000)
      let limit = ExactDecimal(1 << 62).scaled
      number = ExactDecimal(scaled: overflows ? limit : min(product, limit))
    }
    return number
  }

  /// - Returns: nil if the sum is too large.
  func adding(_ other: ExactDecimal) -> ExactDecimal? {
    let (sum, overflows) = scaled.addingReportingOverflow(other.scaled)
    return overflows ? nil : ExactDecimal(scaled: sum)
  }

  /// A whole number of units, of which 10 to the power of `digits` make one: 18000 with 3 digits is 18.
  ///
  /// - Returns: nil unless it is whole, and for more than six digits.
  package func shifted(by digits: Int) -> ExactDecimal? {
    guard (0...6).contains(digits), scaled.isMultiple(of: Self.unit) else { return nil }
    return ExactDecimal(scaled: (0..<digits).reduce(scaled) { units, _ in units / 10 })
  }

  /// The quotient of two numbers if it is a whole number, else nil.
  func quotient(by divisor: ExactDecimal) -> ExactDecimal? {
    guard divisor.scaled > 0, scaled.isMultiple(of: divisor.scaled) else { return nil }
    return ExactDecimal(Int(clamping: scaled / divisor.scaled))
  }

  private init(scaled: UInt128) { self.scaled = scaled }

  /// A text that compares as the number does, byte by byte: how many digits it has in units of 10⁻¹⁷, as a letter, and these
  /// without zeros at their end.
  package var sortableText: String {
    var digits = "\(scaled)"
    let count = UInt8(digits.utf8.count)
    while digits.last == "0" { digits.removeLast() }
    return String(UnicodeScalar(0x40 + count)) + digits
  }

  /// The whole numbers of a unit around it: the largest that isn't greater, the smallest that isn't less.
  ///
  /// - Parameter unitsPerOne: 1, or 1,000,000 for pixels of a number in megapixels.
  package func wholeNumbers(unitsPerOne: UInt128 = 1) -> (atMost: Int64, atLeast: Int64) {
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Self.unit / unitsPerOne)
    let atMost = Int64(clamping: whole)
    return (atMost, rest == 0 || atMost == .max ? atMost : atMost + 1)
  }

  /// The number at the start of a text, such as 50.0 in `50.0 mm`.
  ///
  /// - Returns: nil if the text does not start with a number.
  public init?(prefixOf text: String) {
    var digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    while digits.last == "." { digits.removeLast() }
    self.init(digits)
  }

  private static let unit: UInt128 = 100_000_000_000_000_000

  public static func < (one: ExactDecimal, other: ExactDecimal) -> Bool {
    one.scaled < other.scaled
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// Without trailing zeros.
  public var description: String { text(decimals: 0) }

  /// With at least as many decimals.
  package func text(decimals: Int) -> String {
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Self.unit)
    var digits = "\(rest)"
    digits = String(repeating: "0", count: Self.decimals - digits.utf8.count) + digits
    while digits.utf8.count > decimals, digits.last == "0" { digits.removeLast() }
    return digits.isEmpty ? "\(whole)" : "\(whole).\(digits)"
  }
}
