import GalleryDomain

/// Prices as people read them, with the source's own digits.
public enum PriceText {
  /// `€120.00`, `CHF 80.00`, or `120.00` where the currency is not known; grouped from five digits on.
  public static func text(of price: Price) -> String {
    let amount = grouped(price.amount)
    guard let currency = price.currency else { return amount }
    guard let sign = signs[currency] else { return "\(currency) \(amount)" }
    return sign + amount
  }

  /// Signs that name one currency only, the dollar's being the widest used of its kind.
  private static let signs = [
    "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "ILS": "₪",
    "UAH": "₴", "VND": "₫", "TRY": "₺", "RUB": "₽",
  ]

  private static func grouped(_ amount: String) -> String {
    let parts = amount.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.utf8.count > 4, let number = Int(whole) else {
      return amount
    }
    // Leading zeros are the source's business, but never grouped.
    guard String(number) == whole else { return amount }
    return ([CountText.grouped(number)] + parts.dropFirst().map(String.init))
      .joined(separator: ".")
  }
}
