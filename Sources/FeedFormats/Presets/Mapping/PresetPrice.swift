import Foundation
import GalleryDomain

/// Where to find an item's price.
struct PresetPrice: Hashable, Sendable {
  /// The variants of an item (sizes, papers), of which the cheapest is shown; the other fields are then looked up in
  /// each variant.
  var each: PresetPath?
  var amount: PresetField
  /// What the service charges at present, if it says so; the other fields then only say until when.
  var charged: PresetField?
  /// The highest price, if the source gives a range.
  var highest: PresetField?
  /// The price during a sale.
  var sale: PresetField?
  /// When the sale begins and ends.
  var saleFrom: PresetField?
  var saleTo: PresetField?
  /// How many digits of a whole number are decimals: 0, 2 or 3.
  var minorUnit: PresetField?
  /// The divisor for a whole number: a power of ten.
  var divisor: PresetField?
  /// Looked up in the item.
  var currency: PresetField?
  var variant: PresetField?
  /// Unavailable variants count only if none is available: the price does not buy them.
  var available: PresetCondition?

  init?(_ table: PresetTable) {
    each = table.paths("each").first
    charged = table.field("charged")
    highest = table.field("highest")
    sale = table.field("sale")
    saleFrom = table.field("sale_from")
    saleTo = table.field("sale_to")
    minorUnit = table.field("minor_unit")
    divisor = table.field("divisor")
    currency = table.field("currency")
    variant = table.field("variant")
    available = table.conditions("available").first
    guard let amount = table.field("amount") else {
      table.note("amount", "required: the path of the price")
      return nil
    }
    self.amount = amount
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
    let currency = currency?.text(in: scope)
    let all = self.forms(in: scope, currency: currency, zone: zone)
    guard !all.isEmpty else { return nil }
    let available = all.filter(\.isAvailable)
    let forms = available.isEmpty ? all : available
    let top = highest.flatMap { price($0, in: scope, currency: currency) }
    let priced = forms.compactMap { form in
      (form.charged ?? form.price.price(at: now)).map { (price: $0, variant: form.variant) }
    }
    let cheapest = priced.min { $0.price.number < $1.price.number }
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

  private func forms(in scope: PresetScope, currency: String?, zone: TimeZone) -> [Form] {
    guard let each else {
      return form(in: scope, currency: currency, zone: zone).map { [$0] } ?? []
    }
    return each.values(in: scope).compactMap { element in
      var inner = scope
      inner.item = element
      return form(in: inner, currency: currency, zone: zone)
    }
  }

  private func form(in scope: PresetScope, currency: String?, zone: TimeZone) -> Form? {
    let charged = charged.flatMap { self.price($0, in: scope, currency: currency) }
    let price = DiscountedPrice(
      regular: price(amount, in: scope, currency: currency),
      sale: sale.flatMap { self.price($0, in: scope, currency: currency) },
      period: SalePeriod(
        start: saleFrom?.text(in: scope), end: saleTo?.text(in: scope), zone: zone),
      charged: charged)
    guard price.isStated || charged != nil else { return nil }
    return Form(
      price: price, charged: charged, variant: variant?.text(in: scope),
      isAvailable: each == nil ? true : available?.holds(in: scope) ?? true)
  }

  private func price(_ field: PresetField, in scope: PresetScope, currency: String?) -> Price? {
    guard let amount = field.text(in: scope) else { return nil }
    if let minorUnit {
      let digits = minorUnit.whole(in: scope)
      return StatedPrice.price(minorUnits: amount, digits: digits, currency: currency)
    }
    if let divisor = divisor?.text(in: scope) {
      return StatedPrice.price(amount: amount, divisor: divisor, currency: currency)
    }
    // Programs write a plain number whose point is a decimal point; other forms are written by people.
    let plain = CleanText.line(amount).flatMap {
      Price(amount: $0, currency: CleanText.line(currency))
    }
    return plain ?? StatedPrice.price(amount, currency: currency)
  }
}
