/// One change to a basket. Edits name photos, not positions, so that edits by two programs can be combined.
public enum BasketEdit: Hashable, Sendable {
  /// Adds items; a photo that is already in the basket keeps its item.
  case add([BasketItem])
  case remove([Photo.ID])
  /// Puts items back as they were, replacing items of the same photos; undoes a removal.
  case restore([BasketItem])
  /// Removes ordered items; an item that was added again after the order stays.
  case removeOrdered([BasketItem])
  /// What the source says about photos now; photos that are not in the basket are ignored.
  case update([Photo])
  /// Sets whether the source has lost the photos.
  case setGone([Photo.ID], Bool)
}
