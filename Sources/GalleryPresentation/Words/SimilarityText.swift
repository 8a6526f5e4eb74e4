import GalleryDomain

/// Words for photos that look alike.
public enum SimilarityText {
  /// `Similar to sea.jpg`: the end of the id, which is a path.
  public static func title(_ id: Photo.ID) -> String {
    let name = id.split(separator: "/").last.map(String.init) ?? id
    return "Similar to \(TextCleaner.line(name))"
  }

  /// Why the key finds nothing here.
  public static let notCompared = ErrorText.title(for: .notCompared)
}
