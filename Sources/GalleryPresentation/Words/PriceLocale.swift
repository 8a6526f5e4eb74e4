/// How a country writes prices: separators, groups, and the position of the currency.
///
/// Based on Unicode CLDR 47, *standard* currency patterns and symbols of the locales named here, compared with ICU. Two
/// things differ from CLDR: spaces are plain ones (a terminal breaks no line in a price, and copied text should contain
/// only what can be typed), and right-to-left scripts use the plain form, because terminals do not agree on their order.
/// A short table instead of ICU's data, so that nothing has to be loaded at the start.
public struct PriceLocale: Hashable, Sendable {
  var decimalPoint = "."
  var groupSeparator = ","
  /// The fewest digits before the point that are grouped.
  var leastGroupedDigits = 4
  /// Whether groups after the first have two digits: lakhs and crores.
  var groupsByTwo = false
  /// Whether the currency comes before the amount.
  var isCurrencyFirst = true
  /// Whether a sign is separated from the amount; codes always are.
  var isSpaced = false
  /// In capitals, such as `AT`; empty if it is not known.
  var territory = ""

  /// `€1,200.00`, `CHF 80`: of no particular country.
  public static let plain = PriceLocale()

  /// - Parameter environment: Returns a variable's value; the first of `LC_ALL`, `LC_MONETARY` and `LANG` that is not
  ///   empty counts (POSIX, *Environment Variables*, 8.2).
  public init(environment: (String) -> String?) {
    let name = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    self.init(name: name ?? "")
  }

  /// - Parameter name: As the environment names it, such as `de_AT.UTF-8@euro`. Plain for `C`, `POSIX`, and
  ///   languages that are not in the table.
  public init(name: String) {
    let parts = name.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
    let language = parts.first.map { $0.lowercased() } ?? ""
    // A script may come between them: `sr_Latn_RS`.
    let last = parts.count > 1 ? parts.last : nil
    let territory = last.map { $0.utf8.count <= 3 ? $0.uppercased() : "" } ?? ""
    guard var locale = Self.locale(language, territory) else {
      self = .plain
      return
    }
    locale.territory = territory
    self = locale
  }

  init(
    decimalPoint: String = ".", groupSeparator: String = ",", leastGroupedDigits: Int = 4,
    groupsByTwo: Bool = false, isCurrencyFirst: Bool = true, isSpaced: Bool = false
  ) {
    self.decimalPoint = decimalPoint
    self.groupSeparator = groupSeparator
    self.leastGroupedDigits = leastGroupedDigits
    self.groupsByTwo = groupsByTwo
    self.isCurrencyFirst = isCurrencyFirst
    self.isSpaced = isSpaced
  }
}

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
