import GalleryDomain

/// What screens tell the basket.
public protocol BasketViewModelInputs: AnyObject {
  /// Call once, when the gallery is opened.
  func start()

  /// Call when the user takes a photo in or out. One that is not for sale, or whose source states nothing, is
  /// refused with a notice. One whose file is not read yet (`Photo.needsDetails`) is read first; a second call
  /// meanwhile calls that off.
  func toggle(_ photo: Photo)

  /// Call when the user puts in a range of photos; those that are not for sale are counted, not refused one by
  /// one. When all of them are in already, they are taken out. Those that are not read yet are read first; the next
  /// range or `toggle` calls that off.
  func toggle(_ photos: [Photo])

  /// Call when the user takes items out.
  func remove(_ ids: [Photo.ID])

  /// Call when the user empties the basket. As all edits by the user it can be taken back (`UndoHistory`).
  func clear()

  /// Call with photos as their source says now, whenever some have come; not with rows that come from the store
  /// (`PhotoListViewModelOutputs.ageText`), because these may be older than what the basket knows.
  func photosArrived(_ photos: [Photo])

  /// Call when the basket comes to be looked at: asks the source what became of the items that have not arrived since
  /// the start. A source on the network gets a few requests at the most, and not again while the program runs.
  func check()

  /// Call when the basket is looked at no more: calls `check()` off.
  func cancelCheck()

  /// Call when an order was placed, with what was ordered; that cannot be taken back. Items that were put in again
  /// since stay.
  ///
  /// - Parameter stored: Called once the basket is stored without them; never where it cannot be stored.
  func ordered(_ items: [BasketItem], stored: @escaping () -> Void)

  /// Call when the user puts in again what was ordered once; what is in the basket already stays as it is.
  func putBack(_ items: [BasketItem])

  /// Call before leaving; returns when all edits are stored, or cannot be.
  func finish() async
}
