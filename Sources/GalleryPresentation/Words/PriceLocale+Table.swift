/// The table, by language and then by territory.
extension PriceLocale {
  static func locale(_ language: String, _ territory: String) -> PriceLocale? {
    exception(language, territory) ?? usual(language)
  }

  private static func usual(_ language: String) -> PriceLocale? {
    switch language {
    case "en", "ja", "ko", "zh", "th", "cy", "ga", "ms", "mt", "fil", "kn", "ml", "mr":
      PriceLocale()
    case "hi", "gu", "pa", "ta", "te": PriceLocale(groupsByTwo: true)
    case "bs", "ca", "da", "de", "el", "eu", "gl", "hr", "is", "lb", "mk", "ro", "sr", "vi":
      behind(".")
    case "es", "it", "sl": behind(".", from: 5)
    case "cs", "fi", "fr", "hy", "kk", "ky", "lt", "nb", "nn", "no", "ru", "sk", "sv", "uk", "uz":
      behind(" ")
    case "be", "bg", "et", "hu", "ka", "lv", "pl", "sq": behind(" ", from: 5)
    case "nl", "fy", "pt": before(".", isSpaced: true)
    case "id", "tr": before(".")
    case "af": before(" ")
    default: nil
    }
  }

  private static func exception(_ language: String, _ territory: String) -> PriceLocale? {
    switch (language, territory) {
    case ("de", "AT"), ("en", "AT"), ("en", "NL"): before(".", isSpaced: true)
    case ("de", "CH"), ("de", "LI"), ("en", "CH"): swiss(from: 4)
    case ("it", "CH"): swiss(from: 5)
    case ("fr", "CH"):
      PriceLocale(decimalPoint: ".", groupSeparator: " ", isCurrencyFirst: false, isSpaced: true)
    case ("fr", "LU"), ("en", "BE"), ("en", "DE"), ("en", "DK"), ("en", "ES"), ("en", "IT"):
      behind(".")
    case ("en", "FI"), ("en", "FR"), ("en", "NO"), ("en", "SE"): behind(" ")
    case ("en", "IN"): PriceLocale(groupsByTwo: true)
    case ("en", "ZA"): before(" ")
    case ("pt", ""), ("pt", "BR"): nil
    // Portugal's form is used in all other countries.
    case ("pt", _): behind(" ", from: 5)
    case ("es", ""), ("es", "ES"): nil
    case ("es", "AR"), ("es", "BO"), ("es", "CL"), ("es", "CO"), ("es", "EC"), ("es", "VE"):
      before(".")
    case ("es", "PY"), ("es", "UY"): before(".", isSpaced: true)
    case ("es", "CR"): before(" ")
    case ("es", "PE"): PriceLocale(isSpaced: true)
    // Mexico, the United States and the Caribbean.
    case ("es", _): PriceLocale()
    default: nil
    }
  }

  /// A decimal comma, and the currency after the amount.
  private static func behind(_ group: String, from digits: Int = 4) -> PriceLocale {
    PriceLocale(
      decimalPoint: ",", groupSeparator: group, leastGroupedDigits: digits, isCurrencyFirst: false,
      isSpaced: true)
  }

  /// A decimal comma, and the currency before the amount.
  private static func before(_ group: String, isSpaced: Bool = false) -> PriceLocale {
    PriceLocale(decimalPoint: ",", groupSeparator: group, isSpaced: isSpaced)
  }

  private static func swiss(from digits: Int) -> PriceLocale {
    PriceLocale(groupSeparator: "’", leastGroupedDigits: digits, isSpaced: true)
  }
}
