import Foundation
import GalleryDomain

/// A regular price, and a temporary sale price.
struct DiscountedPrice: Hashable {
  private let regular: Price?
  /// nil if it is invalid: it has to be above zero and below the regular price, in the same currency, unless it is what
  /// is charged.
  private let sale: Price?
  /// nil if it cannot be read; then only the regular price counts, which misleads no one.
  private let period: SalePeriod?

  /// - Parameter charged: What the source charges at present, if it says so.
  init(
    regular: Price?, sale: Price? = nil, period: SalePeriod? = .always, charged: Price? = nil
  ) {
    self.regular = regular
    self.sale = sale.flatMap { $0 == charged ? $0 : Self.sale($0, below: regular) }
    self.period = period
  }

  func price(at date: Date) -> Price? {
    guard let sale, let period, period.contains(date) else { return regular }
    return sale
  }

  /// When the price next changes, because the sale begins or ends; nil if that isn't stated. A price that has ended, without
  /// another one, keeps the date of its end.
  func end(after date: Date) -> Date? {
    guard let sale else { return nil }
    if sale == regular { return period?.end }
    return [period?.start, period?.end].lazy.compactMap(\.self).first { $0 > date }
  }

  var isStated: Bool { regular != nil || sale != nil }

  private static func sale(_ sale: Price, below regular: Price?) -> Price? {
    guard sale.number > ExactDecimal(0) else { return nil }
    guard let regular else { return sale }
    guard sale.number < regular.number,
      sale.currency == nil || sale.currency == regular.currency
    else { return nil }
    return Price(amount: sale.amount, currency: regular.currency, isLowest: sale.isLowest)
  }
}

/// The period of a sale price, from start to end; either may be open.
struct SalePeriod: Hashable {
  private(set) var start: Date?
  private(set) var end: Date?

  /// A sale without a stated period.
  static let always = SalePeriod()

  func contains(_ date: Date) -> Bool {
    (start.map { $0 <= date } ?? true) && (end.map { date < $0 } ?? true)
  }

  private init() {}

  /// An ISO 8601 interval, as in Google's `sale_price_effective_date`: `start/end`, `start/`, `/end`, also with `..`
  /// for an open end. A day without a time is included completely, as start and as end.
  ///
  /// - Parameter zone: For dates without a zone.
  /// - Returns: nil for anything else.
  init?(interval: String, zone: TimeZone) {
    let sides = interval.split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    let open: [String?] = sides.map { side in
      let text = CleanText.line(String(side))
      return text == ".." ? nil : text
    }
    guard open.contains(where: { $0 != nil }) else { return nil }
    self.init(start: open[0], end: open[1], zone: zone)
  }

  /// - Parameters:
  ///   - start: nil or blank for an open start; the same for `end`.
  /// - Returns: nil if either cannot be read, or the end is before the start.
  init?(start: String?, end: String?, zone: TimeZone) {
    if let text = CleanText.line(start) {
      guard let date = FeedDate(text, zone: zone).date else { return nil }
      self.start = date
    }
    if let text = CleanText.line(end) {
      guard let date = WrittenDate(text)?.end(in: zone) ?? FeedDate(text, zone: zone).date else {
        return nil
      }
      self.end = date
    }
    if let start = self.start, let end = self.end, end <= start { return nil }
  }
}
