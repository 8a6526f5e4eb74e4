import GalleryDomain

/// What screens tell of the marks on one's own photos.
public protocol SaleMarkViewModelInputs: AnyObject {
  /// Call when the user offers photos for sale; the price is asked for then.
  func forSalePressed(_ photos: [Photo])

  /// Call with the answer to the question for the price, or nil when the user left it.
  ///
  /// An empty text is for sale without a price, `-` takes the mark away. A text with a fault does nothing.
  func priceAnswered(_ text: String?)

  /// Call with the currency that was typed last when the program ran before; it is meant from now on.
  func currencyRecalled(_ code: String)

  /// Call when the user says that photos are not for sale.
  func notForSalePressed(_ photos: [Photo])

  /// Call when the user has enough of waiting: the photo that is being marked is the last. What was marked until
  /// then stays, and is undone together.
  func stop()
}
