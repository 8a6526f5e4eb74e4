import GalleryDomain

/// Prices as users type them; stricter than prices from feeds, because a user can correct them.
public struct PriceParser: PriceEntry {
  public init() {}

  /// `eur` or `EUR`.
  ///
  /// - Returns: The code in capitals; nil if it isn't a currency.
  public static func currency(_ text: String) -> String? {
    guard let code = CleanText.line(text)?.uppercased(), CurrencyCode.isKnown(code) else {
      return nil
    }
    return code
  }

  public func price(_ text: String, currency: String?) throws(PriceEntryFault) -> Price? {
    guard text.utf8.count <= 200 else { throw .tooLong }
    guard let line = CleanText.line(text) else { return nil }
    guard line.contains(where: { $0.isASCII && $0.isNumber }) else { throw .noAmount }
    let typed = line.split(separator: " ").map { Self.capitals(String($0)) }.joined(separator: " ")
    if let sign = Self.sharedSign(in: typed) { throw .sharedSign(sign) }
    // A minus sign before the number is not a separate word: `-5` would be read as 5.
    guard !typed.contains("-"), !typed.contains("–"), let words = PriceWords(typed[...]),
      words.isComplete
    else { throw .notOnePrice }
    guard let code = words.currency ?? currency else { throw .noCurrency }
    guard CurrencyCode.isKnown(code) else { throw .unknownCurrency(code) }
    guard let price = words.price(currency: code) else { throw .ambiguous }
    guard !price.isLowest else { throw .notOnePrice }
    let digits = CurrencyCode.minorUnitDigits(of: code)
    let decimals = price.amount.split(separator: ".").dropFirst().first?.utf8.count ?? 0
    guard decimals <= digits else { throw .tooManyDecimals(currency: code, count: digits) }
    guard price.amount.contains(where: { $0 != "0" && $0 != "." }) else { throw .nothing }
    return price
  }

  /// Accepts `eur` for `EUR`.
  private static func capitals(_ word: String) -> String {
    let letters = word.utf8.filter { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    guard letters.count == 3, letters.count == word.utf8.filter({ !isDigitOrPoint($0) }).count
    else { return word }
    return word.uppercased()
  }

  private static func isDigitOrPoint(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
  }

  private static func sharedSign(in text: String) -> String? {
    let words = text.split { $0 == " " || ($0.isASCII && ($0.isNumber || $0 == "." || $0 == ",")) }
    return words.map(String.init).first { CurrencyCode.meaning(of: $0) == .shared }
  }
}
