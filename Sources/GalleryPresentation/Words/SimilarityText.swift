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
    key.map { "Press \($0) first to find similar photos" } ?? "No photo is compared"
  }

  /// Why the key finds nothing here.
  public static let notCompared = ErrorText.title(for: .notCompared)

  // MARK: Pairs that are ignored

  /// `Not alike: 2 photos · u to undo`.
  public static func changed(
    _ change: IgnoredPairsChange, of photoCount: Int, keys: KeyHints
  ) -> String {
    guard !change.pairs.isEmpty else { return "None of these pairs is ignored" }
    let photos = CountText.photos(photoCount)
    return "\(change.isIgnored ? "Not alike" : "Alike again"): \(photos) · \(keys.undo) to undo"
  }

  /// As it follows "Undone:", such as `that 2 photos are not alike`.
  public static func undoing(isIgnored: Bool, photoCount: Int) -> String {
    "that \(CountText.photos(photoCount)) are \(isIgnored ? "not alike" : "alike again")"
  }

  /// - Parameter key: Shows what looks like a photo; nil if no key does.
  public static func selectTwo(key: String?) -> String {
    let other = key.map { ", or press \($0) and then this" } ?? ""
    return "Select photos that aren't alike\(other)"
  }

  public static let isTheOne = "This is the photo that the others look like"

  /// `1 pair`.
  public static func pairs(_ count: Int) -> String {
    "\(CountText.grouped(count)) pair\(count == 1 ? "" : "s")"
  }

  public static func failure(_ error: IgnoredPairsError) -> String {
    switch error {
    case .tooFew: "Two files are needed that aren't alike"
    case .tooMany: "At most \(IgnoredPairsChange.photoLimit) photos can be kept apart in one step"
    case .unreadable(let path): "\(TextCleaner.line(bytes: path)) isn't there or can't be read"
    case .notStored(path: ""):
      "Can't keep that: neither HOME nor XDG_STATE_HOME is set"
    case .notStored(let path):
      "Can't keep that in \(path): disk full, damaged or permission denied"
    case .newer(let path): "Can't keep that: a newer Vitrine wrote \(path)"
    }
  }
}
