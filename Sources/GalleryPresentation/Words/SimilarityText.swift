import GalleryDomain

/// Words for photos that look alike.
public enum SimilarityText {
  /// `Similar to sea.jpg`: the end of the id, which is a path.
  public static func title(_ similar: SimilarPhotos) -> String {
    let name = similar.id.split(separator: "/").last.map(String.init) ?? similar.id
    return "Similar to \(TextCleaner.line(name))"
  }

  /// How much the photos may differ.
  static func part(_ similar: SimilarPhotos) -> String {
    "within \(similar.distance) of 64"
  }

  /// Why there is nothing to narrow or widen.
  ///
  /// - Parameter key: Shows what looks like a photo; nil if no key does.
  public static func none(key: String?) -> String {
    key.map { "\($0) shows what looks like a photo first" } ?? "No photo is compared"
  }

  /// Why the key finds nothing here.
  public static let notCompared = ErrorText.title(for: .notCompared)
}
