import Foundation
import GalleryDomain

struct PresetPrice: Hashable, Sendable {
  private enum Name: String, CaseIterable {
    case amount
    /// What the service charges at present, if it says so; the other fields then only say until when.
    case charged
    /// The highest price, if the source gives a range.
    case highest
    case sale
    /// When the sale begins and ends.
    case saleFrom = "sale_from"
    case saleTo = "sale_to"
    /// How many digits of a whole number are decimals: 0, 2 or 3.
    case minorUnit = "minor_unit"
    /// The divisor for a whole number: a power of ten.
    case divisor
    /// Looked up in the item.
    case currency
    case variant
  }

  /// The variants of an item (sizes, papers), of which the cheapest is shown; the other fields are then looked up in
  /// each variant.
  private let each: PresetPath?
  private let fields: PresetFields<Name>
  /// Unavailable variants count only if none is available: the price does not buy them.
  private let available: [PresetCondition]

  init(_ table: PresetTable) {
    each = table.paths("each").first
    fields = PresetFields(table)
    available = table.conditions("available")
    if table.members["amount"] == nil { table.note("amount", "required: the path of the price") }
  }

  /// What an item, or one of its variants, costs.
  struct Offer {
    var price: Price?
    /// When any of the variants changes its price.
    var priceUntil: Date?
    /// The variant that the price is for.
    var variant: String?
  }

  /// - Parameters:
  ///   - zone: For dates without a zone.
  ///   - now: The moment that the price is valid for.
  /// - Returns: nil if no amount is stated.
  func offer(in scope: PresetScope, zone: TimeZone, now: Date) -> Offer? {
    let currency = fields[.currency].text(in: scope)
    let elements = (each?.values(in: scope) ?? [scope.item]).map(scope.of)
    func offers(_ scopes: [PresetScope]) -> [Offer] {
      scopes.compactMap { offer(of: $0, currency: currency, zone: zone, now: now) }
    }
    let inStock = offers(
      elements.filter { element in
        each == nil || available.allSatisfy { $0.holds(in: element) ?? true }
      })
    let all = inStock.isEmpty ? offers(elements) : inStock
    guard !all.isEmpty else { return nil }
    let prices = all.compactMap(\.price)
    let lowest = prices.min { $0.number < $1.number }
    let top = price(.highest, in: scope, currency: currency)
    return Offer(
      price: lowest.flatMap { StatedPrice.lowest([$0, top] + prices) },
      priceUntil: all.compactMap(\.priceUntil).min(),
      variant: lowest.flatMap { lowest in all.first { $0.price == lowest }?.variant })
  }

  private func offer(
    of scope: PresetScope, currency: String?, zone: TimeZone, now: Date
  ) -> Offer? {
    let price = CurrentPrice(
      regular: price(.amount, in: scope, currency: currency),
      sale: price(.sale, in: scope, currency: currency),
      period: SalePeriod.period(
        start: fields[.saleFrom].text(in: scope), end: fields[.saleTo].text(in: scope), zone: zone),
      charged: price(.charged, in: scope, currency: currency), at: now)
    guard price.price != nil || price.until != nil else { return nil }
    return Offer(
      price: price.price, priceUntil: price.until, variant: fields[.variant].text(in: scope))
  }

  private func price(_ name: Name, in scope: PresetScope, currency: String?) -> Price? {
    guard let amount = fields[name].text(in: scope) else { return nil }
    if !fields[.minorUnit].isEmpty {
      let digits = fields[.minorUnit].whole(in: scope, within: Int.min...)
      return StatedPrice.price(minorUnits: amount, digits: digits, currency: currency)
    }
    if let divisor = fields[.divisor].text(in: scope) {
      return StatedPrice.price(amount: amount, divisor: divisor, currency: currency)
    }
    // Programs write a plain number whose point is a decimal point; other forms are written by people.
    return StatedPrice.plain(amount, currency: currency)
      ?? StatedPrice.price(amount, currency: currency)
  }
}
