/// Exact arithmetic on decimal numbers in text form: ASCII digits with at most one decimal point, as in `Price`.
enum DecimalText {
  /// Longer numbers are not prices.
  private static let digitLimit = 40

  /// Converts a number of minor units to an amount: `18000` with 3 digits is `18.000`, `5` with 2 is `0.05`.
  ///
  /// - Parameter digits: The number of decimals, 0–6.
  /// - Returns: nil if it is negative or not a whole number.
  static func amount(minorUnits: String, digits: Int) -> String? {
    // Some JSON writers print a whole number as `1800.0`.
    let parts = minorUnits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard (0...6).contains(digits), let whole = parts.first, isDigits(whole),
      parts.count < 2 || (!parts[1].isEmpty && parts[1].utf8.allSatisfy { $0 == 0x30 })
    else { return nil }
    return shifted(Array(whole.utf8), by: digits)
  }

  /// `1250` divided by `100` is `12.50`: it has as many decimals as the divisor has zeros.
  ///
  /// - Returns: nil unless the divisor is a power of ten up to a million.
  static func quotient(_ amount: String, divisor: String) -> String? {
    let zeros = divisor.utf8.dropFirst()
    guard divisor.utf8.first == 0x31, zeros.count <= 6, zeros.allSatisfy({ $0 == 0x30 }) else {
      return nil
    }
    return Self.amount(minorUnits: amount, digits: zeros.count)
  }

  /// Whether the first number is less than the second, regardless of extra zeros.
  static func isLess(_ first: String, than second: String) -> Bool {
    compare(first, second) < 0
  }

  static func isEqual(_ first: String, _ second: String) -> Bool {
    compare(first, second) == 0
  }

  static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= digitLimit
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func shifted(_ whole: [UInt8], by digits: Int) -> String {
    let padding = max(digits + 1 - whole.count, 0)
    var bytes = [UInt8](repeating: 0x30, count: padding) + whole
    // Leading zeros are dropped, except one before the point.
    while bytes.count > digits + 1, bytes[0] == 0x30 { bytes.removeFirst() }
    if digits > 0 { bytes.insert(0x2E, at: bytes.count - digits) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func compare(_ first: String, _ second: String) -> Int {
    let (first, second) = (parts(first), parts(second))
    if first.whole.count != second.whole.count {
      return first.whole.count < second.whole.count ? -1 : 1
    }
    let pair = (first.whole + first.fraction, second.whole + second.fraction)
    if pair.0 == pair.1 { return 0 }
    return pair.0.lexicographicallyPrecedes(pair.1) ? -1 : 1
  }

  /// Without superfluous zeros.
  private static func parts(_ text: String) -> (whole: [UInt8], fraction: [UInt8]) {
    let bytes = Array(text.utf8)
    let point = bytes.firstIndex(of: 0x2E) ?? bytes.count
    var fraction = Array(bytes[min(point + 1, bytes.count)...])
    while fraction.last == 0x30 { fraction.removeLast() }
    return (Array(bytes[..<point].drop { $0 == 0x30 }), fraction)
  }
}
