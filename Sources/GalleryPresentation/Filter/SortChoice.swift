import GalleryDomain

/// An order that the user can choose.
public struct SortChoice: Hashable, Sendable {
  /// The key that chooses it.
  public let letter: Character
  /// nil for the source's own order.
  public let sort: PhotoSort?
  public let title: String

  /// In the order in which they are offered; the same letter again reverses the order.
  public static let all: [SortChoice] =
    [SortChoice(letter: "s", sort: nil, title: "as listed")]
    + [
      ("d", PhotoSort(.date, isDescending: true)),
      ("t", PhotoSort(.title)),
      ("p", PhotoSort(.price)),
      ("c", PhotoSort(.camera)),
      ("r", PhotoSort(.rating, isDescending: true)),
      ("l", PhotoSort(.label)),
      ("n", PhotoSort(.name)),
      ("z", PhotoSort(.size, isDescending: true)),
      ("f", PhotoSort(.path)),
    ].map { SortChoice(letter: $0, sort: $1, title: FilterText.order($1)) }
}

/// A grouping that the user can choose.
public struct GroupingChoice: Hashable, Sendable {
  /// The key that chooses it.
  public let letter: Character
  /// nil for the source's own sections: the folders of a folder.
  public let grouping: PhotoGrouping?
  public let title: String

  /// In the order in which they are offered.
  public static let all: [GroupingChoice] = [
    GroupingChoice(letter: "s", grouping: nil, title: "as listed"),
    GroupingChoice(letter: "f", grouping: .folder, title: "folder"),
    GroupingChoice(letter: "d", grouping: .day, title: "day"),
    GroupingChoice(letter: "m", grouping: .month, title: "month"),
    GroupingChoice(letter: "c", grouping: .camera, title: "camera"),
    GroupingChoice(letter: "r", grouping: .rating, title: "rating"),
    GroupingChoice(letter: "n", grouping: .off, title: "no headers"),
  ]
}
