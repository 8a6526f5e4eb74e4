import Foundation
import GalleryDomain

/// Prices as a sign or an ISO code and a number, with the source's own digits: `€1,200.00`, `CHF 80.00`, `from €80.00`, or
/// `120.00` if the currency is not known. In one format everywhere, like counts.
public struct PriceText: Hashable, Sendable {
  private var decimals = PriceDecimals()

  public init() {}

  public static func text(of price: Price) -> String { PriceText().text(of: price) }

  /// The same with the decimals that other prices beside it have.
  func aligned(to decimals: PriceDecimals) -> PriceText {
    var text = self
    text.decimals = decimals
    return text
  }

  /// The same for prices that are shown together.
  func aligned(to items: [BasketItem]) -> PriceText {
    var decimals = PriceDecimals()
    for item in items {
      for case let price? in [item.photo.price, item.chosenPrice] { decimals.add(price) }
    }
    return aligned(to: decimals)
  }

  /// Never rounded, and padded only as prices beside it are (`aligned`).
  public func text(of price: Price) -> String {
    let amount = grouped(decimals.padded(price))
    return price.isLowest
      ? "from \(joined(price.currency, amount))" : joined(price.currency, amount)
  }

  /// A photo's price, with its date once that has passed: `€80.00 until 3 May`; nil without one.
  func text(
    of photo: Photo, now: Date = Date(), dates: DateText = DateText()
  ) -> String? {
    guard let price = photo.price else { return nil }
    guard let end = photo.priceUntil, photo.priceHasEnded(by: now) else { return text(of: price) }
    return "\(text(of: price)) until \(dates.dayInWords(of: end, now: now))"
  }

  private func joined(_ currency: String?, _ amount: String) -> String {
    guard let currency else { return amount }
    return CurrencyCode.sign(of: currency).map { $0 + amount } ?? "\(currency) \(amount)"
  }

  private func grouped(_ amount: String) -> String {
    let parts = amount.split(separator: ".", maxSplits: 1)
    // A number with leading zeros is shown as the source states it, and not grouped.
    guard let whole = parts.first, whole.first != "0" else { return amount }
    var text = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return parts.count == 2 ? "\(text).\(parts[1])" : text
  }
}

/// The decimals of prices that are shown together: if one of a currency has cents, all have (`€120.00` beside `€80.50`).
public struct PriceDecimals: Hashable, Sendable {
  /// By currency; the empty one for prices without any.
  private var counts: [String: Int] = [:]

  mutating func add(_ price: Price) {
    let count = price.decimalCount
    guard count > 0 else { return }
    counts[price.currency ?? ""] = max(count, Self.cents, counts[price.currency ?? ""] ?? 0)
  }

  private static let cents = 2

  /// The amount with as many decimals as the others have.
  func padded(_ price: Price) -> String {
    let count = price.decimalCount
    guard let wanted = counts[price.currency ?? ""], wanted > count else { return price.amount }
    return price.amount + (count == 0 ? "." : "") + String(repeating: "0", count: wanted - count)
  }
}
