/// The photos of one source that the user has chosen, in the order of choosing.
public struct Basket: Hashable, Sendable {
  /// Sorted by `addedAt`; each photo once.
  public let items: [BasketItem]
  private let places: [Photo.ID: Int]

  public static let empty = Basket(items: [])

  /// - Parameter items: In any order; of two items for the same photo the earlier one is kept.
  public init(items: [BasketItem]) {
    var places: [Photo.ID: Int] = [:]
    var kept: [BasketItem] = []
    let sorted = items.enumerated().sorted {
      ($0.element.addedAt, $0.offset) < ($1.element.addedAt, $1.offset)
    }
    for (_, item) in sorted where places[item.id] == nil {
      places[item.id] = kept.count
      kept.append(item)
    }
    self.items = kept
    self.places = places
  }

  public var isEmpty: Bool { items.isEmpty }
  public var count: Int { items.count }

  public func contains(_ id: Photo.ID) -> Bool { places[id] != nil }
  public func item(_ id: Photo.ID) -> BasketItem? { places[id].map { items[$0] } }

  /// What can still be bought.
  public var availableItems: [BasketItem] { items.filter(\.isAvailable) }
}
