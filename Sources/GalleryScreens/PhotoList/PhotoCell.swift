import GalleryPresentation
import TerminalKit

/// What a cell shows of a photo: as a row of the list, or as a tile of the grid and of the strip.
struct PhotoCell {
  var viewModel: PhotoListCellViewModel
  /// Its picture; nil while the photo is not loaded, and where there is no room for it.
  var picture: PictureSpecification?
  var isInBasket: Bool
  /// Whether it is selected for commands.
  var isChosen: Bool
  /// Whether its picture has shown that it moves.
  var moves: Bool

  private func sale(_ theme: Theme) -> SaleLabel {
    SaleLabel(
      status: viewModel.saleStatus, price: viewModel.priceText, isInBasket: isInBasket,
      theme: theme)
  }
}

/// The row of a photo in the list: thumbnail, title, description, author and date, status.
extension PhotoCell {
  /// - Parameter hasFolderHeader: Whether a header above the rows names the folder.
  func row(
    _ rowHeight: RowHeight, hasFolderHeader: Bool, searchedWords: [FoldedText]
  ) -> (RowCell, Size) -> RowCell.Content {
    { cell, size in
      let columns = RowCell.Content.columns(rowHeight, of: size)
      return RowCell.Content(
        rowHeight, picture, isChosen: isChosen, columns: columns,
        lines: rowLines(of: cell, columns: columns.count, hasFolderHeader: hasFolderHeader),
        searchedWords: viewModel.isPlaceholder ? [] : searchedWords)
    }
  }

  private func rowLines(
    of cell: RowCell, columns: Int, hasFolderHeader: Bool
  ) -> [RowCell.Line] {
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
        RowCell.Line(text: facts(hasFolderHeader), style: chosen(theme.secondary)),
      ].filter { !$0.text.isEmpty }
  }

  /// A name of a camera's file.
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
  private func facts(_ hasFolderHeader: Bool) -> String {
    var facts = viewModel.authorDateText
    for text in [viewModel.fileText, hasFolderHeader ? "" : viewModel.folderText]
    where !text.isEmpty { facts += facts.isEmpty ? text : " · \(text)" }
    return facts
  }

  /// The status with its sign; only the sign if the row is narrow and the title needs the room.
  private func status(columns: Int, _ theme: Theme) -> (text: String, style: Style) {
    let label = sale(theme)
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

/// The photo in the grid: the picture, and under it the title, the rating, and the price or the sign of its status.
extension PhotoCell {
  /// - Parameter place: Where the picture is in the cell; empty if there is room for the caption only.
  func tile(_ place: Rect) -> (RowCell, Size) -> RowCell.Content {
    { cell, size in
      let columns =
        place.isEmpty ? size.columns - PhotoGridLayout.gapColumns : place.size.columns + 2
      let isEmpty = viewModel.isPlaceholder && !place.isEmpty
      return RowCell.Content(
        isChosen: isChosen, lineCount: PhotoGridLayout.captionRows, firstLine: place.maxRow,
        frame: Rect(
          column: 0, row: 0, columns: columns, rows: place.maxRow + PhotoGridLayout.captionRows),
        pictures: place.isEmpty ? [] : [(picture, place)],
        // In place of the picture; a failure has more to say than a caption has room for.
        placeholder: isEmpty ? viewModel.titleText : "", columns: 1..<max(1, columns - 1),
        lines: [
          isEmpty
            ? RowCell.Line(text: "", style: cell.theme.secondary)
            : caption(of: cell, columns: columns - 2)
        ])
    }
  }

  private func caption(of cell: RowCell, columns: Int) -> RowCell.Line {
    let theme = cell.theme
    func chosen(_ style: Style) -> Style { isChosen ? theme.chosen : cell.style(style) }
    let rating = RatingLabel(rating: viewModel.rating, theme: theme, isChosen: isChosen).parts
    let (title, label, motion) = (viewModel.titleText, sale(theme), moves ? "▸" : "")
    // The price has room if most of the name has.
    let kept =
      min(GlyphWidth.columns(of: title, atMost: columns), Self.leastTitle)
      + rating.reduce(0) { $0 + GlyphWidth.columns(of: $1.text) }
      + GlyphWidth.columns(of: viewModel.companionText) + GlyphWidth.columns(of: motion) + 4
    let words = label.text(.short)
    let hasRoom = kept + GlyphWidth.columns(of: words) <= columns
    let status = [motion, hasRoom ? words : label.text(.sign)].filter { !$0.isEmpty }
    return RowCell.Line(
      text: title, style: chosen(theme.secondary),
      right: [
        RowCell.Piece(
          parts: [.init(status.joined(separator: " "), style: chosen(label.style))], gap: 1),
        RowCell.Piece(
          parts: [.init(viewModel.companionText, style: theme.secondary)], gap: 1, leastText: 4),
        RowCell.Piece(parts: rating, gap: 1),
      ])
  }
}
