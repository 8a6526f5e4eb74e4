/// Currencies by code and by sign (ISO 4217, list one).
enum CurrencyCode {
  private static let withoutMinorUnit: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF",
    "XOF", "XPF",
  ]
  private static let withThreeDigits: Set<String> = [
    "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
  ]

  /// Signs that name one currency. Those of many (`$`, `¥`, `kr`) name none.
  private static let bySign = [
    "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₪": "ILS", "₴": "UAH", "₫": "VND", "₺": "TRY",
    "₽": "RUB", "zł": "PLN", "Kč": "CZK", "US$": "USD", "CA$": "CAD", "C$": "CAD", "A$": "AUD",
    "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "NT$": "TWD", "MX$": "MXN", "R$": "BRL",
    "JP¥": "JPY", "CN¥": "CNY", "Fr.": "CHF", "SFr.": "CHF",
  ]
  private static let signsOfMany: Set<String> = ["$", "¥", "￥", "kr", "kr."]

  /// Digits behind the point: 0, 2 or 3. Two for a code that is not known.
  static func minorUnitDigits(of code: String) -> Int {
    if withoutMinorUnit.contains(code) { return 0 }
    return withThreeDigits.contains(code) ? 3 : 2
  }

  /// What a word beside an amount stands for.
  enum Meaning: Hashable {
    case code(String)
    /// A sign that several currencies share.
    case shared
  }

  /// - Returns: nil for what is neither a code of three letters nor a sign.
  static func meaning(of word: String) -> Meaning? {
    if let code = bySign[word] { return .code(code) }
    if signsOfMany.contains(word.lowercased()) { return .shared }
    // In capitals only: `from`, `day`, `pro` are words.
    let isCode = word.utf8.count == 3 && word.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    return isCode ? .code(word) : nil
  }
}
