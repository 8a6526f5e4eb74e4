/// Signs of currencies. Where a sign means another currency at home, the code is written.
enum CurrencySign {
  /// - Parameter territory: Whose reader it is, such as `CA`; empty for anybody.
  static func text(of currency: String, in territory: String) -> String? {
    if let home = homes[territory] {
      if home.currency == currency { return home.sign }
      // At home `$` is one's own.
      if home.sign == "$", currency == "USD" { return "US$" }
    }
    // `¥` is the yuan's sign there.
    if currency == "JPY", territory == "CN" { return nil }
    return signs[currency]
  }

  /// Signs that name one currency only, the dollar's being the widest used of its kind.
  private static let signs = [
    "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "ILS": "₪",
    "UAH": "₴", "VND": "₫", "TRY": "₺", "RUB": "₽",
  ]

  /// Signs that several countries use, each for its own currency (CLDR, *narrow* symbols at home).
  private static let homes: [String: (currency: String, sign: String)] = [
    "AR": ("ARS", "$"), "AU": ("AUD", "$"), "BR": ("BRL", "R$"), "CA": ("CAD", "$"),
    "CL": ("CLP", "$"), "CO": ("COP", "$"), "CZ": ("CZK", "Kč"), "DK": ("DKK", "kr."),
    "HK": ("HKD", "$"), "HU": ("HUF", "Ft"), "IS": ("ISK", "kr."), "MX": ("MXN", "$"),
    "NO": ("NOK", "kr"), "NZ": ("NZD", "$"), "PL": ("PLN", "zł"), "SE": ("SEK", "kr"),
    "SG": ("SGD", "$"), "TW": ("TWD", "$"),
  ]
}
