import Foundation
import GalleryPresentation
import TerminalKit

/// The photos below each other, and next to them a preview of the photo in focus if the terminal is wide.
final class PhotoListView: PhotosView {
  private var layout = PhotoListLayout(frame: Chrome(size: .zero))
  /// The photo in the preview.
  private var previewed: Photo?
  /// The focus when the last frame was made.
  private var lastSelection: Photo.ID?

  init(viewModel: any PhotoListViewModelType, pictures: any PhotoPictures, theme: Theme) {
    super.init(
      viewModel: viewModel, pictures: pictures, theme: theme,
      table: TableView(rowHeight: 4, margin: 1, theme: theme))
  }

  override func reloadData(selecting row: Int?, firstRow: Int?) {
    previewed = nil
    super.reloadData(selecting: row, firstRow: firstRow)
  }

  // MARK: Layout

  override func layout(in frame: Chrome, appearance: ListAppearance) {
    let new = PhotoListLayout(frame: frame, appearance: appearance)
    if new != layout {
      layout = new
      if table.rowHeight != layout.rowHeight.lines { table.rowHeight = layout.rowHeight.lines }
      // Next to the rule of the preview a scroll track would look like a second rule.
      table.showsScrollTrack = layout.dividerColumn == nil
    }
    area = layout.table
    table.layout(size: area.size)
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
    if !waitsForRest { screen?.photosViewNeedsFollowingDisplay() }
  }

  // MARK: Drawing

  override func draw(on surface: inout Surface) {
    drawDivider(on: &surface)
    super.draw(on: &surface)
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
      isInBasket: screen?.isInBasket(previewed.id) ?? false,
      pictures: pictures, in: layout.preview, on: &surface)
  }

  override var describedPhoto: Photo? {
    layout.dividerColumn == nil ? selectedPhoto : previewed
  }

  // MARK: Input

  override func larger(_ count: Int, _ appearance: ListAppearance) -> ListAppearance {
    var appearance = appearance
    appearance.rowHeight = layout.rowHeight.step(count)
    return appearance
  }

  override var dividerColumn: Int? { layout.dividerColumn }

  override func listShare(withDividerAt column: Int) -> Double? {
    layout.listShare(withDividerAt: column)
  }

  // MARK: Pictures

  /// The visible pictures, the selected row's first, then the preview, then a page ahead.
  override func pictureSpecifications(isMovingForward: Bool) -> (
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

  override func pictureSpecificationsAhead(isMovingForward: Bool) -> [PictureSpecification] {
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

  // MARK: Cells

  override func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let photo = viewModel.outputs.photo(at: indexPath)
    let picture = layout.rowHeight.thumbnailSize.flatMap { size in
      photo.map { PictureSpecification(photo: $0, size: size) }
    }
    let (isInBasket, isChosen) = signs(ofRow: indexPath.row, photo)
    var hasFolderHeader = false
    if case .folder? = viewModel.outputs.sections.first?.key { hasFolderHeader = true }
    let row = PhotoRow(
      viewModel: viewModel.outputs.getCellViewModel(at: indexPath), picture: picture,
      isInBasket: isInBasket, isChosen: isChosen, rowHeight: layout.rowHeight,
      moves: picture.flatMap { pictures.facts(of: $0) }?.animation != nil,
      hasFolderHeader: hasFolderHeader,
      searchedWords: LocalFilter.words(of: viewModel.outputs.shownQuery.search ?? "")
        .map(FoldedText.init))
    return tableView.dequeueRow(pictures, content: row.content)
  }
}
