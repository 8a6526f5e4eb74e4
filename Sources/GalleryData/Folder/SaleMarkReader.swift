import GalleryDomain

/// Reads what a seller says of a photo, beside its keywords; implemented by what writes it.
public protocol SaleMarkReader: Sendable {
  /// Asked for photos that have a sidecar only.
  ///
  /// - Returns: nil where there is no mark, or none that can be read.
  func mark(of photo: FileReference) async -> SaleMark?
}
