/// The photos of one source that the user has put in the basket, oldest first.
public struct Basket: Hashable, Sendable {
  /// Sorted by `addedAt`; no photo appears twice.
  public let items: [BasketItem]
  private let indices: [Photo.ID: Int]

  public static let empty = Basket(items: [])

  /// - Parameter items: In any order. If two items are for the same photo, the earlier one is kept.
  public init(items: [BasketItem]) {
    var indices: [Photo.ID: Int] = [:]
    var kept: [BasketItem] = []
    let sorted = items.enumerated().sorted {
      ($0.element.addedAt, $0.offset) < ($1.element.addedAt, $1.offset)
    }
    for (_, item) in sorted where indices[item.id] == nil {
      indices[item.id] = kept.count
      kept.append(item)
    }
    self.items = kept
    self.indices = indices
  }

  public var isEmpty: Bool { items.isEmpty }
  public var count: Int { items.count }

  public func contains(_ id: Photo.ID) -> Bool { indices[id] != nil }
  public func item(_ id: Photo.ID) -> BasketItem? { indices[id].map { items[$0] } }

  /// What can still be bought.
  public var availableItems: [BasketItem] { items.filter(\.isAvailable) }
}

/// One change to a basket. Edits name photos, not positions, so that edits by two programs can be combined.
public enum BasketEdit: Hashable, Sendable {
  /// Adds items; a photo that is already in the basket keeps its item.
  case add([BasketItem])
  case remove([Photo.ID])
  /// Puts items back as they were, replacing items for the same photos. Undoes a removal.
  case restore([BasketItem])
  /// Removes ordered items; an item that was added again after the order stays.
  case removeOrdered([BasketItem])
  /// Updates photos with their source's current data; photos that are not in the basket are ignored.
  case update([Photo])
  /// Sets whether the source no longer has the photos.
  case setGone([Photo.ID], Bool)
}

extension Basket {
  /// The basket after an edit. A store applies it to the stored basket, a view model to the one on the screen.
  ///
  /// Edits are idempotent, and an edit that changes nothing returns the same basket. Pending edits can therefore be
  /// applied again to a basket that another program has changed.
  ///
  /// - Complexity: O(*items* log *items*).
  public func applying(_ edit: BasketEdit) -> Basket {
    switch edit {
    case .add(let added):
      let new = added.filter { !contains($0.id) }
      return new.isEmpty ? self : Basket(items: items + new)
    case .remove(let ids):
      let removed = Set(ids.filter(contains))
      return removed.isEmpty ? self : Basket(items: items.filter { !removed.contains($0.id) })
    case .removeOrdered(let ordered):
      let dates = Dictionary(ordered.map { ($0.id, $0.addedAt) }) { max($0, $1) }
      let kept = items.filter { item in dates[item.id].map { item.addedAt > $0 } ?? true }
      return kept.count == count ? self : Basket(items: kept)
    case .restore(let restored):
      let ids = Set(restored.map(\.id))
      let basket = Basket(items: items.filter { !ids.contains($0.id) } + restored)
      return basket == self ? self : basket
    case .update(let photos):
      // If a photo is listed twice, the last one counts.
      return changing(Dictionary(photos.map { ($0.id, $0) }) { $1 }) { $0 = $0.updated(with: $1) }
    case .setGone(let ids, let isGone):
      return changing(Dictionary(ids.map { ($0, isGone) }) { $1 }) { $0.isGone = $1 }
    }
  }

  private func changing<Fact>(
    _ facts: [Photo.ID: Fact], _ change: (inout BasketItem, Fact) -> Void
  ) -> Basket {
    var changed = items
    var isChanged = false
    for index in changed.indices {
      guard let fact = facts[changed[index].id] else { continue }
      change(&changed[index], fact)
      isChanged = isChanged || changed[index] != items[index]
    }
    return isChanged ? Basket(items: changed) : self
  }
}

/// The total of the items in one currency.
public struct BasketTotal: Hashable, Sendable {
  /// ISO 4217; nil for prices whose currency the source does not state.
  public let currency: String?
  /// The exact sum, with as many decimals as the price with the most. `isLowest` if any of the prices is a lowest
  /// price. nil if the sum has more digits than a price can have.
  public let sum: Price?
  /// How many items the sum covers.
  public let itemCount: Int

  public init(currency: String?, sum: Price?, itemCount: Int) {
    self.currency = currency
    self.sum = sum
    self.itemCount = itemCount
  }
}

extension Basket {
  /// Totals of the items that can still be bought, one per currency, in the order in which the currencies were first
  /// added.
  ///
  /// Items without a price are not counted. Nothing is converted or rounded.
  public var totals: [BasketTotal] {
    var currencies: [String?] = []
    var prices: [String?: [Price]] = [:]
    for case let price? in availableItems.map(\.photo.price) {
      if prices[price.currency] == nil { currencies.append(price.currency) }
      prices[price.currency, default: []].append(price)
    }
    return currencies.map { currency in
      let prices = prices[currency] ?? []
      return BasketTotal(currency: currency, sum: Price(sumOf: prices), itemCount: prices.count)
    }
  }

  /// How many of the items that can still be bought have no price.
  public var unpricedCount: Int { availableItems.count { $0.photo.price == nil } }
}
