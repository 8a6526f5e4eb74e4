import Foundation
import GalleryPresentation
import TerminalKit

/// The photos as a grid: as many next to each other as fit.
final class PhotoGridView: PhotosView {
  let viewModel: any PhotoListViewModelType
  weak var delegate: (any PhotosViewDelegate)?
  weak var decorations: (any RowDecorations)?
  private let pictures: any PhotoPictures
  private let theme: Theme
  private let grid: GridView
  private var layout: PhotoGridLayout?
  private var area = Rect.zero

  init(viewModel: any PhotoListViewModelType, pictures: any PhotoPictures, theme: Theme) {
    self.viewModel = viewModel
    self.pictures = pictures
    self.theme = theme
    grid = GridView(itemSize: Size(columns: 1, rows: 1), theme: theme)
    grid.dataSource = self
    grid.delegate = self
    grid.header = { [weak self] in self?.drawHeader(ofSection: $0, on: &$1, theme: theme) }
  }

  // MARK: Rows

  var numberOfRows: Int { grid.numberOfItems }
  var visibleRows: Range<Int> { grid.visibleItems }
  var selectedRow: Int? {
    get { grid.selectedItem }
    set { grid.selectedItem = newValue }
  }

  func reloadData(selecting row: Int?, firstRow: Int?) {
    if let row { grid.reloadData(selecting: row, firstItem: firstRow) } else { grid.reloadData() }
  }

  func chooseSelectedRow() { grid.chooseSelectedItem() }

  // MARK: Layout

  func layout(in frame: Chrome, appearance: ListAppearance) {
    area = frame.content
    let layout = layout(appearance)
    if layout != self.layout {
      self.layout = layout
      grid.setItemSize(layout.itemSize)
    }
    grid.layout(size: area.size)
  }

  /// The same in every cell, so that pictures are found again when the window moves.
  private var pictureRect: Rect {
    PhotoGridLayout.pictureRect(
      in: Size(columns: grid.geometry.itemColumns, rows: grid.geometry.itemSize.rows))
  }

  // MARK: Drawing

  func draw(on surface: inout Surface) {
    grid.draw(on: &surface, in: area)
  }

  var describedPhoto: Photo? { grid.selectedItem.flatMap(photo(inRow:)) }

  /// At the caption, which is the text to read.
  var cursor: Point? {
    guard let item = grid.selectedItem, let rect = grid.rect(ofItem: item) else { return nil }
    return Point(
      column: rect.minColumn,
      row: area.minRow + min(rect.maxRow, area.size.rows) - PhotoGridLayout.captionRows)
  }

  // MARK: Input

  var rowView: any RowMoving { grid }

  func handle(_ mouse: MouseEvent) {
    grid.handle(mouse, origin: area.origin)
  }

  /// The edge at the left of a picture and its caption.
  func checkmarkRow(at point: Point) -> Int? {
    guard area.contains(point) else { return nil }
    let location = Point(column: point.column - area.minColumn, row: point.row - area.minRow)
    guard let item = grid.item(at: location), let rect = grid.rect(ofItem: item) else { return nil }
    return location.column == rect.minColumn ? item : nil
  }

  /// On a small screen some sizes are the same: these are skipped.
  func larger(_ count: Int, _ appearance: ListAppearance) -> ListAppearance {
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

  var dividerColumn: Int? { nil }

  func listShare(withDividerAt column: Int) -> Double? { nil }

  // MARK: Pictures

  /// The visible pictures, the one in focus first, then a page ahead.
  func pictureSpecifications(isMovingForward: Bool) -> (
    visible: [PictureSpecification], next: [PictureSpecification]
  ) {
    let size = pictureRect.size
    guard size.columns > 0, size.rows > 0 else { return ([], []) }
    let selected = grid.selectedItem.map { [$0] } ?? []
    return (
      specifications(forRows: selected + otherVisibleRows, size: size),
      specifications(forRows: rowsAhead(isMovingForward: isMovingForward), size: size)
    )
  }
}

extension PhotoGridView: GridViewDataSource {
  func numberOfItems(in gridView: GridView) -> Int { viewModel.outputs.numberOfCells }

  func sectionStarts(in gridView: GridView) -> [Int] { sectionStarts }

  func gridView(_ gridView: GridView, cellForItemAt indexPath: IndexPath) -> GridViewCell {
    let cell =
      gridView.dequeueReusableCell(withIdentifier: PhotoGridCell.identifier) as? PhotoGridCell
      ?? PhotoGridCell(reuseIdentifier: PhotoGridCell.identifier, theme: theme)
    cell.viewModel = viewModel.outputs.getCellViewModel(at: indexPath)
    let photo = viewModel.outputs.photo(at: indexPath)
    cell.isInBasket = photo.map { decorations?.isInBasket($0.id) ?? false } ?? false
    cell.isChosen = decorations?.isChosen(row: indexPath.row, photo) ?? false
    cell.place(photo, in: pictureRect)
    cell.pictures = pictures
    return cell
  }
}

extension PhotoGridView: GridViewDelegate {
  func gridView(_ gridView: GridView, didSelectItemAt indexPath: IndexPath) {
    delegate?.photosView(didSelectRow: indexPath.row)
  }

  func gridView(_ gridView: GridView, didHighlightItemAt indexPath: IndexPath?) {
    delegate?.photosView(didHighlightRow: indexPath?.row)
  }

  func gridView(_ gridView: GridView, willDisplayItems items: Range<Int>) {
    delegate?.photosView(willDisplayRows: items)
  }
}
