import TerminalKit

/// The size of photos in the grid: about twenty of medium size on any screen, each as high as fills the window with
/// whole rows, and as wide as a landscape photo of that height.
nonisolated struct PhotoGridLayout: Equatable {
  /// Bars, picture and caption; the grid distributes the rest of the width among the items.
  let itemSize: Size
  let lineSpacing = 1

  /// Columns next to the picture: a bar on either side, and a gap, so that the closing bar is nearer to its own photo
  /// than to the next.
  static let sideColumns = 2 + gapColumns
  /// Empty columns after the closing bar.
  static let gapColumns = 1
  /// Lines below the picture.
  static let captionRows = 1

  /// Pictures get about this many lines, and on larger screens more, up to the limit.
  private static let pictureRows = 5...12
  /// Pictures with fewer lines show no more than the list does; then fewer rows of photos are better. Small pictures
  /// are for seeing many photos together.
  private static func leastPictureRows(_ size: GridPictureSize) -> Int { size == .small ? 2 : 4 }
  /// Columns of the screen for each line of the picture.
  private static let screenColumnsPerRow = 15
  /// Narrower pictures show too little; then one column is enough.
  private static let leastPictureColumns = 5

  /// - Parameter cell: The size of a cell in pixels.
  init(area: Size, cell: PixelSize, pictureSize: GridPictureSize = .medium) {
    // The last row needs no empty line below it.
    let height = area.rows + lineSpacing
    let extraRows = Self.captionRows + lineSpacing
    let medium = min(
      max(area.columns / Self.screenColumnsPerRow, Self.pictureRows.lowerBound),
      Self.pictureRows.upperBound)
    let wanted =
      switch pictureSize {
      case .small: medium / 2
      case .medium: medium
      case .large: 2 * medium
      }
    let least = Self.leastPictureRows(pictureSize)
    var rowCount = max(1, (2 * height + wanted + extraRows) / (2 * (wanted + extraRows)))
    if height / rowCount - extraRows < least { rowCount = max(1, rowCount - 1) }
    var rows = max(0, height / rowCount - extraRows)
    let ratio = Self.columnsPerRow(of: cell)
    var columns = Int((Double(rows) * ratio).rounded())
    // Two next to each other if they fit: a single column would be no grid, unless pictures are to be large.
    let beside = pictureSize == .large ? 1 : 2
    let widest = (area.columns - 1) / beside - Self.sideColumns
    if columns > widest, widest >= Self.leastPictureColumns {
      columns = widest
      rows = min(rows, Int((Double(widest) / ratio).rounded(.up)))
    }
    itemSize = Size(columns: columns + Self.sideColumns, rows: rows + Self.captionRows)
  }

  /// The size of an item with a landscape photo of so many lines.
  static func itemSize(pictureRows rows: Int, cell: PixelSize) -> Size {
    Size(
      columns: Int((Double(rows) * columnsPerRow(of: cell)).rounded()) + sideColumns,
      rows: rows + captionRows)
  }

  /// The columns of a photo of 3:2 for each of its lines.
  private static func columnsPerRow(of cell: PixelSize) -> Double {
    guard cell.width > 0, cell.height > 0 else { return 3 }
    return min(max(1.5 * Double(cell.height) / Double(cell.width), 1.5), 6)
  }
}
