import TerminalKit

/// The size of photos in the grid: so many side by side that the width is used, each about as high as a landscape photo, and
/// whole rows of them in the window.
nonisolated struct PhotoGridLayout: Equatable {
  /// The frame, the picture in it, and the caption below; the grid distributes the rest of the width among the items.
  let itemSize: Size

  /// Columns next to the picture: an edge of the frame on either side, and a gap, so that the closing edge is nearer to
  /// its own photo than to the next.
  static let sideColumns = 2 + gapColumns
  /// Empty columns after the closing edge.
  static let gapColumns = 1
  /// Lines below the frame.
  static let captionRows = 1
  /// Lines above and below the picture: the frame's edges, and the caption.
  static let sideRows = 2 + captionRows

  /// Narrower pictures show too little.
  private static let minimumPictureColumns = 5
  /// The width for which the sizes are defined.
  private static let usualColumns = 154.0

  /// - Parameters:
  ///   - cell: The size of a cell in pixels.
  ///   - minimumColumns: See `PhotoPictures.minimumPictureColumns`.
  init(
    area: Size, cell: PixelSize, pictureSize: GridPictureSize = .medium, minimumColumns: Int = 1
  ) {
    // The last column is for the scroll indicator.
    let width = max(0, area.columns - 1)
    let ratio = Self.columnsPerRow(of: cell)
    let maximumRows = max(1, area.rows - Self.sideRows)
    // Half as many on a quarter of the width: pictures become smaller on a small screen, too.
    let wanted =
      Double(pictureSize.usualCount) * (Double(width) / Self.usualColumns).squareRoot()
    // On a low screen the width of a landscape photo that fits is the limit.
    let fitting = Double(width) / (Double(maximumRows) * ratio + Double(Self.sideColumns))
    // A single column would be no grid, unless pictures are to be large.
    let least = pictureSize.usualCount > GridPictureSize.larger.usualCount ? 2 : 1
    let most = max(1, width / (max(minimumColumns, Self.minimumPictureColumns) + Self.sideColumns))
    let count = min(max(Int(wanted.rounded()), Int(fitting), least), most)
    let columns = max(0, width / count - Self.sideColumns)

    let natural = Int((Double(columns) / ratio).rounded())
    let pitch = max(1, natural) + Self.sideRows
    // A row more if it is nearly there.
    let rowCount = max(1, Int(Double(area.rows) / Double(pitch) + 0.3))
    // What is left over makes room for portraits.
    let rows = max(1, min(area.rows / rowCount - Self.sideRows, natural + natural / 4, maximumRows))
    itemSize = Size(columns: columns + Self.sideColumns, rows: rows + Self.sideRows)
  }

  /// The picture in an item of this size.
  static func pictureRect(in item: Size) -> Rect {
    Rect(column: 1, row: 1, columns: item.columns - sideColumns, rows: item.rows - sideRows)
  }

  /// The size of an item with a landscape photo of so many lines.
  static func itemSize(pictureRows rows: Int, cell: PixelSize) -> Size {
    Size(
      columns: Int((Double(rows) * columnsPerRow(of: cell)).rounded()) + sideColumns,
      rows: rows + sideRows)
  }

  /// The columns of a photo of 3:2 for each of its lines.
  private static func columnsPerRow(of cell: PixelSize) -> Double {
    guard cell.width > 0, cell.height > 0 else { return 3 }
    return min(max(1.5 * Double(cell.height) / Double(cell.width), 1.5), 6)
  }
}
