import Foundation
import GalleryDomain

/// What an item with a temporary sale price costs now, and until when.
struct CurrentPrice {
  private(set) var price: Price?
  /// When the price next changes, because the sale begins or ends; nil if that isn't stated. A price that has ended, without
  /// another one, keeps the date of its end.
  private(set) var until: Date?

  /// - Parameters:
  ///   - sale: Counts if it is above zero and below the regular price, in the same currency, or if it is what is charged.
  ///   - period: That of the sale; nil if it cannot be read: then only the regular price counts, which misleads no one.
  ///   - charged: What the source charges at present, if it says so; the others then only say until when.
  init(
    regular: Price?, sale: Price? = nil, period: Range<Date>? = SalePeriod.always,
    charged: Price? = nil, at now: Date
  ) {
    price = charged ?? regular
    let sale = sale.flatMap { $0 == charged ? $0 : Self.sale($0, below: regular) }
    guard let sale, let period else { return }
    if charged == nil, period.contains(now) { price = sale }
    let isEnd = sale == regular
    let changes = isEnd ? [period.upperBound] : [period.lowerBound, period.upperBound]
    until = changes.first { $0 != .distantFuture && ($0 > now || isEnd) }
  }

  private static func sale(_ sale: Price, below regular: Price?) -> Price? {
    guard sale.number > ExactDecimal(0) else { return nil }
    guard let regular else { return sale }
    guard sale.number < regular.number,
      sale.currency == nil || sale.currency == regular.currency
    else { return nil }
    return Price(amount: sale.amount, currency: regular.currency, isLowest: sale.isLowest)
  }
}

/// The period of a sale price; an open side is the distant past or future.
enum SalePeriod {
  /// A sale without a stated period.
  static let always = Date.distantPast..<Date.distantFuture

  /// An ISO 8601 interval, as in Google's `sale_price_effective_date`: `start/end`, `start/`, `/end`, also with `..`
  /// for an open end. A day without a time is included completely, as start and as end.
  ///
  /// - Parameter zone: For dates without a zone.
  /// - Returns: nil for anything else.
  static func period(interval: String, zone: TimeZone) -> Range<Date>? {
    let sides = interval.split(separator: "/", omittingEmptySubsequences: false).map { side in
      CleanText.line(String(side)).flatMap { $0 == ".." ? nil : $0 }
    }
    guard sides.count == 2, sides != [nil, nil] else { return nil }
    return period(start: sides[0], end: sides[1], zone: zone)
  }

  /// - Parameters:
  ///   - start: nil or blank for an open start; the same for `end`.
  /// - Returns: nil if either cannot be read, or the end is before the start.
  static func period(start: String?, end: String?, zone: TimeZone) -> Range<Date>? {
    var (from, to) = (always.lowerBound, always.upperBound)
    if let text = CleanText.line(start) {
      guard let date = FeedDate(text, zone: zone).date else { return nil }
      from = date
    }
    if let text = CleanText.line(end) {
      guard let date = self.end(text, zone: zone) else { return nil }
      to = date
    }
    return from < to ? from..<to : nil
  }

  /// The end of what a text states: that of a day without a time.
  static func end(_ text: String?, zone: TimeZone) -> Date? {
    text.flatMap { WrittenDate($0)?.end(in: zone) } ?? FeedDate(text, zone: zone).date
  }
}
