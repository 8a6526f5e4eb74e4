import GalleryPresentation
import TerminalKit

/// The row of a photo in the list: thumbnail, title, description, author and date, status.
struct PhotoRow {
  var viewModel: PhotoListCellViewModel
  /// Its picture; nil while the photo is not loaded.
  var picture: PictureSpecification?
  var isInBasket: Bool
  /// Whether it is selected for commands.
  var isChosen: Bool
  var rowHeight: RowHeight
  /// Whether its picture has shown that it moves.
  var moves: Bool
  /// Whether a header above the rows names the folder.
  var hasFolderHeader: Bool
  var searchedWords: [FoldedText]

  func content(of cell: RowCell, _ size: Size) -> RowCell.Content {
    let thumbnail = rowHeight.thumbnailSize.map { Rect(origin: Point(column: 1, row: 0), size: $0) }
    let start = thumbnail.map { $0.size.columns + 3 } ?? 2
    let columns = start..<max(start, size.columns - 1)
    return RowCell.Content(
      isChosen: isChosen, lineCount: rowHeight.lineCount,
      pictures: thumbnail.map { [(picture, $0)] } ?? [], columns: columns,
      lines: lines(of: cell, columns: columns.count),
      searchedWords: viewModel.isPlaceholder ? [] : searchedWords)
  }

  private func lines(of cell: RowCell, columns: Int) -> [RowCell.Line] {
    let theme = cell.theme
    guard !viewModel.isPlaceholder else {
      return [RowCell.Line(text: viewModel.titleText, style: theme.secondary)]
    }
    func chosen(_ style: Style) -> Style { isChosen ? theme.chosen : style }
    let rating = RatingLabel(rating: viewModel.rating, theme: theme, isChosen: isChosen)
    let title = RowCell.Line(
      text: viewModel.titleText,
      style: chosen(cell.style(rating.isRejected ? theme.secondary : theme.primary)),
      right: signs(columns: columns, theme)
        + [RowCell.Piece(parts: rating.parts, gap: 1, leastText: Self.leastTitle)])
    // No hole in the middle: without a description the byline moves up.
    return [title]
      + [
        RowCell.Line(text: viewModel.descText, style: chosen(theme.primary)),
        RowCell.Line(text: facts, style: chosen(theme.secondary)),
      ].filter { !$0.text.isEmpty }
  }

  private static let leastTitle = 8

  /// The status, `▸` for a photo that moves, and the files beside it.
  private func signs(columns: Int, _ theme: Theme) -> [RowCell.Piece] {
    let (status, style) = status(columns: columns, theme)
    let quiet = isChosen ? theme.chosen : theme.secondary
    let showsMotion =
      moves && columns > GlyphWidth.columns(of: status) + Self.leastTitle
    var signs = [
      RowCell.Piece(
        parts: [.init(status, style: isChosen ? theme.chosen : style)], gap: showsMotion ? 1 : 2)
    ]
    if showsMotion { signs.append(RowCell.Piece(parts: [.init("▸", style: quiet)], gap: 1)) }
    signs.append(
      RowCell.Piece(
        parts: [.init(viewModel.companionText, style: quiet)], gap: 1, leastText: Self.leastTitle))
    return signs
  }

  /// Author and date, the file, and its folder unless that is above the rows.
  private var facts: String {
    var facts = viewModel.authorDateText
    for text in [viewModel.fileText, hasFolderHeader ? "" : viewModel.folderText]
    where !text.isEmpty { facts += facts.isEmpty ? text : " · \(text)" }
    return facts
  }

  /// The status with its sign; only the sign if the row is narrow and the title needs the room.
  private func status(columns: Int, _ theme: Theme) -> (text: String, style: Style) {
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
