/// A price as the source states it.
public struct Price: Hashable, Sendable {
  /// A decimal number with the source's own digits, such as `120.00`; no sign, no grouping.
  public let amount: String
  /// An ISO 4217 code in capitals, such as `EUR`; nil if the source states none.
  public let currency: String?
  /// Whether the item is also available in more expensive variants, so that the price is shown as *from* this amount.
  public let isLowest: Bool

  /// - Returns: nil unless `amount` consists of digits with at most one decimal point (ASCII, at most 18 characters). A
  ///   currency that is not three ASCII letters is ignored.
  public init?(amount: String, currency: String?, isLowest: Bool = false) {
    self.isLowest = isLowest
    let bytes = Array(amount.utf8)
    let digits = bytes.filter { (0x30...0x39).contains($0) }.count
    let points = bytes.filter { $0 == 0x2E }.count
    guard bytes.count <= 18, points <= 1, digits > 0, digits + points == bytes.count,
      bytes.first != 0x2E, bytes.last != 0x2E
    else { return nil }
    self.amount = amount
    self.currency = currency.flatMap { code in
      let isCode = code.utf8.count == 3 && code.utf8.allSatisfy { isASCIILetter($0) }
      return isCode ? code.uppercased() : nil
    }
  }
}

private func isASCIILetter(_ byte: UInt8) -> Bool {
  (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
}
