import GalleryDomain

/// One of the orders that the user may choose.
public struct SortChoice: Hashable, Sendable {
  /// The key that chooses it.
  public let letter: Character
  /// nil for the source's own order.
  public let sort: PhotoSort?
  public let title: String

  /// In the order in which they are offered; a capital letter reverses the order.
  public static let all: [SortChoice] =
    [SortChoice(letter: "s", sort: nil, title: "source order")]
    + [
      ("d", PhotoSort(.date, isDescending: true)), ("D", PhotoSort(.date)),
      ("t", PhotoSort(.title)), ("T", PhotoSort(.title, isDescending: true)),
      ("p", PhotoSort(.price)), ("P", PhotoSort(.price, isDescending: true)),
      ("c", PhotoSort(.camera)),
      ("r", PhotoSort(.rating, isDescending: true)), ("R", PhotoSort(.rating)),
      ("l", PhotoSort(.label)),
    ].map { SortChoice(letter: $0, sort: $1, title: FilterText.order($1)) }
}
