import Foundation
import GalleryDomain

/// What an order costs, currency by currency, in the order of the items.
enum OrderTotals {
  static func totals(of items: [BasketItem]) -> [BasketTotal] {
    var currencies: [String?] = []
    var prices: [String?: [Price]] = [:]
    for price in items.compactMap(\.photo.price) {
      if prices[price.currency] == nil { currencies.append(price.currency) }
      prices[price.currency, default: []].append(price)
    }
    return currencies.map { currency in
      let all = prices[currency] ?? []
      return BasketTotal(currency: currency, sum: sum(all, currency), itemCount: all.count)
    }
  }

  /// Exact: prices have at most 18 digits, and `Decimal` 38.
  private static func sum(_ prices: [Price], _ currency: String?) -> Price? {
    let decimals = prices.map { $0.amount.split(separator: ".").dropFirst().first?.count ?? 0 }
    let places = decimals.max() ?? 0
    let sum = prices.reduce(Decimal.zero) { $0 + (Decimal(string: $1.amount) ?? 0) }
    var text = "\(sum)"
    if places > 0 {
      let parts = text.split(separator: ".")
      let fraction = parts.count > 1 ? String(parts[1]) : ""
      let zeros = String(repeating: "0", count: max(places - fraction.count, 0))
      text = "\(parts[0]).\(fraction)\(zeros)"
    }
    return Price(amount: text, currency: currency, isLowest: prices.contains(where: \.isLowest))
  }
}
