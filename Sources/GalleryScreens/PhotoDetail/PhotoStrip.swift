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
  private var window = StripWindow()

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
      pictureRows: max(0, frame.size.rows - PhotoGridLayout.captionRows - 1),
      cell: context.pictures.cellPixelSize)
    let columns = max(size.columns, Self.leastColumns)
    window.show(
      row, count: frame.isEmpty ? 0 : max(1, frame.size.columns / columns),
      of: list.outputs.numberOfCells)
  }

  /// A few letters of a name, and five stars.
  private static let leastColumns = 12

  /// The rows on the screen.
  var rows: Range<Int> { window.rows }

  /// The pictures on the screen, the nearest to the focus first, and then those on either side.
  func specifications() -> (visible: [PictureSpecification], next: [PictureSpecification]) {
    let focus = window.focus
    let next = window.rows.upperBound..<(window.rows.upperBound + window.rows.count / 2)
    return (
      window.rows.sorted { abs($0 - focus) < abs($1 - focus) }.compactMap(specification),
      next.compactMap(specification)
    )
  }

  /// The picture of a row's photo; nil while it is not loaded, and where there is room for captions only.
  private func specification(_ row: Int) -> PictureSpecification? {
    pictureRect.isEmpty
      ? nil
      : list.outputs.photo(inRow: row).map {
        PictureSpecification(photo: $0, size: pictureRect.size)
      }
  }

  private var itemColumns: Int { window.count > 0 ? frame.size.columns / window.count : 0 }

  /// In the cell of a photo.
  private var pictureRect: Rect {
    PhotoGridLayout.pictureRect(in: Size(columns: itemColumns, rows: frame.size.rows))
  }

  private func rect(ofRow row: Int) -> Rect {
    Rect(
      column: frame.minColumn + (row - window.rows.lowerBound) * itemColumns, row: frame.minRow,
      columns: itemColumns, rows: frame.size.rows)
  }

  /// The photo at a point of the screen; nil if there is none.
  func photo(at point: Point) -> Photo? {
    window.rows.first { rect(ofRow: $0).contains(point) }.flatMap(list.outputs.photo(inRow:))
  }

  /// - Parameter row: The row in focus.
  func draw(row: Int?, on surface: inout Surface) {
    for index in window.rows {
      let (photo, picture) = (list.outputs.photo(inRow: index), specification(index))
      let shown = PhotoCell(
        viewModel: list.outputs.getCellViewModel(at: IndexPath(row: index, section: 0)),
        picture: picture, isInBasket: photo.map { context.isInBasket($0.id) } ?? false,
        isChosen: list.outputs.isSelected(row: index, photo),
        moves: picture.flatMap { context.pictures.state(of: $0).shown }?.animation != nil)
      cell.content = shown.tile(pictureRect)
      cell.isSelected = index == row
      surface.draw(in: rect(ofRow: index)) { cell.draw(on: &$0) }
    }
  }
}

/// Which rows a strip shows: it stays until the focus has come to its first or last row, and then puts it in the middle.
nonisolated struct StripWindow: Equatable {
  private var first = 0
  /// How many rows there is room for.
  private(set) var count = 0
  /// The row in focus.
  private(set) var focus = 0
  private var total = 0

  /// Fewer at the end of a short list.
  var rows: Range<Int> { first..<max(first, min(first + count, total)) }

  /// - Parameters:
  ///   - row: nil leaves the rows where they are, as far as there are any.
  ///   - total: The number of rows of the list.
  mutating func show(_ row: Int?, count: Int, of total: Int) {
    self.count = max(0, count)
    self.total = max(0, total)
    focus = min(max(0, row ?? focus), max(0, total - 1))
    // The row in focus keeps a neighbour on either side.
    let margin = min(1, (self.count - 1) / 2)
    if focus < first + margin || focus > first + self.count - 1 - margin {
      first = focus - self.count / 2
    }
    first = max(0, min(first, self.total - self.count))
  }
}
