import Foundation
import GalleryPresentation
import PictureKit
import TerminalKit

extension PhotoListViewModelOutputs {
  /// The photo of a row; nil if there is no such row, or if it is not loaded.
  func photo(inRow row: Int) -> Photo? {
    (0..<numberOfCells).contains(row) ? photo(at: IndexPath(row: row, section: 0)) : nil
  }
}

/// The list's photos in a table: rows below each other, with a preview of the photo in focus beside them if the terminal is
/// wide; or a grid of as many photos next to each other as fit.
///
/// It fills the content of the list screen. Everything around it (header, foot, alerts, announcements of the view
/// model) belongs to the screen and is the same for both. Photos are counted in rows, as in the view model.
final class PhotosView: TableViewDataSource {
  private let viewModel: any PhotoListViewModelType
  private let context: ScreenContext
  private let isGrid: Bool
  let table: TableView
  /// Learns what happens in the table, and knows the name of the source.
  weak var screen: PhotoListScreen? {
    didSet { table.delegate = screen }
  }

  /// Where the table is on the screen; set by `layout`.
  private var area = Rect.zero
  /// The layout of rows; a grid has no preview.
  private var listLayout = PhotoListLayout(frame: Chrome(size: .zero))
  /// The layout of a grid; nil before the first one.
  private var itemLayout: PhotoGridLayout?
  /// The height of rows until the user chooses one, and the columns of their facts; nil before the first rows.
  private var usualRows: (height: RowHeight, facts: FactColumns)?
  private var previewed: Photo?
  /// The focus when the last frame was made.
  private var lastSelection: Photo.ID?

  init(
    _ layout: GalleryLayout, viewModel: any PhotoListViewModelType, context: ScreenContext
  ) {
    self.viewModel = viewModel
    self.context = context
    isGrid = layout == .grid
    table =
      isGrid
      ? TableView(itemSize: Size(columns: 1, rows: 1), theme: context.theme)
      : TableView(rowHeight: 4, margin: 1, theme: context.theme)
    table.dataSource = self
    table.header = { [weak self] in self?.drawHeader(ofSection: $0, on: &$1) }
  }

  private var pictures: any PhotoPictures { context.pictures }
  private var hasPictures: Bool { pictures.graphicsMethod != .none }

  // MARK: Rows

  /// Reads the photos from the view model again and focuses one; nil leaves the focus where it is.
  ///
  /// - Parameter firstRow: The first row of the window, as nearly as the focus stays in sight; nil leaves the window
  ///   where it is.
  func reloadData(selecting row: Int?, firstRow: Int?) {
    previewed = nil
    if let row { table.reloadData(selecting: row, firstRow: firstRow) } else { table.reloadData() }
  }

  private var selectedPhoto: Photo? { table.selectedRow.flatMap(viewModel.outputs.photo(inRow:)) }

  // MARK: Layout

  /// Call before each frame.
  func layout(in frame: Chrome, appearance: ListAppearance) {
    if isGrid {
      area = frame.content
      let new = gridLayout(appearance)
      if new != itemLayout {
        itemLayout = new
        table.setItemSize(new.itemSize)
      }
    } else {
      usualRows = usualRows ?? firstRows
      listLayout = PhotoListLayout(
        frame: frame, appearance: appearance, usualRowHeight: usualRows?.height ?? .medium)
      if table.rowHeight != listLayout.rowHeight.lines {
        table.rowHeight = listLayout.rowHeight.lines
      }
      // Next to the rule of the preview a scroll track would look like a second rule.
      table.showsScrollTrack = listLayout.dividerColumn == nil
      area = listLayout.table
    }
    table.layout(size: area.size)
    updatePreview()
  }

  /// Three lines where most photos have a description, and columns for facts that some have. Decided once, by what is there when
  /// rows are first shown: rows that change under the user's hands would be worse.
  private var firstRows: (height: RowHeight, facts: FactColumns)? {
    let outputs = viewModel.outputs
    let photos = (0..<min(outputs.numberOfCells, 20)).compactMap(outputs.photo(inRow:))
    guard !photos.isEmpty else { return nil }
    let isOfFiles = outputs.holdsOwnFiles
    let described = photos.count { $0.shownDescription != nil }
    return (
      !isOfFiles && 2 * described >= photos.count ? .tall : .medium,
      FactColumns(photos.map(outputs.words), ofFiles: isOfFiles)
    )
  }

  private func gridLayout(_ appearance: ListAppearance) -> PhotoGridLayout {
    var size = area.size
    // A section's header is always over the first row, and takes a line from the rows.
    if !viewModel.outputs.sections.isEmpty { size.rows -= 1 }
    return PhotoGridLayout(
      area: size, cell: pictures.cellPixelSize, pictureSize: appearance.pictureSize,
      minimumColumns: pictures.minimumPictureColumns)
  }

  private var pictureRect: Rect {
    PhotoGridLayout.pictureRect(
      in: Size(columns: table.geometry.itemColumns, rows: table.geometry.itemSize.rows))
  }

  /// The same for every photo, so that pictures are found again when the window moves; nil if there are none.
  private var pictureSize: Size? {
    guard isGrid else { return pictures.thumbnailSize(in: listLayout.rowHeight) }
    return pictureRect.size
  }

  /// The preview follows a frame after the focus: it is most of what changes on the screen, and the frame that follows
  /// a key must not wait for it. While keys keep coming, so that the focus moves in each frame, it stays as it is; on a
  /// slow line until the last of them. Without pictures it is a few words, and shown in the same frame.
  private func updatePreview() {
    let selected = selectedPhoto
    defer { lastSelection = selected?.id }
    let isBehind = previewed != nil && selected?.id != previewed?.id
    let waitsForPause = pictures.waitsForPause
    guard dividerColumn != nil, isBehind, waitsForPause || selected?.id != lastSelection,
      hasPictures
    else {
      previewed = selected
      return
    }
    if !waitsForPause { context.navigator?.setNeedsFollowingDisplay() }
  }

  var dividerColumn: Int? { listLayout.dividerColumn }

  /// See `ListAppearance.listShare`; nil if there is no preview.
  func listShare(withDividerAt column: Int) -> Double? {
    listLayout.listShare(withDividerAt: column)
  }

  /// The appearance with photos one step larger than now, or smaller with −1; unchanged at the end of the scale.
  func larger(_ count: Int, _ appearance: ListAppearance) -> ListAppearance {
    var larger = appearance
    guard isGrid else {
      larger.rowHeight = listLayout.rowHeight.step(count)
      return larger
    }
    // On a small screen some sizes are the same: these are skipped. Before the first frame none is known.
    repeat {
      let size = larger.pictureSize
      larger.pictureSize = size.step(count)
      // The screen may become larger.
      if larger.pictureSize == size { return appearance }
    } while itemLayout != nil && gridLayout(larger) == gridLayout(appearance)
    return larger
  }

  // MARK: Drawing

  func draw(on surface: inout Surface) {
    if let column = dividerColumn {
      let (top, bottom) = (listLayout.frame.topRule, listLayout.frame.bottomRule)
      surface.verticalRule(
        at: Point(column: column, row: top), rows: bottom - top + 1, style: context.theme.rule)
    }
    table.draw(on: &surface, in: area)
    guard dividerColumn != nil, table.numberOfRows > 0 else { return }
    guard let previewed else {
      return PictureView(state: .loading(rough: nil), theme: context.theme).draw(
        on: &surface, in: previewRect)
    }
    let outputs = viewModel.outputs
    guard let row = outputs.indexPath(of: previewed.id)?.row else { return }
    let cell = PhotoCell(row: row, of: outputs, pictureSize: nil, context: context)
    let size = table.visibleRows.first.flatMap(table.rect(ofRow:))?.size ?? area.size
    let columns = rowStyle.columns(of: size).count
    let said = cell.lines(rowStyle, columns: columns, context.theme).flatMap {
      $0.visibleTexts(columns: columns)
    }
    PreviewPane(theme: context.theme).draw(
      outputs.words(of: previewed), unlike: said,
      isInBasket: cell.isInBasket, namesFile: outputs.holdsOwnFiles, pictures: pictures,
      in: listLayout.preview, on: &surface)
  }

  private var rowStyle: PhotoRowStyle {
    let outputs = viewModel.outputs
    var style = PhotoRowStyle(
      rowHeight: listLayout.rowHeight, thumbnail: pictureSize,
      facts: usualRows?.facts ?? FactColumns([], ofFiles: true), hasFolderHeader: false,
      searchedWords: LocalFilter.words(of: outputs.shownQuery.search ?? "").map(FoldedText.init))
    if case .folder? = outputs.sections.first?.key { style.hasFolderHeader = true }
    return style
  }

  private func drawHeader(ofSection index: Int, on surface: inout Surface) {
    let sections = viewModel.outputs.sections
    guard sections.indices.contains(index) else { return }
    SectionHeader(
      title: SectionText.title(sections[index], source: screen?.title ?? ""),
      count: SectionText.count(sections[index]), theme: context.theme
    ).draw(on: &surface)
  }

  /// At the title of the photo in focus, so that screen readers follow it.
  var cursor: Point? { table.cursor }

  // MARK: Input

  func handle(_ mouse: MouseEvent) { table.handle(mouse, origin: area.origin) }

  /// The row whose ✓ is, or would be, at a point of the screen: at the left edge of a row, and in the corner of a picture's
  /// frame in the grid; nil elsewhere.
  func checkmarkRow(at point: Point) -> Int? {
    guard area.contains(point) else { return nil }
    let location = Point(column: point.column - area.minColumn, row: point.row - area.minRow)
    guard let row = table.row(at: location), let rect = table.rect(ofRow: row) else { return nil }
    guard isGrid else { return location.column == rect.minColumn ? row : nil }
    let photo = viewModel.outputs.photo(inRow: row)
    var box = pictureRect
    box.origin = Point(
      column: rect.minColumn + box.minColumn, row: rect.minRow + box.minRow)
    let picture = RowCell.itemRect(
      of: photo.map { PictureSpecification(photo: $0, size: box.size) }, in: box, pictures)
    let mark = RowCell.markPoint(around: picture)
    return location.row == mark.row && abs(location.column - mark.column) <= 1 ? row : nil
  }

  // MARK: Pictures

  /// The visible pictures, that of the row in focus first, then its preview; and those that the next move would show: the
  /// next preview, and a page of rows in the direction of movement, the nearest first.
  func pictureSpecifications(isMovingForward: Bool) -> (
    visible: [PictureSpecification], next: [PictureSpecification]
  ) {
    let visible = table.visibleRows
    let ahead =
      isMovingForward
      ? Array(visible.upperBound..<(visible.upperBound + visible.count))
      : ((visible.lowerBound - visible.count)..<visible.lowerBound).reversed()
    let selected = table.selectedRow
    return (
      (selected.map { specifications(ofRows: [$0]) + previewSpecifications($0) } ?? [])
        + specifications(ofRows: visible.filter { $0 != selected }),
      (selected.map { previewSpecifications($0 + (isMovingForward ? 1 : -1)) } ?? [])
        + specifications(ofRows: ahead)
    )
  }

  /// The large pictures that a held key shows: this one, and the next ones.
  func pictureSpecificationsAhead(isMovingForward: Bool) -> [PictureSpecification] {
    guard let selected = table.selectedRow else { return [] }
    return (0...PictureSpecification.countAhead).flatMap {
      previewSpecifications(isMovingForward ? selected + $0 : selected - $0)
    }
  }

  private func specifications(ofRows rows: [Int]) -> [PictureSpecification] {
    guard let size = pictureSize else { return [] }
    return rows.compactMap {
      viewModel.outputs.photo(inRow: $0).map { PictureSpecification(photo: $0, size: size) }
    }
  }

  private var previewRect: Rect {
    PreviewPane.pictureRect(in: listLayout.preview, cell: pictures.cellPixelSize)
  }

  private func previewSpecifications(_ row: Int) -> [PictureSpecification] {
    guard dividerColumn != nil, hasPictures, let photo = viewModel.outputs.photo(inRow: row)
    else { return [] }
    return [PictureSpecification(photo: photo, size: previewRect.size, role: .preview)]
  }

  // MARK: The table

  func numberOfRows(in tableView: TableView) -> Int { viewModel.outputs.numberOfCells }

  func sectionStarts(in tableView: TableView) -> [Int] { viewModel.outputs.sections.map(\.start) }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = PhotoCell(
      row: indexPath.row, of: viewModel.outputs, pictureSize: pictureSize, context: context)
    return tableView.dequeueRow(
      pictures, content: isGrid ? cell.tile(pictureRect) : cell.row(rowStyle))
  }
}
