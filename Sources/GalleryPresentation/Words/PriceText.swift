import Foundation
import GalleryDomain

/// Prices in the form of the reader's country, with the source's own digits.
///
/// Made once and passed on: writing a price needs no formatter.
public struct PriceText: Hashable, Sendable {
  private let locale: PriceLocale
  private var decimals = PriceDecimals()

  public init(locale: PriceLocale = .plain) {
    self.locale = locale
  }

  /// In the plain form, for callers without a locale: `€120.00`, `CHF 80.00`, `from €80.00`, or `120.00` if the
  /// currency is not known.
  public static func text(of price: Price) -> String { PriceText().text(of: price) }

  /// The same with the decimals that other prices beside it have.
  func aligned(to decimals: PriceDecimals) -> PriceText {
    var text = self
    text.decimals = decimals
    return text
  }

  /// The same for prices that are shown together.
  func aligned(to items: [BasketItem]) -> PriceText {
    var decimals = PriceDecimals()
    for item in items {
      for case let price? in [item.photo.price, item.chosenPrice] { decimals.add(price) }
    }
    return aligned(to: decimals)
  }

  /// `€1,200.00`, `1.200,00 €`, `1 200,00 kr`, `from 80,00 €`: never rounded, and padded only as prices beside it are
  /// (`aligned`).
  public func text(of price: Price) -> String {
    let amount = grouped(decimals.padded(price))
    return price.isLowest
      ? "from \(joined(price.currency, amount))" : joined(price.currency, amount)
  }

  /// A photo's price, with its date once that has passed: `€80.00 until 3 May`; nil without one.
  func text(
    of photo: Photo, now: Date = Date(), dates: DateText = DateText()
  ) -> String? {
    guard let price = photo.price else { return nil }
    guard let end = photo.priceUntil, photo.priceHasEnded(by: now) else { return text(of: price) }
    return "\(text(of: price)) until \(dates.dayInWords(of: end, now: now))"
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

/// The decimals of prices that are shown together: if one of a currency has cents, all have (`€120.00` beside `€80.50`).
public struct PriceDecimals: Hashable, Sendable {
  /// By currency; the empty one for prices without any.
  private var counts: [String: Int] = [:]

  mutating func add(_ price: Price) {
    let count = price.decimalCount
    guard count > 0 else { return }
    counts[price.currency ?? ""] = max(count, Self.cents, counts[price.currency ?? ""] ?? 0)
  }

  private static let cents = 2

  /// The amount with as many decimals as the others have.
  func padded(_ price: Price) -> String {
    let count = price.decimalCount
    guard let wanted = counts[price.currency ?? ""], wanted > count else { return price.amount }
    return price.amount + (count == 0 ? "." : "") + String(repeating: "0", count: wanted - count)
  }
}
