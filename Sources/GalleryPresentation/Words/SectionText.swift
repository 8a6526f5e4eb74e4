import GalleryDomain

/// The headers of sections in words.
public enum SectionText {
  /// `2024/holiday`, `2024-05-01`, `NIKON D850`, `★★★`.
  ///
  /// - Parameters:
  ///   - section: The group of photos.
  ///   - source: The name of the source, for photos that are directly in its folder.
  public static func title(_ section: PhotoSection, source: String) -> String {
    switch section.key {
    case .folder([]): source
    case .folder(let path): TextCleaner.line(bytes: path, limit: .field)
    case .date(let year, let month, let day):
      DatePeriod(year: year, month: month, day: day)?.description ?? "unknown"
    case .camera(let camera): camera
    case .rating(0): "no stars"
    case .rating(PhotoRating.rejected): "rejected"
    case .rating(let rating): RatingText.sign(rating)
    case .unknown: "unknown"
    }
  }

  /// `128`, or `128+`.
  ///
  /// - Parameters:
  ///   - section: The group of photos.
  ///   - isOpen: Whether more may follow.
  public static func count(_ section: PhotoSection, isOpen: Bool = false) -> String {
    CountText.grouped(section.count) + (isOpen ? "+" : "")
  }

  /// For a list without sections.
  ///
  /// - Parameter key: The key that groups photos; nil if the user unbound it.
  public static func none(key: String?) -> String {
    "No sections here" + (key.map { " · \($0) to group photos" } ?? "")
  }

  public static let first = "First section"
  public static let last = "Last section"
}
