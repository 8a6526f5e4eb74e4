import GalleryDomain

/// Where an item's price stands.
struct PresetPrice: Hashable, Sendable {
  /// The forms of an item (sizes, papers), of which the cheapest is shown; the other fields then are
  /// looked up in each of them.
  var each: PresetPath?
  var amount: PresetField
  /// The highest price, where the source gives a range.
  var highest: PresetField?
  /// How many digits of a whole number stand behind its point: 0, 2 or 3.
  var minorUnit: PresetField?
  /// What a whole number is divided by: a power of ten.
  var divisor: PresetField?
  /// Looked up in the item.
  var currency: PresetField?
  var variant: PresetField?
  /// Forms that cannot be had count only where none can: they are not what is bought for the price.
  var available: PresetCondition?

  /// The price, and the form of the item that it is for.
  func price(in scope: PresetScope) -> (price: Price?, variant: String?) {
    let currency = currency?.text(in: scope)
    let all = self.offers(in: scope, currency: currency)
    let available = all.filter(\.isAvailable)
    let offers = available.isEmpty ? all : available
    let cheapest = offers.min { DecimalText.isLess($0.price.amount, than: $1.price.amount) }
    guard let cheapest else { return (nil, nil) }
    let top = highest.flatMap { price($0, in: scope, currency: currency) }
    return (StatedPrice.lowest([cheapest.price, top] + offers.map(\.price)), cheapest.variant)
  }

  private struct Offer {
    var price: Price
    var variant: String?
    var isAvailable: Bool
  }

  private func offers(in scope: PresetScope, currency: String?) -> [Offer] {
    guard let each else {
      let price = price(amount, in: scope, currency: currency)
      return price.map {
        [Offer(price: $0, variant: variant?.text(in: scope), isAvailable: true)]
      } ?? []
    }
    return each.values(in: scope).compactMap { element in
      var inner = scope
      inner.item = element
      return price(amount, in: inner, currency: currency).map {
        Offer(
          price: $0, variant: variant?.text(in: inner),
          isAvailable: available?.holds(in: inner) ?? true)
      }
    }
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
    // Machines write a plain number, whose point is no group's; people write the rest.
    let plain = CleanText.line(amount).flatMap {
      Price(amount: $0, currency: CleanText.line(currency))
    }
    return plain ?? StatedPrice.price(amount, currency: currency)
  }
}
