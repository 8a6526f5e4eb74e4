import GalleryDomain

/// What screens tell of the marks on one's own photos.
public protocol SaleMarkViewModelInputs: AnyObject {
  /// Call when the person offers photos for sale; the price is asked for then.
  func forSalePressed(_ photos: [Photo])

  /// Call with the answer to the question for the price, or nil when the person left it.
  ///
  /// An empty text is for sale without a price, `-` takes the mark away. A text with a fault does nothing.
  func priceAnswered(_ text: String?)

  /// Call with the currency that was typed last when the program ran before; it is meant from now on.
  func currencyRecalled(_ code: String)

  /// Call when the person says that photos are not for sale.
  func notForSalePressed(_ photos: [Photo])

  /// Call when the person has enough of waiting: the photo that is being marked is the last. What was marked until
  /// then stays, and is undone together.
  func stop()
}
