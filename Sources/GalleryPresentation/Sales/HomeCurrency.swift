extension PriceLocale {
  /// The currency of the country (ISO 4217 by ISO 3166-1); nil if the country is not known.
  public var homeCurrency: String? {
    if Self.euro.contains(territory) { return "EUR" }
    return Self.currencies[territory]
  }

  private static let euro: Set<String> = [
    "AD", "AT", "BE", "BG", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU",
    "LV",
    "MC", "ME", "MT", "NL", "PT", "SI", "SK", "SM", "VA", "XK",
  ]

  private static let currencies = [
    "AE": "AED", "AL": "ALL", "AM": "AMD", "AR": "ARS", "AU": "AUD", "AZ": "AZN", "BA": "BAM",
    "BD": "BDT",
    "BR": "BRL", "BY": "BYN", "CA": "CAD", "CH": "CHF", "CL": "CLP", "CN": "CNY", "CO": "COP",
    "CZ": "CZK",
    "DK": "DKK", "EG": "EGP", "GB": "GBP", "GE": "GEL", "HK": "HKD", "HU": "HUF", "ID": "IDR",
    "IL": "ILS",
    "IN": "INR", "IS": "ISK", "JP": "JPY", "KE": "KES", "KR": "KRW", "KZ": "KZT", "LI": "CHF",
    "MA": "MAD",
    "MD": "MDL", "MK": "MKD", "MX": "MXN", "MY": "MYR", "NG": "NGN", "NO": "NOK", "NZ": "NZD",
    "PE": "PEN",
    "PH": "PHP", "PK": "PKR", "PL": "PLN", "RO": "RON", "RS": "RSD", "RU": "RUB", "SA": "SAR",
    "SE": "SEK",
    "SG": "SGD", "TH": "THB", "TN": "TND", "TR": "TRY", "TW": "TWD", "UA": "UAH", "US": "USD",
    "UY": "UYU",
    "VN": "VND", "ZA": "ZAR",
  ]
}
