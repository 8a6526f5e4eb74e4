import GalleryDomain

/// What screens tell the basket.
public protocol BasketViewModelInputs: AnyObject {
  /// Call once, when the gallery is opened.
  func start()

  /// Call when the user adds or removes a photo. A photo that is not for sale, or whose source does not say, is refused
  /// with a notice. A photo whose file has not been read yet (`Photo.needsDetails`) is read first; a second call
  /// meanwhile cancels that.
  func toggle(_ photo: Photo)

  /// Call when the user adds a range of photos; those that are not for sale are counted, not refused one by one. If
  /// there is nothing to add, those that are in the basket are removed. Photos that have not been read yet are read
  /// first; the next range or `toggle` cancels that.
  func toggle(_ photos: [Photo])

  /// Call when the user removes items.
  func remove(_ ids: [Photo.ID])

  /// Call when the user empties the basket. Like all edits by the user, this can be undone (`UndoHistory`).
  func clear()

  /// Call with photos as their source has them now, whenever some have arrived; not with stored rows
  /// (`PhotoListViewModelOutputs.ageText`), because these may be older than what the basket knows.
  func photosArrived(_ photos: [Photo])

  /// Call when the basket is shown: asks the source about the items that have not arrived since the start. A source on
  /// the network gets at most a few requests, and is not asked about the same items again while the program runs.
  func check()

  /// Call when the basket is no longer shown: cancels `check()`.
  func cancelCheck()

  /// Call when an order was placed, with the ordered items: removes them, without undo. Items that were added again
  /// since then stay.
  ///
  /// - Parameter stored: Called once the basket is stored without them; never called if it cannot be stored.
  func ordered(_ items: [BasketItem], stored: @escaping () -> Void)

  /// Call when the user adds the items of an earlier order again; those already in the basket stay as they are.
  func putBack(_ items: [BasketItem])

  /// Call before quitting; returns when all edits are stored, or cannot be.
  func finish() async
}
