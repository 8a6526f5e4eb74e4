import GalleryPresentation
import TerminalKit

/// One photo in the list: thumbnail, title, description, author and date, status.
final class PhotoListCell: TableViewCell {
  static let identifier = "photo"

  var viewModel: PhotoListCellViewModel?
  /// Its picture; nil while the photo is not loaded.
  var picture: PictureSpecification?
  var isInBasket = false
  /// Whether it is selected for commands.
  var isChosen = false
  var rowHeight = RowHeight.tall
  /// The place of its picture; nil in rows without one.
  var thumbnailSize: Size?
  /// Whether a header above the rows names the folder.
  var hasFolderHeader = false
  weak var pictures: (any PhotoPictures)?
  /// The words that were searched for, which are underlined where they are.
  var searchedWords: [FoldedText] = []

  override func prepareForReuse() {
    viewModel = nil
    picture = nil
    isInBasket = false
    isChosen = false
  }

  /// A row whose picture would be cut off at the foot of the list is skipped if the terminal cannot show a part of it:
  /// words next to a hole look broken.
  override func draw(on surface: inout Surface) {
    guard thumbnail.map({ pictures?.canDraw(in: $0, on: surface) ?? true }) ?? true else { return }
    let lines = rowHeight == .tall ? 3 : surface.size.rows
    drawBar(isChosen: isChosen, lines: lines, on: &surface)
    guard let viewModel else { return }
    let textColumn = drawThumbnail(on: &surface)
    let text = Rect(
      column: textColumn, row: 0, columns: surface.size.columns - textColumn - 1, rows: lines)
    if viewModel.isPlaceholder {
      surface.write(
        viewModel.titleText, at: text.origin, style: theme.secondary,
        maxColumns: text.size.columns)
      return
    }
    drawTitle(viewModel, in: text, on: &surface)
    drawDetails(viewModel, in: text, on: &surface)
  }

  /// - Returns: The column where the text begins.
  private func drawThumbnail(on surface: inout Surface) -> Int {
    guard let rect = thumbnail else { return 2 }
    if let picture { pictures?.draw(picture, in: rect, on: &surface) }
    return rect.size.columns + 3
  }

  private var thumbnail: Rect? {
    thumbnailSize.map { Rect(origin: Point(column: 1, row: 0), size: $0) }
  }

  /// `▸` for a photo that moves, once its picture has shown that.
  private var motionSign: String {
    guard let picture, pictures?.facts(of: picture)?.animation != nil else { return "" }
    return "▸"
  }

  private func drawTitle(
    _ viewModel: PhotoListCellViewModel, in rect: Rect, on surface: inout Surface
  ) {
    let (status, statusStyle) = self.status(of: viewModel, columns: rect.size.columns)
    let statusColumns = surface.write(
      status, in: Rect(origin: rect.origin, size: Size(columns: rect.size.columns, rows: 1)),
      style: isChosen ? theme.chosen : statusStyle, alignment: .right)
    var reserved = statusColumns > 0 ? statusColumns + 2 : 0
    let sign = motionSign
    if !sign.isEmpty, rect.size.columns > statusColumns + 8 {
      let column = rect.maxColumn - statusColumns - (statusColumns > 0 ? 2 : 1)
      surface.write(
        sign, at: Point(column: column, row: rect.minRow),
        style: isChosen ? theme.chosen : theme.secondary)
      reserved = rect.maxColumn - column + 1
    }
    if !viewModel.companionText.isEmpty {
      let columns = surface.write(
        [.init(viewModel.companionText, style: isChosen ? theme.chosen : theme.secondary)],
        endingAt: rect.maxColumn - reserved, row: rect.minRow, notBefore: rect.minColumn + 8)
      if columns > 0 { reserved += columns + 1 }
    }
    let rating = RatingLabel(rating: viewModel.rating, theme: theme, isChosen: isChosen)
    let ratingColumns = surface.write(
      rating.parts, endingAt: rect.maxColumn - reserved, row: rect.minRow,
      notBefore: rect.minColumn + 8)
    if ratingColumns > 0 { reserved += ratingColumns + 1 }
    let titleStyle = style(rating.isRejected ? theme.secondary : theme.primary)
    surface.write(
      viewModel.titleText, at: rect.origin, style: isChosen ? theme.chosen : titleStyle,
      maxColumns: rect.size.columns - reserved)
    mark(viewModel.titleText, at: rect.origin, columns: rect.size.columns - reserved, on: &surface)
  }

  /// Underlines what was searched for in a text that was written.
  private func mark(_ text: String, at origin: Point, columns: Int, on surface: inout Surface) {
    // Right-to-left text is not where its characters are.
    guard !searchedWords.isEmpty, !TextLayout.hasRightToLeftText(text) else { return }
    for range in searchedWords.flatMap({ $0.ranges(in: text) }) {
      let start = GlyphWidth.columns(of: String(text[..<range.lowerBound]))
      let end = min(columns, start + GlyphWidth.columns(of: String(text[range])))
      guard start < end else { continue }
      let rect = Rect(
        column: origin.column + start, row: origin.row, columns: end - start, rows: 1)
      surface.restyle(rect) { $0.attributes.insert(.underline) }
    }
  }

  private func drawDetails(
    _ viewModel: PhotoListCellViewModel, in rect: Rect, on surface: inout Surface
  ) {
    var lines = [
      (text: viewModel.descText, style: isChosen ? theme.chosen : theme.primary),
      (
        text: facts(viewModel),
        style: isChosen ? theme.chosen : theme.secondary
      ),
    ]
    // No hole in the middle: without a description the byline moves up.
    lines.removeAll { $0.text.isEmpty }
    for (index, line) in lines.enumerated() where index + 1 < rect.size.rows {
      surface.write(
        line.text, at: Point(column: rect.minColumn, row: rect.minRow + index + 1),
        style: line.style, maxColumns: rect.size.columns)
      mark(
        line.text, at: Point(column: rect.minColumn, row: rect.minRow + index + 1),
        columns: rect.size.columns, on: &surface)
    }
  }

  /// Author and date, the file, and its folder unless that is above the rows.
  private func facts(_ viewModel: PhotoListCellViewModel) -> String {
    var facts = viewModel.authorDateText
    for text in [viewModel.fileText, hasFolderHeader ? "" : viewModel.folderText]
    where !text.isEmpty { facts += facts.isEmpty ? text : " · \(text)" }
    return facts
  }

  /// The status with its sign; only the sign if the row is narrow and the title needs the room.
  private func status(
    of viewModel: PhotoListCellViewModel, columns: Int
  ) -> (text: String, style: Style) {
    let label = SaleLabel(
      status: viewModel.saleStatus, price: viewModel.priceText, isInBasket: isInBasket,
      theme: theme)
    guard label.status != .unstated || isInBasket else { return ("", label.style) }
    let words = label.text(.short)
    let usualColumns = label.status == .notForSale && !isInBasket ? 36 : 24
    let used =
      GlyphWidth.columns(of: viewModel.titleText, atMost: columns) + 2
      + GlyphWidth.columns(of: words)
    let hasRoom = columns >= usualColumns || used <= columns
    return (hasRoom ? words : label.text(.sign), label.style)
  }
}

extension TableViewCell {
  /// The bar of the row in focus; for a selected row, the sign and a thinner bar.
  func drawBar(isChosen: Bool, lines: Int, on surface: inout Surface) {
    let rect = Rect(column: 0, row: 0, columns: 1, rows: lines)
    if isSelected {
      surface.fill(
        rect, with: Cell(character: Glyphs.selectionBar, style: theme.selectionBar))
    } else if isChosen {
      surface.fill(rect, with: Cell(character: Glyphs.markBar, style: theme.chosen))
    }
    // Over the bar: in rows of one line, bold text and the cursor show the focus.
    if isChosen {
      surface.write("✓", at: .zero, style: theme.chosen)
    }
  }
}
