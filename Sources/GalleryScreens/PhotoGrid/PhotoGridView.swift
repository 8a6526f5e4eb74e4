import Foundation
import GalleryPresentation
import TerminalKit

/// The photos as a grid: as many next to each other as fit.
final class PhotoGridView: PhotosView {
  private var layout: PhotoGridLayout?

  init(viewModel: any PhotoListViewModelType, pictures: any PhotoPictures, theme: Theme) {
    super.init(
      viewModel: viewModel, pictures: pictures, theme: theme,
      table: TableView(itemSize: Size(columns: 1, rows: 1), theme: theme))
  }

  // MARK: Layout

  override func layout(in frame: Chrome, appearance: ListAppearance) {
    area = frame.content
    let layout = layout(appearance)
    if layout != self.layout {
      self.layout = layout
      table.setItemSize(layout.itemSize)
    }
    table.layout(size: area.size)
  }

  /// The same in every cell, so that pictures are found again when the window moves.
  private var pictureRect: Rect {
    PhotoGridLayout.pictureRect(
      in: Size(columns: table.geometry.itemColumns, rows: table.geometry.itemSize.rows))
  }

  /// At the caption, which is the text to read.
  override var cursor: Point? {
    guard let item = table.selectedRow, let rect = table.rect(ofRow: item) else { return nil }
    return Point(
      column: rect.minColumn,
      row: area.minRow + min(rect.maxRow, area.size.rows) - PhotoGridLayout.captionRows)
  }

  /// On a small screen some sizes are the same: these are skipped.
  override func larger(_ count: Int, _ appearance: ListAppearance) -> ListAppearance {
    var larger = appearance
    repeat {
      let size = larger.pictureSize
      larger.pictureSize = size.step(count)
      // The screen may become larger.
      if larger.pictureSize == size { return appearance }
    } while layout(larger) == layout(appearance)
    return larger
  }

  private func layout(_ appearance: ListAppearance) -> PhotoGridLayout {
    PhotoGridLayout(
      area: area.size, cell: pictures.cellPixelSize, pictureSize: appearance.pictureSize)
  }

  // MARK: Pictures

  /// The visible pictures, the one in focus first, then a page ahead.
  override func pictureSpecifications(isMovingForward: Bool) -> (
    visible: [PictureSpecification], next: [PictureSpecification]
  ) {
    let size = pictureRect.size
    guard size.columns > 0, size.rows > 0 else { return ([], []) }
    let selected = table.selectedRow.map { [$0] } ?? []
    return (
      specifications(forRows: selected + otherVisibleRows, size: size),
      specifications(forRows: rowsAhead(isMovingForward: isMovingForward), size: size)
    )
  }

  // MARK: Cells

  override func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: PhotoGridCell.identifier) as? PhotoGridCell
      ?? PhotoGridCell(reuseIdentifier: PhotoGridCell.identifier, theme: theme)
    cell.viewModel = viewModel.outputs.getCellViewModel(at: indexPath)
    let photo = viewModel.outputs.photo(at: indexPath)
    (cell.isInBasket, cell.isChosen) = signs(ofRow: indexPath.row, photo)
    cell.place(photo, in: pictureRect)
    cell.pictures = pictures
    return cell
  }
}
