import GalleryDomain

/// Prices as users type them; stricter than prices from feeds, because a user can correct them.
public struct PriceParser: PriceEntry {
  public init() {}

  /// `eur` or `EUR`.
  ///
  /// - Returns: The code in capitals; nil if it isn't a currency.
  public static func currency(_ text: String) -> String? {
    guard let code = CleanText.line(text)?.uppercased(), CurrencyCode.isKnown(code) else {
      return nil
    }
    return code
  }

  public func price(_ text: String, currency: String?) throws(PriceEntryFault) -> Price? {
    guard text.utf8.count <= 200 else { throw .tooLong }
    guard let line = CleanText.line(text) else { return nil }
    guard line.contains(where: { $0.isASCII && $0.isNumber }) else { throw .noAmount }
    guard let written = WrittenPrice(line[...], readsSmallCodes: true) else { throw .notOnePrice }
    if let sign = written.sharedSign { throw .sharedSign(sign) }
    guard written.isComplete, !written.isLowest else { throw .notOnePrice }
    guard let code = written.currency ?? currency else { throw .noCurrency }
    guard CurrencyCode.isKnown(code) else { throw .unknownCurrency(code) }
    guard let price = written.price(currency: code) else { throw .ambiguous }
    let digits = CurrencyCode.minorUnitDigits(of: code)
    guard price.decimalCount <= digits else {
      throw .tooManyDecimals(currency: code, count: digits)
    }
    guard price.number > ExactDecimal(0) else { throw .nothing }
    return price
  }
}
