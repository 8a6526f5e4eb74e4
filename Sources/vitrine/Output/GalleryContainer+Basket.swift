import GalleryDomain

extension GalleryContainer {
  /// What is in the basket.
  var basketItems: [BasketItem] { [] }
}
