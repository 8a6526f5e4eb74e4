import Foundation
import GalleryDomain

/// Prices as a sign or an ISO code and a number, with the source's own digits: `€1,200.00`, `CHF 80.00`, `from €80.00`, or
/// `120.00` if the currency is not known. In one format everywhere, like counts.
public enum PriceText {
  /// Never rounded; `80.5` is `80.50`.
  public static func text(of price: Price) -> String {
    let amount = grouped(price.amount)
    let text =
      price.currency.map { code in
        CurrencyCode.sign(of: code).map { $0 + amount } ?? "\(code) \(amount)"
      } ?? amount
    return price.isLowest ? "from \(text)" : text
  }

  /// A photo's price, with its date once that has passed: `€80.00 until 3 May`; nil without one.
  static func text(of photo: Photo, now: Date = Date(), dates: DateText = DateText()) -> String? {
    guard let price = photo.price else { return nil }
    guard let end = photo.priceUntil, photo.priceHasEnded(by: now) else { return text(of: price) }
    return "\(text(of: price)) until \(dates.dayInWords(of: end, now: now))"
  }

  private static func grouped(_ amount: String) -> String {
    let parts = amount.split(separator: ".", maxSplits: 1)
    // A number with leading zeros is shown as the source states it, and not grouped.
    guard let whole = parts.first, whole.first != "0" else { return amount }
    let text = CountText.grouped(digits: whole)
    guard parts.count == 2 else { return text }
    return "\(text).\(parts[1])\(parts[1].count == 1 ? "0" : "")"
  }
}
