import Foundation
import GalleryPresentation
import TerminalKit

/// The photos below each other, and next to them a preview of the photo in focus if the terminal is wide.
final class PhotoListView: PhotosView {
  let viewModel: any PhotoListViewModelType
  weak var delegate: (any PhotosViewDelegate)?
  weak var decorations: (any RowDecorations)?
  private let pictures: any PhotoPictures
  private let theme: Theme
  private let table: TableView
  private var layout = PhotoListLayout(frame: Chrome(size: .zero))
  /// The photo in the preview.
  private var previewed: Photo?
  /// The focus when the last frame was made.
  private var lastSelection: Photo.ID?

  init(viewModel: any PhotoListViewModelType, pictures: any PhotoPictures, theme: Theme) {
    self.viewModel = viewModel
    self.pictures = pictures
    self.theme = theme
    table = TableView(rowHeight: 4, margin: 1, theme: theme)
    table.dataSource = self
    table.delegate = self
    table.header = { [weak self] in self?.drawHeader(ofSection: $0, on: &$1, theme: theme) }
  }

  // MARK: Rows

  var numberOfRows: Int { table.numberOfRows }
  var visibleRows: Range<Int> { table.visibleRows }
  var selectedRow: Int? {
    get { table.selectedRow }
    set { table.selectedRow = newValue }
  }

  func reloadData(selecting row: Int?, firstRow: Int?) {
    previewed = nil
    if let row { table.reloadData(selecting: row, firstRow: firstRow) } else { table.reloadData() }
  }

  func chooseSelectedRow() { table.chooseSelectedRow() }

  // MARK: Layout

  func layout(in frame: Chrome, appearance: ListAppearance) {
    let new = PhotoListLayout(frame: frame, appearance: appearance)
    if new != layout {
      layout = new
      if table.rowHeight != layout.rowHeight.lines { table.rowHeight = layout.rowHeight.lines }
      // Next to the rule of the preview a scroll track would look like a second rule.
      table.showsScrollTrack = layout.dividerColumn == nil
    }
    table.layout(size: layout.table.size)
    updatePreview()
  }

  /// The preview follows a frame after the focus: it is most of what changes on the screen, and the answer to a key
  /// must not wait for it. While keys keep coming, so that the focus moves in each frame, it stays as it is; on a slow
  /// line until the last of them. Without pictures it is a few words, and shown in the same frame.
  private func updatePreview() {
    let selected = selectedPhoto
    defer { lastSelection = selected?.id }
    let isBehind = previewed != nil && selected?.id != previewed?.id
    let waitsForRest = pictures.waitsForRest
    guard layout.dividerColumn != nil, isBehind, waitsForRest || selected?.id != lastSelection,
      pictures.graphicsMethod != .none
    else {
      previewed = selected
      return
    }
    if !waitsForRest { delegate?.photosViewNeedsFollowingDisplay() }
  }

  private var selectedPhoto: Photo? { table.selectedRow.flatMap(photo(inRow:)) }

  // MARK: Drawing

  func draw(on surface: inout Surface) {
    drawDivider(on: &surface)
    table.draw(on: &surface, in: layout.table)
    drawPreview(on: &surface)
  }

  private func drawDivider(on surface: inout Surface) {
    guard let column = layout.dividerColumn else { return }
    let (top, bottom) = (layout.frame.topRule, layout.frame.bottomRule)
    surface.verticalRule(
      at: Point(column: column, row: top), rows: bottom - top + 1, style: theme.rule)
  }

  private func drawPreview(on surface: inout Surface) {
    guard layout.dividerColumn != nil, let previewed else { return }
    PreviewPane(theme: theme).draw(
      viewModel.outputs.words(of: previewed),
      isInBasket: decorations?.isInBasket(previewed.id) ?? false,
      pictures: pictures, in: layout.preview, on: &surface)
  }

  var describedPhoto: Photo? { layout.dividerColumn == nil ? selectedPhoto : previewed }

  var cursor: Point? {
    guard let row = table.selectedRow, let rect = table.rect(ofRow: row) else { return nil }
    return Point(column: 0, row: layout.table.minRow + rect.minRow)
  }

  // MARK: Input

  var rowView: any RowMoving { table }

  func handle(_ mouse: MouseEvent) {
    table.handle(mouse, origin: layout.table.origin)
  }

  /// The first column of the rows.
  func checkmarkRow(at point: Point) -> Int? {
    guard point.column == layout.table.minColumn, layout.table.contains(point) else { return nil }
    return table.row(at: Point(column: 0, row: point.row - layout.table.minRow))
  }

  func larger(_ count: Int, _ appearance: ListAppearance) -> ListAppearance {
    var appearance = appearance
    appearance.rowHeight = layout.rowHeight.step(count)
    return appearance
  }

  var dividerColumn: Int? { layout.dividerColumn }

  func listShare(withDividerAt column: Int) -> Double? { layout.listShare(withDividerAt: column) }

  // MARK: Pictures

  /// The visible pictures, the selected row's first, then the preview, then a page ahead.
  func pictureSpecifications(isMovingForward: Bool) -> (
    visible: [PictureSpecification], next: [PictureSpecification]
  ) {
    var (visible, next): ([PictureSpecification], [PictureSpecification]) = ([], [])
    if let selected = table.selectedRow {
      visible = thumbnailSpecifications([selected]) + previewSpecifications(selected)
      next = previewSpecifications(selected + (isMovingForward ? 1 : -1))
    }
    return (
      visible + thumbnailSpecifications(otherVisibleRows),
      next + thumbnailSpecifications(rowsAhead(isMovingForward: isMovingForward))
    )
  }

  func pictureSpecificationsAhead(isMovingForward: Bool) -> [PictureSpecification] {
    guard let selected = table.selectedRow else { return [] }
    return (0...PictureSpecification.countAhead).flatMap {
      previewSpecifications(isMovingForward ? selected + $0 : selected - $0)
    }
  }

  private func thumbnailSpecifications(_ rows: [Int]) -> [PictureSpecification] {
    layout.rowHeight.thumbnailSize.map { specifications(forRows: rows, size: $0) } ?? []
  }

  private func previewSpecifications(_ row: Int) -> [PictureSpecification] {
    guard layout.dividerColumn != nil, let photo = photo(inRow: row) else { return [] }
    let size = PreviewPane.pictureRect(in: layout.preview, cell: pictures.cellPixelSize).size
    return size.columns > 0 && size.rows > 0
      ? [PictureSpecification(photo: photo, size: size, role: .preview)] : []
  }
}

extension PhotoListView: TableViewDataSource {
  func numberOfRows(in tableView: TableView) -> Int { viewModel.outputs.numberOfCells }

  func sectionStarts(in tableView: TableView) -> [Int] { sectionStarts }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: PhotoListCell.identifier) as? PhotoListCell
      ?? PhotoListCell(reuseIdentifier: PhotoListCell.identifier, theme: theme)
    cell.viewModel = viewModel.outputs.getCellViewModel(at: indexPath)
    let photo = viewModel.outputs.photo(at: indexPath)
    cell.isInBasket = photo.map { decorations?.isInBasket($0.id) ?? false } ?? false
    cell.isChosen = decorations?.isChosen(row: indexPath.row, photo) ?? false
    cell.rowHeight = layout.rowHeight
    cell.thumbnailSize = layout.rowHeight.thumbnailSize
    if let photo, let size = cell.thumbnailSize {
      cell.picture = PictureSpecification(photo: photo, size: size)
    }
    if case .folder? = viewModel.outputs.sections.first?.key {
      cell.hasFolderHeader = true
    } else {
      cell.hasFolderHeader = false
    }
    cell.pictures = pictures
    let search = viewModel.outputs.shownQuery.search ?? ""
    cell.searchedWords = LocalFilter.words(of: search).map(FoldedText.init)
    return cell
  }
}

extension PhotoListView: TableViewDelegate {
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    delegate?.photosView(didSelectRow: indexPath.row)
  }

  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    delegate?.photosView(didHighlightRow: indexPath?.row)
  }

  func tableView(_ tableView: TableView, willDisplayRows rows: Range<Int>) {
    delegate?.photosView(willDisplayRows: rows)
  }
}
