import GalleryDomain

/// Ratings in words.
public enum RatingText {
  static let notOwn = "Only photos in your own folders can be rated"

  /// Why photos of a source are not rated.
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

  /// What `u` undoes, as it follows "Undone:".
  static func undo(_ photos: [Photo], isLabel: Bool) -> String {
    "\(isLabel ? "labelling" : "rating") \(SaleMarkText.subject(photos))"
  }

  /// `Can't rate a. No permission to write a.jpg.xmp`.
  static func failure(
    _ error: SidecarError, of photo: Photo, count: Int, keys: KeyHints
  ) -> String {
    let what = count == 1 ? photo.name : CountText.photos(count)
    return "Can't rate \(what). \(SaleMarkText.message(error, notOwn: notOwn, keys: keys))"
  }

  /// `3 photos have been rated by someone else; yours are not written`.
  static func conflict(_ photos: [Photo]) -> String {
    SaleMarkText.conflict(photos, verb: "rated")
  }

  /// What the program leaves unwritten, after its end.
  static func unwritten(_ photos: [Photo]) -> String {
    let names = photos.prefix(3).map(\.name) + (photos.count > 3 ? ["…"] : [])
    let what = photos.count == 1 ? "rating" : "\(CountText.grouped(photos.count)) ratings"
    return "Can't write \(what): \(names.joined(separator: ", "))"
  }
}
