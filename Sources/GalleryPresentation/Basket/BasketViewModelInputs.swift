import GalleryDomain

/// What screens tell the basket.
public protocol BasketViewModelInputs: AnyObject {
  /// Call once, when the gallery is opened.
  func start()

  /// Call when the person takes a photo in or out. One that is not for sale, or whose source states nothing, is
  /// refused with an alert.
  func toggle(_ photo: Photo)

  /// Call when the person puts in a range of photos; those that are not for sale are counted, not refused one by
  /// one. When all of them are in already, they are taken out.
  func toggle(_ photos: [Photo])

  /// Call when the person takes items out.
  func remove(_ ids: [Photo.ID])

  /// Call when the person empties the basket. As all edits by the person it can be taken back (`UndoHistory`).
  func clear()

  /// Call with photos as their source says now, whenever some have come.
  func photosArrived(_ photos: [Photo])

  /// Call when an order was placed, with what was ordered.
  func ordered(_ ids: [Photo.ID])

  /// Call when the alert was closed.
  func alertDismissed()
}
