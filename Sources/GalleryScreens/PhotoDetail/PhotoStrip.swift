import Foundation
import GalleryPresentation
import TerminalKit

/// The photos of a list side by side on one line, the one in focus among them: where the user is while culling.
///
/// Its cells are those of the grid. The photos stay where they are until the focus comes to an end of the line; a terminal
/// that draws pictures itself then has few to move.
final class PhotoStrip {
  private let list: any PhotoListViewModelType
  private let context: ScreenContext
  private let cell: RowCell
  private var frame = Rect.zero
  /// As many photos as are side by side are its lines; one in focus keeps a neighbour on either side.
  private var scroll = ScrollGeometry(margin: 1)

  init(_ list: any PhotoListViewModelType, context: ScreenContext) {
    self.list = list
    self.context = context
    cell = RowCell(reuseIdentifier: RowCell.identifier, theme: context.theme)
    cell.pictures = context.pictures
  }

  /// - Parameter row: The row in focus; nil leaves the window where it is.
  func layout(in frame: Rect, row: Int?) {
    self.frame = frame
    let size = PhotoGridLayout.itemSize(
      pictureRows: max(0, frame.size.rows - PhotoGridLayout.sideRows),
      cell: context.pictures.cellPixelSize)
    let columns = max(size.columns, Self.minimumColumns)
    guard !frame.isEmpty else {
      scroll = ScrollGeometry(margin: 1)
      return
    }
    scroll.setCount(list.outputs.numberOfCells)
    scroll.setHeight(max(1, frame.size.columns / columns))
    guard let row, row != scroll.selection else { return }
    let offset = scroll.offset
    scroll.select(row)
    // At an end of the line it gets to the middle.
    if scroll.offset != offset { scroll.setOffset(row - scroll.size.rows / 2) }
  }

  /// A few letters of a name, and five stars.
  private static let minimumColumns = 12

  var rows: Range<Int> { scroll.visibleRows }

  /// The pictures on the screen, the nearest to the focus first, and then those on either side.
  func specifications() -> (visible: [PictureSpecification], next: [PictureSpecification]) {
    let focus = scroll.selection ?? 0
    let next = rows.upperBound..<(rows.upperBound + rows.count / 2)
    return (
      rows.sorted { abs($0 - focus) < abs($1 - focus) }.compactMap(specification),
      next.compactMap(specification)
    )
  }

  private func specification(_ row: Int) -> PictureSpecification? {
    list.outputs.photo(inRow: row).map { PictureSpecification(photo: $0, size: pictureRect.size) }
  }

  private var itemColumns: Int { frame.size.columns / max(1, scroll.size.rows) }

  /// The picture's box in the cell of a photo.
  private var pictureRect: Rect {
    PhotoGridLayout.pictureRect(in: Size(columns: itemColumns, rows: frame.size.rows))
  }

  private func rect(ofRow row: Int) -> Rect {
    Rect(
      column: frame.minColumn + (row - rows.lowerBound) * itemColumns, row: frame.minRow,
      columns: itemColumns, rows: frame.size.rows)
  }

  func photo(at point: Point) -> Photo? {
    rows.first { rect(ofRow: $0).contains(point) }.flatMap(list.outputs.photo(inRow:))
  }

  /// - Parameter row: The row in focus.
  func draw(row: Int?, on surface: inout Surface) {
    for index in rows {
      cell.content = PhotoCell(
        row: index, of: list.outputs, pictureSize: pictureRect.size, context: context
      ).tile(pictureRect)
      cell.isFocused = index == row
      surface.draw(in: rect(ofRow: index)) { cell.draw(on: &$0) }
    }
  }
}
