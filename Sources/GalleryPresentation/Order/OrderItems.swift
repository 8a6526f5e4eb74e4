import GalleryDomain

/// What would be ordered, and the texts about it.
struct OrderItems: Hashable {
  var items: [BasketItem] = []
  var itemsText = ""
  var changeTexts: [String] = []
}

/// Follows the basket while the form is shown, so that items that another program removes can be named.
struct OrderItemsWatch {
  /// The items that could be ordered at some time since the form was shown, in the order of the basket.
  private var known: [BasketItem] = []

  /// Call when the basket changed.
  mutating func update(_ basket: Basket, prices: PriceText) -> OrderItems {
    let available = basket.availableItems
    let seen = Set(known.map(\.id))
    known += available.filter { !seen.contains($0.id) }
    let takenOut = known.filter { !basket.contains($0.id) }
    return OrderItems(
      items: available,
      itemsText: OrderText.items(of: basket, prices: prices),
      changeTexts: OrderText.changes(in: basket, takenOut: takenOut, prices: prices))
  }
}
