/// Currencies by code and by symbol (ISO 4217, list one).
package enum CurrencyCode {
  private static let withoutMinorUnit: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
  ]
  private static let withThreeDigits: Set<String> = [
    "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
  ]

  /// Symbols of a single currency. Symbols of several (`$`, `¥`, `kr`) are ambiguous.
  private static let bySign = [
    "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₪": "ILS", "₴": "UAH", "₫": "VND", "₺": "TRY",
    "₽": "RUB", "zł": "PLN", "Kč": "CZK", "US$": "USD", "CA$": "CAD", "C$": "CAD", "A$": "AUD",
    "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "NT$": "TWD", "MX$": "MXN", "R$": "BRL",
    "JP¥": "JPY", "CN¥": "CNY", "Fr.": "CHF", "SFr.": "CHF",
  ]
  private static let signsOfMany: Set<String> = ["$", "¥", "￥", "kr", "kr."]

  /// The sign that is shown in place of a code: one that names one currency only, the dollar's and the yen's being the widest used
  /// of their kind.
  package static func sign(of code: String) -> String? { signs[code] }

  private static let signs = Dictionary(
    bySign.filter { $0.key.count == 1 }.map { ($0.value, $0.key) }
      + [("USD", "$"), ("JPY", "¥")], uniquingKeysWith: { first, _ in first })

  /// The currency that a sign names where prices are shown with it: `$` is the dollar of the United States.
  static func code(ofSign sign: String) -> String? {
    bySign[sign] ?? signs.first { $0.value == sign }?.key
  }

  /// Three ASCII letters in capitals, whether or not they are a currency's; nil for any other text.
  static func code(ofLetters text: String) -> String? {
    guard text.utf8.count == 3,
      text.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 })
    else { return nil }
    return text.uppercased()
  }

  /// The number of decimals: 0, 2 or 3. Two for an unknown code.
  package static func minorUnitDigits(of code: String) -> Int {
    if withoutMinorUnit.contains(code) { return 0 }
    return withThreeDigits.contains(code) ? 3 : 2
  }

  /// The meaning of a word next to an amount.
  package enum Meaning: Hashable {
    case code(String)
    /// A symbol that several currencies share.
    case shared
  }

  /// - Returns: nil if it is neither a three-letter code nor a symbol.
  package static func meaning(of word: String) -> Meaning? {
    if let code = bySign[word] { return .code(code) }
    if signsOfMany.contains(word.lowercased()) { return .shared }
    // In capitals only: `from`, `day`, `pro` are words.
    let isCode = word.utf8.count == 3 && word.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    return isCode ? .code(word) : nil
  }

  /// Whether it is the code of a currency that is in use (ISO 4217, list one, 2024; without funds and metals).
  package static func isKnown(_ code: String) -> Bool { known.contains(code) }

  private static let known = Set(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF \
    CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG \
    HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA \
    MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD \
    RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX \
    USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
    """.split(separator: " ").map(String.init))
}
