import GalleryDomain

/// What screens tell the marks on the user's own photos.
public protocol SaleMarkViewModelInputs: AnyObject {
  /// Call when the user marks photos for sale; the price is then asked for.
  func forSalePressed(_ photos: [Photo])

  /// Call with the answer to the question for the price, or nil if the user cancelled it.
  ///
  /// An empty text means for sale without a price, `-` removes the mark. A text with a fault does nothing.
  func priceAnswered(_ text: String?)

  /// Call with the currency that was last typed in an earlier run; it is assumed from now on.
  func currencyRecalled(_ code: String)

  /// Call when the user marks photos as not for sale.
  func notForSalePressed(_ photos: [Photo])

  /// Call when the user does not want to wait any longer: the photo that is being marked is the last. Photos that were
  /// marked until then stay marked, and are undone together.
  func stop()
}
