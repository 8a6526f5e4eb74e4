import PictureProtocol
import TerminalKit

/// The placeholder of a picture of characters: the cells of other pictures of the same photo, moved and enlarged to
/// where they belong.
///
/// Cells are taken as they are, the nearest for each position. That is coarse, but available immediately, and
/// everything is already in its final place.
nonisolated struct RoughCells {
  /// A picture and the part of the photo that it shows.
  struct Source {
    var cells: CellPicture
    var region: PictureRegion
  }

  /// The position of a part of a photo in its box, in cells.
  ///
  /// - Parameters:
  ///   - enlargement: The columns of a pixel, if it is enlarged by whole pixels; else 1.
  ///   - isPixels: Whether the terminal draws the picture itself; then it is not enlarged to its box, and may fill its
  ///     last cells in part.
  static func extent(
    of region: PictureRegion, source: PixelSize, enlargement: Int = 1, box: Size, cell: PixelSize,
    isPixels: Bool = false
  ) -> Size {
    let width = Double(source.width) * region.width
    let height = Double(source.height) * region.height
    guard width > 0, height > 0, cell.width > 0, cell.height > 0 else { return .zero }
    let filling = min(
      Double(box.columns * cell.width) / width, Double(box.rows * cell.height) / height)
    if isPixels {
      let scale = enlargement > 1 ? Double(enlargement) : min(1, filling)
      return Size(
        columns: cells(
          ((width * scale).rounded() / Double(cell.width)).rounded(.up), atMost: box.columns),
        rows: cells(
          ((height * scale).rounded() / Double(cell.height)).rounded(.up), atMost: box.rows))
    }
    let scale = enlargement > 1 ? Double(enlargement * cell.width) : filling
    return Size(
      columns: cells(width * scale / Double(cell.width), atMost: box.columns),
      rows: cells(height * scale / Double(cell.height), atMost: box.rows))
  }

  private static func cells(_ value: Double, atMost limit: Int) -> Int {
    guard value < Double(limit) else { return limit }
    return max(1, Int(value.rounded()))
  }

  /// - Parameters:
  ///   - region: The part of the photo that is wanted.
  ///   - size: The cells that it will cover.
  ///   - sources: The best last; cells that none of them covers stay blank.
  /// - Returns: nil if none of them shows any of it.
  /// - Complexity: O(*cells* · *sources*).
  static func picture(of region: PictureRegion, size: Size, from sources: [Source]) -> CellPicture?
  {
    var cells = Array(repeating: PictureCell(scalar: 0x20), count: size.columns * size.rows)
    var isEmpty = true
    for source in sources {
      let (width, height) = (Int(source.cells.columns), Int(source.cells.rows))
      guard width > 0, height > 0, source.cells.cells.count >= width * height else { continue }
      let columns = positions(
        size.columns, from: (region.x, region.width),
        in: (source.region.x, source.region.width), count: width)
      let rows = positions(
        size.rows, from: (region.y, region.height),
        in: (source.region.y, source.region.height), count: height)
      for (row, sourceRow) in rows.enumerated() {
        guard let sourceRow else { continue }
        for (column, sourceColumn) in columns.enumerated() {
          guard let sourceColumn else { continue }
          cells[row * size.columns + column] = source.cells.cells[sourceRow * width + sourceColumn]
          isEmpty = false
        }
      }
    }
    guard !isEmpty else { return nil }
    return CellPicture(
      columns: UInt32(clamping: size.columns), rows: UInt32(clamping: size.rows), cells: cells)
  }

  /// For each cell in one direction, the cell of the source that contains its middle; nil outside.
  private static func positions(
    _ count: Int, from wanted: (start: Double, length: Double),
    in shown: (start: Double, length: Double), count shownCount: Int
  ) -> [Int?] {
    (0..<count).map { index in
      let middle = wanted.start + (Double(index) + 0.5) / Double(count) * wanted.length
      let position = (middle - shown.start) / shown.length * Double(shownCount)
      guard position >= 0, position < Double(shownCount) else { return nil }
      return Int(position)
    }
  }
}

extension PictureRegion {
  /// All of a picture.
  nonisolated static let whole = PictureRegion(x: 0, y: 0, width: 1, height: 1)
}
