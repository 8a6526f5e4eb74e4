import Foundation
import GalleryDomain

/// Where to find an item's price.
struct PresetPrice: Hashable, Sendable {
  private enum Name: String, CaseIterable {
    case amount
    /// What the service charges at present, if it says so; the other fields then only say until when.
    case charged
    /// The highest price, if the source gives a range.
    case highest
    /// The price during a sale.
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

  /// What an item costs.
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
    let elements = each?.values(in: scope) ?? [scope.item]
    let all = elements.compactMap { form(in: scope.of($0), currency: currency, zone: zone) }
    guard !all.isEmpty else { return nil }
    let available = all.filter(\.isAvailable)
    let forms = available.isEmpty ? all : available
    let priced = forms.compactMap { form in
      (form.charged ?? form.price.price(at: now)).map { (price: $0, variant: form.variant) }
    }
    let cheapest = priced.min { $0.price.number < $1.price.number }
    let top = price(.highest, in: scope, currency: currency)
    return Offer(
      price: cheapest.flatMap { StatedPrice.lowest([$0.price, top] + priced.map(\.price)) },
      priceUntil: forms.compactMap { $0.price.end(after: now) }.min(),
      variant: cheapest?.variant)
  }

  private struct Form {
    var price: DiscountedPrice
    var charged: Price?
    var variant: String?
    var isAvailable: Bool
  }

  private func form(in scope: PresetScope, currency: String?, zone: TimeZone) -> Form? {
    let charged = price(.charged, in: scope, currency: currency)
    let price = DiscountedPrice(
      regular: price(.amount, in: scope, currency: currency),
      sale: price(.sale, in: scope, currency: currency),
      period: SalePeriod.period(
        start: fields[.saleFrom].text(in: scope), end: fields[.saleTo].text(in: scope), zone: zone),
      charged: charged)
    guard price.isStated || charged != nil else { return nil }
    return Form(
      price: price, charged: charged, variant: fields[.variant].text(in: scope),
      isAvailable: each == nil || available.allSatisfy { $0.holds(in: scope) ?? true })
  }

  private func price(_ name: Name, in scope: PresetScope, currency: String?) -> Price? {
    guard let amount = fields[name].text(in: scope) else { return nil }
    if !fields[.minorUnit].isEmpty {
      let digits = fields[.minorUnit].whole(in: scope)
      return StatedPrice.price(minorUnits: amount, digits: digits, currency: currency)
    }
    if let divisor = fields[.divisor].text(in: scope) {
      return StatedPrice.price(amount: amount, divisor: divisor, currency: currency)
    }
    // Programs write a plain number whose point is a decimal point; other forms are written by people.
    let plain = CleanText.line(amount).flatMap {
      Price(amount: $0, currency: CleanText.line(currency))
    }
    return plain ?? StatedPrice.price(amount, currency: currency)
  }
}
