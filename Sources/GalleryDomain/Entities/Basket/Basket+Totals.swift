extension Basket {
  /// What can still be bought, added up currency by currency, in the order in which the currencies were first chosen.
  ///
  /// Items without a price are in no total. Nothing is converted and nothing is rounded.
  public var totals: [BasketTotal] {
    var currencies: [String?] = []
    var prices: [String?: [Price]] = [:]
    for case let price? in availableItems.map(\.photo.price) {
      if prices[price.currency] == nil { currencies.append(price.currency) }
      prices[price.currency, default: []].append(price)
    }
    return currencies.map { currency in
      let prices = prices[currency] ?? []
      return BasketTotal(currency: currency, sum: Price(sumOf: prices), itemCount: prices.count)
    }
  }

  /// How many of the items that can still be bought have no price.
  public var unpricedCount: Int { availableItems.count { $0.photo.price == nil } }
}

extension Price {
  /// The exact sum, with as many decimals as the price with the most, in the currency of the first price; `isLowest` if
  /// one of them is.
  ///
  /// - Returns: nil for no prices, and if the sum has more digits than a price can have.
  public init?(sumOf prices: [Price]) {
    guard let first = prices.first else { return nil }
    let decimals = prices.map(\.decimalCount).max() ?? 0
    // 18 digits and 17 decimals are 35 digits; 128 bits hold 38.
    var sum: UInt128 = 0
    for price in prices {
      guard let units = price.units(decimals: decimals) else { return nil }
      let (next, overflows) = sum.addingReportingOverflow(units)
      guard !overflows else { return nil }
      sum = next
    }
    self.init(
      amount: Self.text(of: sum, decimals: decimals), currency: first.currency,
      isLowest: prices.contains(where: \.isLowest))
  }

  private var decimalCount: Int {
    let bytes = Array(amount.utf8)
    return bytes.firstIndex(of: 0x2E).map { bytes.count - $0 - 1 } ?? 0
  }

  /// The amount in units of 10^-`decimals`; nil if that overflows.
  private func units(decimals: Int) -> UInt128? {
    var digits = amount.utf8.filter { $0 != 0x2E }
    digits += Array(repeating: 0x30, count: max(0, decimals - decimalCount))
    var units: UInt128 = 0
    for digit in digits {
      let (tens, isTooLarge) = units.multipliedReportingOverflow(by: 10)
      let (next, overflows) = tens.addingReportingOverflow(UInt128(digit &- 0x30))
      guard !isTooLarge, !overflows else { return nil }
      units = next
    }
    return units
  }

  private static func text(of units: UInt128, decimals: Int) -> String {
    let digits = String(units)
    guard decimals > 0 else { return digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}
