/// One change of a basket. Edits name photos, never places, so that those of two programs come together.
public enum BasketEdit: Hashable, Sendable {
  /// Puts items in; what is in the basket stays as it is.
  case add([BasketItem])
  case remove([Photo.ID])
  /// Puts items back as they were, in place of what is there now of the same photos: the undoing of a removal.
  case restore([BasketItem])
  /// Takes out what was ordered, as it was ordered: an item that was put in again later stays.
  case removeOrdered([BasketItem])
  /// What the source says of photos now; those that are not in the basket are passed over.
  case update([Photo])
  /// Says of items whether their source has lost them.
  case setGone([Photo.ID], Bool)
}
