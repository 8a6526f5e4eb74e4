import GalleryDomain

/// Ratings in words.
public enum RatingText {
  static let notOwn = "Only photos in your own folders can be rated"

  /// Why photos are not rated.
  static func refusal(_ error: SidecarError, keys: KeyHints) -> String {
    SaleMarkText.message(error, notOwn: notOwn, keys: keys)
  }

  /// `★★★`, `✗`; empty without a star.
  public static func sign(_ stars: Int?) -> String {
    guard let stars else { return "" }
    return stars == PhotoRating.rejected ? "✗" : String(repeating: "★", count: max(0, stars))
  }

  /// `★★★ · Red`, `✗ rejected`; empty for what says nothing.
  static func long(_ rating: PhotoRating) -> String {
    let sign = sign(rating.stars)
    return joined(
      [rating.stars == PhotoRating.rejected ? "\(sign) rejected" : sign, rating.label?.text],
      by: " · ")
  }

  /// As the information has it: `3 of 5`, `rejected`; nil without a star.
  static func information(_ stars: Int?) -> String? {
    guard let stars, stars != 0 else { return nil }
    return stars == PhotoRating.rejected ? "rejected" : "\(stars) of 5"
  }

  /// `★★★ vienna.street`, `✗ 12 photos`, `no stars: vienna.street`.
  static func done(_ photos: [Photo], stars: Int) -> String {
    let sign = sign(stars)
    return sign.isEmpty
      ? "no stars: \(SaleMarkText.subject(photos))" : "\(sign) \(SaleMarkText.subject(photos))"
  }

  /// `● Red: vienna.street`.
  static func done(_ photos: [Photo], label: PhotoLabel?) -> String {
    "\(label.map { "● \($0.text)" } ?? "no label"): \(SaleMarkText.subject(photos))"
  }
}
