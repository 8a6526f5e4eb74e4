import GalleryDomain

/// Prices in the form of the reader's country, with the source's own digits.
///
/// Made once and passed on: writing a price needs no formatter.
public struct PriceText: Hashable, Sendable {
  private let locale: PriceLocale

  public init(locale: PriceLocale = .plain) {
    self.locale = locale
  }

  /// In the plain form, for callers without a locale: `€120.00`, `CHF 80.00`, `from €80.00`, or `120.00` if the
  /// currency is not known.
  public static func text(of price: Price) -> String { PriceText().text(of: price) }

  /// `€1,200.00`, `1.200,00 €`, `1 200,00 kr`, `from 80,00 €`: neither rounded nor padded.
  public func text(of price: Price) -> String {
    let amount = grouped(price.amount)
    return price.isLowest
      ? "from \(joined(price.currency, amount))" : joined(price.currency, amount)
  }

  private func joined(_ currency: String?, _ amount: String) -> String {
    guard let currency else { return amount }
    let sign = CurrencySign.text(of: currency, in: locale.territory)
    // Letters next to digits need a space.
    let isApart = sign?.utf8.last.map { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A } ?? true
    let space = locale.isSpaced || isApart ? " " : ""
    let mark = sign ?? currency
    return locale.isCurrencyFirst ? mark + space + amount : amount + space + mark
  }

  private func grouped(_ amount: String) -> String {
    let parts = amount.utf8.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first else { return amount }
    var text = ""
    // A number with leading zeros is shown as the source states it, and not grouped.
    let isGrouped = whole.count >= locale.leastGroupedDigits && whole.first != 0x30
    for (index, digit) in whole.enumerated() {
      if isGrouped, index > 0, startsGroup(digitsLeft: whole.count - index) {
        text += locale.groupSeparator
      }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    guard parts.count == 2 else { return text }
    return text + locale.decimalPoint + String(decoding: parts[1], as: UTF8.self)
  }

  private func startsGroup(digitsLeft: Int) -> Bool {
    if locale.groupsByTwo { return digitsLeft >= 3 && digitsLeft % 2 == 1 }
    return digitsLeft % 3 == 0
  }
}
