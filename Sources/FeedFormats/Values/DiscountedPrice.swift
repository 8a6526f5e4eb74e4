import Foundation
import GalleryDomain

/// What something costs, and for a time costs less.
struct DiscountedPrice: Hashable {
  private let regular: Price?
  /// nil where it is none: it has to be more than nothing and less than the regular one, in the same currency.
  private let sale: Price?
  /// nil where it cannot be read, which leaves the regular price: the one that nobody is misled by.
  private let period: SalePeriod?

  init(regular: Price?, sale: Price? = nil, period: SalePeriod? = .always) {
    self.regular = regular
    self.sale = sale.flatMap { Self.sale($0, below: regular) }
    self.period = period
  }

  func price(at date: Date) -> Price? {
    guard let sale, let period, period.contains(date) else { return regular }
    return sale
  }

  /// When the sale begins and ends, as far as that is stated.
  var turns: [Date] {
    sale == nil ? [] : [period?.start, period?.end].compactMap { $0 }
  }

  var isStated: Bool { regular != nil || sale != nil }

  /// What a price changes to after a moment.
  ///
  /// - Parameters:
  ///   - turns: In any order; those of a product with many forms are bounded.
  ///   - price: At a moment.
  static func changes(
    at turns: [Date], after now: Date, price: (Date) -> Price?
  ) -> [PriceChange] {
    var last = price(now)
    var changes: [PriceChange] = []
    for date in Set(turns).filter({ $0 > now }).sorted().prefix(8) {
      let next = price(date)
      if next != last { changes.append(PriceChange(date: date, price: next)) }
      last = next
    }
    return changes
  }

  private static func sale(_ sale: Price, below regular: Price?) -> Price? {
    guard !DecimalText.isEqual(sale.amount, "0") else { return nil }
    guard let regular else { return sale }
    guard DecimalText.isLess(sale.amount, than: regular.amount),
      sale.currency == nil || sale.currency == regular.currency
    else { return nil }
    return Price(amount: sale.amount, currency: regular.currency, isLowest: sale.isLowest)
  }
}

/// The time in which a sale price holds, from its start until its end; either may be open.
struct SalePeriod: Hashable {
  private(set) var start: Date?
  private(set) var end: Date?

  /// Of a sale of which nobody says when it is.
  static let always = SalePeriod()

  func contains(_ date: Date) -> Bool {
    (start.map { $0 <= date } ?? true) && (end.map { date < $0 } ?? true)
  }

  private init() {}

  /// An interval of ISO 8601, as Google's `sale_price_effective_date` has it: `start/end`, `start/`, `/end`, an open
  /// end also as `..`. A day without a time belongs to the sale, as start and as end.
  ///
  /// - Parameter zone: For dates that tell none.
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
  ///   - start: nil or blank where it is open; so is `end`.
  /// - Returns: nil where one of them cannot be read, or the end comes first.
  init?(start: String?, end: String?, zone: TimeZone) {
    if let text = CleanText.line(start) {
      guard let date = FeedDate(text, zone: zone).date else { return nil }
      self.start = date
    }
    if let text = CleanText.line(end) {
      guard let date = Self.end(text, zone: zone) else { return nil }
      self.end = date
    }
    if let start = self.start, let end = self.end, end <= start { return nil }
  }

  private static func end(_ text: String, zone: TimeZone) -> Date? {
    if let day = DatePeriod(text), day.day != nil {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      return day.moments(in: calendar)?.upperBound
    }
    return FeedDate(text, zone: zone).date
  }
}
