import GalleryPresentation
import TerminalKit

/// One photo of the grid: the picture, and under it the title and the sign of its status.
final class PhotoGridCell: GridViewCell {
  static let identifier = "photo"

  var viewModel: PhotoListCellViewModel?
  var photo: Photo?
  var isInBasket = false
  /// Whether it is selected for commands.
  var isChosen = false
  /// The position of the picture in the cell; empty if there is room for the caption only.
  var pictureRect = Rect.zero
  weak var pictures: (any PhotoPictures)?

  override func prepareForReuse() {
    viewModel = nil
    photo = nil
    isInBasket = false
    isChosen = false
  }

  /// Like a row of the list, it is skipped if its picture would be cut off and cannot be shown in part.
  override func draw(on surface: inout Surface) {
    guard pictureRect.isEmpty || pictures?.canDraw(in: pictureRect, on: surface) ?? true else {
      return
    }
    surface.draw(in: contents(of: surface)) { super.draw(on: &$0) }
    if isChosen { drawSelected(on: &surface) }
    guard let viewModel else { return }
    if viewModel.isPlaceholder, !pictureRect.isEmpty {
      drawPlaceholder(viewModel.titleText, on: &surface)
      return
    }
    if let photo, !pictureRect.isEmpty {
      pictures?.draw(photo, in: pictureRect, on: &surface)
    }
    drawCaption(viewModel, on: &surface)
  }

  /// Bars at both sides, and the sign before the caption; the bars of the focus stay.
  private func drawSelected(on surface: inout Surface) {
    let contents = contents(of: surface)
    if !isSelected {
      let bar = Cell(character: theme.glyphs.markBar, style: theme.chosen)
      for column in [contents.maxColumn - 1, 0] {
        surface.fill(Rect(column: column, row: 0, columns: 1, rows: surface.size.rows), with: bar)
      }
    }
    surface.write(
      String(theme.glyphs.check), at: Point(column: 0, row: pictureRect.maxRow),
      style: theme.chosen)
  }

  /// Everything but the gap to the next one.
  private func contents(of surface: Surface) -> Rect {
    Rect(
      column: 0, row: 0, columns: surface.size.columns - PhotoGridLayout.gapColumns,
      rows: surface.size.rows)
  }

  private func drawCaption(_ viewModel: PhotoListCellViewModel, on surface: inout Surface) {
    let line = Rect(
      column: 1, row: pictureRect.maxRow,
      columns: surface.size.columns - PhotoGridLayout.sideColumns, rows: 1)
    let status = SaleLabel(
      status: viewModel.saleStatus, price: viewModel.priceText, isInBasket: isInBasket,
      theme: theme)
    let isMoving = photo.map { pictures?.isAnimation($0, size: pictureRect.size) ?? false } ?? false
    let signs = [isMoving ? theme.glyphs.words("▸") : "", status.text(.sign)]
    let statusColumns = surface.write(
      signs.filter { !$0.isEmpty }.joined(separator: " "), in: line,
      style: isChosen ? theme.chosen : style(status.style), alignment: .right)
    var reserved = statusColumns > 0 ? statusColumns + 1 : 0
    if !viewModel.companionText.isEmpty {
      let columns = surface.write(
        [.init(viewModel.companionText, style: theme.secondary)],
        endingAt: line.maxColumn - reserved, row: line.minRow, notBefore: line.minColumn + 4)
      if columns > 0 { reserved += columns + 1 }
    }
    let ratingColumns = surface.write(
      RatingLabel(rating: viewModel.rating, theme: theme, isChosen: isChosen).parts,
      endingAt: line.maxColumn - reserved, row: line.minRow, notBefore: line.minColumn)
    if ratingColumns > 0 { reserved += ratingColumns + 1 }
    surface.write(
      theme.glyphs.words(viewModel.titleText), at: line.origin,
      style: isChosen ? theme.chosen : style(theme.secondary),
      maxColumns: line.size.columns - reserved,
      ellipsis: theme.glyphs.ellipsis)
  }

  /// In the middle of the picture's place; a failure has more to say than a caption has room for.
  private func drawPlaceholder(_ words: String, on surface: inout Surface) {
    let lines = TextLayout.wrap(
      theme.glyphs.words(words), columns: pictureRect.size.columns,
      maxRows: pictureRect.size.rows, ellipsis: theme.glyphs.ellipsis)
    for (index, line) in lines.enumerated() {
      surface.write(
        line,
        in: Rect(
          column: pictureRect.minColumn,
          row: pictureRect.minRow + (pictureRect.size.rows - lines.count) / 2 + index,
          columns: pictureRect.size.columns, rows: 1),
        style: style(theme.secondary), alignment: .center, ellipsis: theme.glyphs.ellipsis)
    }
  }
}
