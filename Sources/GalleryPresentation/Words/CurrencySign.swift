/// Signs of currencies. If a sign means another currency in the reader's country, the code or `US$` is written.
enum CurrencySign {
  /// - Parameter territory: The reader's country, such as `CA`; empty if it is not known.
  /// - Returns: nil if the code is to be written.
  static func text(of currency: String, in territory: String) -> String? {
    if let home = homes[territory] {
      if home.currency == currency { return home.sign }
      // At home, `$` is the country's own sign.
      if home.sign == "$", currency == "USD" { return "US$" }
    }
    // In China, `¥` is the sign of the yuan.
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
