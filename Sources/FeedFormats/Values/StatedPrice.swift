import GalleryDomain

/// Prices as stated by shops and feeds. An ambiguous price is ignored.
enum StatedPrice {
  /// `15.00 USD`, `USD 15.00`, `€15`, `1,299.00 EUR`, `12,50 €`, `from 80 CHF`, `15.00 - 25.00 USD`.
  ///
  /// - Parameter currency: If it is stated separately; a currency in the text takes precedence.
  /// - Returns: nil if there is no amount, if there are other words, or if the decimal point could be a group separator
  ///   (`1.299 EUR`).
  static func price(_ text: String?, currency: String? = nil) -> Price? {
    guard let line = CleanText.line(text, limit: TextLimit(characters: 60)) else { return nil }
    let currency = code(currency)
    if let (lower, upper) = range(line), let low = WrittenPrice(lower),
      let high = WrittenPrice(upper), low.isComplete, high.isComplete
    {
      // `15.00 - 25.00 USD` states the currency only once.
      let shared = low.currency ?? high.currency ?? currency
      guard high.currency == nil || high.currency == shared else { return nil }
      return lowest([low.price(currency: shared), high.price(currency: shared)])
    }
    guard let written = WrittenPrice(line[...]), written.isComplete else { return nil }
    return written.price(currency: written.currency ?? currency)
  }

  /// `18000` with 3 digits is `18.000`.
  ///
  /// - Parameter digits: The number of decimals, 0–6; nil for that of the currency.
  /// - Returns: nil if it is negative or not a whole number.
  static func price(minorUnits: String?, digits: Int? = nil, currency: String?) -> Price? {
    let code = code(currency)
    guard let units = CleanText.line(minorUnits),
      let digits = digits ?? code.map(CurrencyCode.minorUnitDigits),
      let amount = ExactDecimal(units)?.shifted(by: digits)
    else { return nil }
    return Price(amount: amount.text(decimals: digits), currency: code)
  }

  /// Etsy's `{"amount": 1250, "divisor": 100}`: it has as many decimals as the divisor has zeros.
  ///
  /// - Returns: nil unless the divisor is a power of ten up to a million.
  static func price(amount: String?, divisor: String?, currency: String?) -> Price? {
    guard let divisor = CleanText.line(divisor), divisor.first == "1",
      divisor.dropFirst().allSatisfy({ $0 == "0" })
    else { return nil }
    return price(minorUnits: amount, digits: divisor.count - 1, currency: currency)
  }

  /// The lowest price of several variants of an item, marked as *from* if there are more expensive ones.
  ///
  /// - Returns: nil if there are none, and for prices in different currencies, which cannot be compared.
  static func lowest(_ prices: [Price?]) -> Price? {
    let prices = prices.compactMap(\.self)
    guard let lowest = prices.min(by: { $0.number < $1.number }),
      prices.allSatisfy({ $0.currency == lowest.currency })
    else { return nil }
    return Price(
      amount: lowest.amount, currency: lowest.currency,
      isLowest: prices.contains { $0.isLowest || $0.number != lowest.number })
  }

  /// The parts before and after the sign or the word of a range.
  private static func range(_ line: String) -> (Substring, Substring)? {
    guard let digit = line.firstIndex(where: { $0.isNumber }) else { return nil }
    for sign in ["–", "—", "-", " to ", " bis "] {
      guard let range = line.firstRange(of: sign), range.lowerBound > digit else { continue }
      return (line[..<range.lowerBound], line[range.upperBound...])
    }
    return nil
  }

  private static func code(_ currency: String?) -> String? {
    guard let word = CleanText.line(currency, limit: TextLimit(characters: 10)) else { return nil }
    if let meaning = CurrencyCode.meaning(of: word) {
      guard case .code(let code) = meaning else { return nil }
      return code
    }
    return word.utf8.count == 3 && word.utf8.allSatisfy { $0 < 0x80 } ? word.uppercased() : nil
  }
}
