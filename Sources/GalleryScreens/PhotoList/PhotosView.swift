import Foundation
import GalleryPresentation
import TerminalKit

/// Shows the list's photos in a table, as rows or as a grid.
///
/// It fills the content of the list screen. Everything around it (header, foot, alerts, announcements of the view
/// model) belongs to the screen and is the same for both. Photos are counted in rows, as in the view model.
class PhotosView: TableViewDataSource, TableViewDelegate {
  let viewModel: any PhotoListViewModelType
  let pictures: any PhotoPictures
  let theme: Theme
  /// What the movement keys move.
  let table: TableView
  /// Where the table is on the screen; set by `layout`.
  var area = Rect.zero
  /// Learns what happens here, and knows what is shown of photos besides the facts of their source.
  weak var screen: PhotoListScreen?

  init(
    viewModel: any PhotoListViewModelType, pictures: any PhotoPictures, theme: Theme,
    table: TableView
  ) {
    self.viewModel = viewModel
    self.pictures = pictures
    self.theme = theme
    self.table = table
    table.dataSource = self
    table.delegate = self
    table.header = { [weak self] in self?.drawHeader(ofSection: $0, on: &$1) }
  }

  // MARK: Rows

  /// As of the last reload.
  var numberOfRows: Int { table.numberOfRows }
  /// The photos in the window.
  var visibleRows: Range<Int> { table.visibleRows }
  /// The row in focus; setting it scrolls it into sight, and reports nothing.
  var selectedRow: Int? {
    get { table.selectedRow }
    set { table.selectedRow = newValue }
  }

  /// Reads the photos from the view model again and focuses one; nil leaves the focus where it is.
  ///
  /// - Parameter firstRow: The first row of the window, as nearly as the focus stays in sight; nil leaves the window
  ///   where it is.
  func reloadData(selecting row: Int?, firstRow: Int?) {
    if let row { table.reloadData(selecting: row, firstRow: firstRow) } else { table.reloadData() }
  }

  /// The photo of a row; nil if it is not loaded.
  func photo(inRow row: Int) -> Photo? {
    guard row >= 0, row < viewModel.outputs.numberOfCells else { return nil }
    return viewModel.outputs.photo(at: IndexPath(row: row, section: 0))
  }

  final var selectedPhoto: Photo? { selectedRow.flatMap(photo(inRow:)) }

  // MARK: Layout and drawing

  /// Lays out its parts; called before each frame.
  func layout(in frame: Chrome, appearance: ListAppearance) {}

  func draw(on surface: inout Surface) { table.draw(on: &surface, in: area) }

  /// The photo that the words beside the photos are about: the one in focus, a frame later if there is a preview.
  var describedPhoto: Photo? { selectedPhoto }

  /// At the photo in focus, so that screen readers follow it.
  var cursor: Point? {
    guard let row = selectedRow, let rect = table.rect(ofRow: row) else { return nil }
    return Point(column: 0, row: area.minRow + rect.minRow)
  }

  private func drawHeader(ofSection index: Int, on surface: inout Surface) {
    let sections = viewModel.outputs.sections
    guard sections.indices.contains(index) else { return }
    let isOpen = viewModel.outputs.isCounting && index == sections.indices.last
    SectionHeader(
      title: SectionText.title(sections[index], source: screen?.title ?? ""),
      count: SectionText.count(sections[index], isOpen: isOpen), theme: theme
    ).draw(on: &surface)
  }

  // MARK: Input

  func handle(_ mouse: MouseEvent) { table.handle(mouse, origin: area.origin) }

  /// The row whose checkmark is, or would be, at a point of the screen: at the left edge of the photo; nil elsewhere.
  func checkmarkRow(at point: Point) -> Int? {
    guard area.contains(point) else { return nil }
    let location = Point(column: point.column - area.minColumn, row: point.row - area.minRow)
    guard let row = table.row(at: location), let rect = table.rect(ofRow: row) else { return nil }
    return location.column == rect.minColumn ? row : nil
  }

  /// The appearance with photos one step larger than now, or smaller with −1; unchanged at the end of the scale.
  func larger(_ count: Int, _ appearance: ListAppearance) -> ListAppearance { appearance }

  /// The column of the rule next to the preview; nil if there is none.
  var dividerColumn: Int? { nil }

  /// See `ListAppearance.listShare`; nil if there is no preview.
  func listShare(withDividerAt column: Int) -> Double? { nil }

  // MARK: Pictures

  /// The pictures on the screen, the most important first, and those that the next move would show.
  func pictureSpecifications(isMovingForward: Bool) -> (
    visible: [PictureSpecification], next: [PictureSpecification]
  ) { ([], []) }

  /// The large pictures that a held key shows: this one, and the next ones.
  func pictureSpecificationsAhead(isMovingForward: Bool) -> [PictureSpecification] { [] }

  /// The visible rows except the one in focus.
  final var otherVisibleRows: [Int] { visibleRows.filter { $0 != selectedRow } }

  /// As many rows as are visible, in the direction of movement, the nearest first.
  final func rowsAhead(isMovingForward: Bool) -> [Int] {
    let rows = visibleRows
    return isMovingForward
      ? Array(rows.upperBound..<(rows.upperBound + rows.count))
      : ((rows.lowerBound - rows.count)..<rows.lowerBound).reversed()
  }

  /// The pictures of rows in one size.
  final func specifications(forRows rows: [Int], size: Size) -> [PictureSpecification] {
    rows.compactMap { photo(inRow: $0).map { PictureSpecification(photo: $0, size: size) } }
  }

  // MARK: The table

  func numberOfRows(in tableView: TableView) -> Int { viewModel.outputs.numberOfCells }

  func sectionStarts(in tableView: TableView) -> [Int] { viewModel.outputs.sections.map(\.start) }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    TableViewCell()
  }

  /// Whether a row is in the basket, and whether it is selected for commands.
  final func signs(ofRow row: Int, _ photo: Photo?) -> (isInBasket: Bool, isChosen: Bool) {
    (
      photo.map { screen?.isInBasket($0.id) ?? false } ?? false,
      screen?.isChosen(row: row, photo) ?? false
    )
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    screen?.photosView(didSelectRow: indexPath.row)
  }

  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    screen?.photosView(didHighlightRow: indexPath?.row)
  }

  func tableView(_ tableView: TableView, willDisplayRows rows: Range<Int>) {
    screen?.photosView(willDisplayRows: rows)
  }
}
