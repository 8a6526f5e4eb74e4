import GalleryPresentation
import TerminalKit

/// One photo of the grid: the picture, and under it the title, the rating, and the price or the sign of its status.
final class PhotoGridCell: TableViewCell {
  static let identifier = "photo"

  var viewModel: PhotoListCellViewModel?
  /// Nil while the photo is not loaded, and if there is room for the caption only.
  private var picture: PictureSpecification?
  var isInBasket = false
  /// Whether it is selected for commands.
  var isChosen = false
  /// The position of the picture in the cell; empty if there is room for the caption only.
  private var pictureRect = Rect.zero
  weak var pictures: (any PhotoPictures)?

  override func prepareForReuse() {
    viewModel = nil
    picture = nil
    isInBasket = false
    isChosen = false
  }

  func place(_ photo: Photo?, in rect: Rect) {
    pictureRect = rect
    picture =
      rect.isEmpty ? nil : photo.map { PictureSpecification(photo: $0, size: rect.size) }
  }

  /// Like a row of the list, it is skipped if its picture would be cut off and cannot be shown in part.
  override func draw(on surface: inout Surface) {
    guard pictureRect.isEmpty || pictures?.canDraw(in: pictureRect, on: surface) ?? true else {
      return
    }
    if isSelected { drawFrame(on: &surface) }
    if isChosen { drawSelected(on: &surface) }
    guard let viewModel else { return }
    if viewModel.isPlaceholder, !pictureRect.isEmpty {
      drawPlaceholder(viewModel.titleText, on: &surface)
      let edge = 1..<(columns(of: surface) - 1)
      drawEdge(edge, row: pictureRect.maxRow, on: &surface)
      return
    }
    if let picture { pictures?.draw(picture, in: pictureRect, on: &surface) }
    drawCaption(viewModel, on: &surface)
  }

  /// The width of picture and caption with the edges next to them; wider items have an empty column after it.
  private func columns(of surface: Surface) -> Int {
    pictureRect.isEmpty
      ? surface.size.columns - PhotoGridLayout.gapColumns : pictureRect.size.columns + 2
  }

  /// A frame around the picture, with the caption in its lower edge; bars beside a caption without a picture. The picture is
  /// not touched, so that moving the selection changes no cell of it.
  private func drawFrame(on surface: inout Surface) {
    let style = theme.selectionBar
    let last = columns(of: surface) - 1
    guard !pictureRect.isEmpty else {
      return drawBars(Glyphs.selectionBar, Glyphs.closingSelectionBar, style, on: &surface)
    }
    surface.horizontalRule(
      at: Point(column: 1, row: 0), columns: last - 1, style: style)
    drawBars(Glyphs.vertical, Glyphs.vertical, style, on: &surface)
    for (column, row, corner) in [
      (0, 0, Glyphs.topLeft), (last, 0, Glyphs.topRight),
      (0, pictureRect.maxRow, Glyphs.bottomLeft), (last, pictureRect.maxRow, Glyphs.bottomRight),
    ] {
      surface.write(String(corner), at: Point(column: column, row: row), style: style)
    }
  }

  private func drawBars(
    _ left: Character, _ right: Character, _ style: Style, on surface: inout Surface
  ) {
    // The left one last: if there is only one column, it is the one that is visible.
    for (column, bar) in [(columns(of: surface) - 1, right), (0, left)] {
      surface.fill(
        Rect(
          column: column, row: pictureRect.minRow, columns: 1,
          rows: pictureRect.size.rows + PhotoGridLayout.captionRows),
        with: Cell(character: bar, style: style))
    }
  }

  /// Bars at both sides, and the sign before the caption; the frame of the focus stays.
  private func drawSelected(on surface: inout Surface) {
    let bar = Glyphs.markBar
    if !isSelected { drawBars(bar, bar, theme.chosen, on: &surface) }
    surface.write(
      "✓", at: Point(column: 0, row: pictureRect.maxRow),
      style: theme.chosen)
  }

  private func drawCaption(_ viewModel: PhotoListCellViewModel, on surface: inout Surface) {
    let line = Rect(
      column: 1, row: pictureRect.maxRow, columns: columns(of: surface) - 2, rows: 1)
    let rating = RatingLabel(rating: viewModel.rating, theme: theme, isChosen: isChosen)
    let title = viewModel.titleText
    let status = SaleLabel(
      status: viewModel.saleStatus, price: viewModel.priceText, isInBasket: isInBasket,
      theme: theme)
    let isMoving = picture.map { pictures?.facts(of: $0)?.animation != nil } ?? false
    let motion = isMoving ? "▸" : ""
    // The price has room if most of the name has.
    let kept =
      min(GlyphWidth.columns(of: title, atMost: line.size.columns), Self.leastTitleColumns)
      + rating.parts.reduce(0) { $0 + GlyphWidth.columns(of: $1.text) }
      + GlyphWidth.columns(of: viewModel.companionText) + GlyphWidth.columns(of: motion) + 4
    let sale = status.text(.short)
    let hasRoom = kept + GlyphWidth.columns(of: sale) <= line.size.columns
    let statusColumns = surface.write(
      [motion, hasRoom ? sale : status.text(.sign)].filter { !$0.isEmpty }
        .joined(separator: " "), in: line,
      style: isChosen ? theme.chosen : style(status.style), alignment: .right)
    var reserved = statusColumns > 0 ? statusColumns + 1 : 0
    if !viewModel.companionText.isEmpty {
      let columns = surface.write(
        [.init(viewModel.companionText, style: theme.secondary)],
        endingAt: line.maxColumn - reserved, row: line.minRow, notBefore: line.minColumn + 4)
      if columns > 0 { reserved += columns + 1 }
    }
    let ratingColumns = surface.write(
      rating.parts, endingAt: line.maxColumn - reserved, row: line.minRow,
      notBefore: line.minColumn)
    if ratingColumns > 0 { reserved += ratingColumns + 1 }
    let titleColumns = surface.write(
      title, at: line.origin,
      style: isChosen ? theme.chosen : style(theme.secondary),
      maxColumns: line.size.columns - reserved)
    let start = line.minColumn + titleColumns + 1
    drawEdge(start..<max(start, line.maxColumn - reserved), row: line.minRow, on: &surface)
  }

  /// The rest of the frame's lower edge, between the name and what is at its right.
  private func drawEdge(_ columns: Range<Int>, row: Int, on surface: inout Surface) {
    guard isSelected, !pictureRect.isEmpty, !columns.isEmpty else { return }
    surface.horizontalRule(
      at: Point(column: columns.lowerBound, row: row), columns: columns.count,
      style: theme.selectionBar)
  }

  /// A name of a camera's file.
  private static let leastTitleColumns = 8

  /// In the middle of the picture's place; a failure has more to say than a caption has room for.
  private func drawPlaceholder(_ words: String, on surface: inout Surface) {
    let lines = TextLayout.wrap(
      words, columns: pictureRect.size.columns,
      maxRows: pictureRect.size.rows)
    for (index, line) in lines.enumerated() {
      surface.write(
        line,
        in: Rect(
          column: pictureRect.minColumn,
          row: pictureRect.minRow + (pictureRect.size.rows - lines.count) / 2 + index,
          columns: pictureRect.size.columns, rows: 1),
        style: style(theme.secondary), alignment: .center)
    }
  }
}
