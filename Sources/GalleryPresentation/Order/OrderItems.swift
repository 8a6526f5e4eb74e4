import GalleryDomain

/// What would be ordered, and what is to be said of it.
struct OrderItems: Hashable {
  var items: [BasketItem] = []
  var itemsText = ""
  var changeTexts: [String] = []
}

/// Follows the basket while the form is on the screen, so that what another program takes out is named.
struct OrderItemsWatch {
  /// What could be ordered since the form came on the screen, in the order of the basket.
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
