/// Whether a photo is for sale, as its source says; never guessed.
///
/// The price is separate (`Photo.price`): a sold print may still state one.
public enum SaleStatus: String, Hashable, Sendable, Codable {
  case forSale
  case notForSale
  /// The source has no such notion, or says nothing about this photo.
  case unstated
}
