import GalleryPresentation
import TerminalKit

/// How the user looks at a source: what is remembered of it until it is opened again.
nonisolated public struct ListViewState: Hashable, Sendable {
  /// The photo in focus.
  public var photo: Photo.ID?
  /// As chosen with Tab; nil if the user has not: then `appearance.firstLayout`.
  public var layout: GalleryLayout?
  public var appearance = ListAppearance()
  public var sort: PhotoSort?
  public var grouping: PhotoGrouping?
  /// Without selected photos, which are not remembered between runs.
  public var filter = FilterExpression.everything
  /// The filter that was remembered, and is off because the user opens a photo; nil for none.
  public var formerFilter: FilterExpression?

  public init() {}
}

/// The size of photos in list and grid, and where the preview begins: what `+`, `-`, `Z <` and `Z >` change.
nonisolated public struct ListAppearance: Hashable, Sendable {
  /// How much of a photo a row shows, where there is room for it; nil until the user chooses: tall where photos have
  /// descriptions, else medium.
  public var rowHeight: RowHeight?
  /// How large pictures are in the grid.
  public var pictureSize = GridPictureSize.medium
  /// The list's share of the width, next to the preview; nil for the default.
  public var listShare: Double?
  /// How a source is shown until the user chooses.
  public var firstLayout = GalleryLayout.list

  public init() {}
}

/// Rows or a grid. It is decided before the first frame of a source; then `Tab` changes it, and nothing else does.
nonisolated public enum GalleryLayout: String, Hashable, Sendable, CaseIterable {
  case list, grid
}

/// How much of a photo a row shows.
nonisolated public enum RowHeight: String, Hashable, Sendable, CaseIterable {
  /// One line: the title and the facts in columns.
  case compact
  /// Thumbnail; title and facts; the description, or without one the camera.
  case medium
  /// Thumbnail; title and facts; the description; the camera; and an empty line.
  case tall

  /// Lines a row takes, the empty line between rows included.
  var lines: Int {
    switch self {
    case .compact: 1
    case .medium: 2
    case .tall: 4
    }
  }

  /// The lines of a row that have text.
  var lineCount: Int { self == .tall ? 3 : lines }

  /// The thumbnail of a row, in cells; nil where rows have none.
  var thumbnailSize: Size? {
    switch self {
    case .compact: nil
    case .medium: Size(columns: 6, rows: 2)
    case .tall: Size(columns: 9, rows: 3)
    }
  }
}

/// How large pictures are in the grid: on a screen of 155 columns, from twelve to two side by side.
nonisolated public enum GridPictureSize: String, Hashable, Sendable, CaseIterable {
  case smallest, smaller, small, medium, large, larger, largest

  /// How many are side by side on a screen of 155 columns.
  var usualCount: Int {
    switch self {
    case .smallest: 12
    case .smaller: 9
    case .small: 7
    case .medium: 5
    case .large: 4
    case .larger: 3
    case .largest: 2
    }
  }
}

nonisolated extension CaseIterable where Self: Equatable {
  /// The next or the previous case in this order; the same at the end.
  func step(_ count: Int) -> Self {
    let cases = Array(Self.allCases)
    guard let index = cases.firstIndex(of: self) else { return self }
    return cases[min(max(index + count, 0), cases.count - 1)]
  }
}
