import Foundation
import GalleryPresentation
import TerminalKit

/// What a cell shows of a photo: as a row of the list, or as a tile of the grid and of the strip.
struct PhotoCell {
  /// Shown instead of a photo that isn't loaded.
  private let placeholder: PhotoListCellViewModel?
  /// nil while the photo is not loaded.
  let words: PhotoText?
  /// Its picture; nil while the photo is not loaded, and where there is no room for it.
  private let picture: PictureSpecification?
  let isInBasket: Bool
  /// Whether it is selected for commands.
  private let isChosen: Bool
  /// Whether its picture has shown that it moves.
  private let moves: Bool

  /// - Parameter size: That of its picture in cells; nil for none.
  init(
    row: Int, of outputs: any PhotoListViewModelOutputs, pictureSize size: Size?,
    context: ScreenContext
  ) {
    let photo = outputs.photo(inRow: row)
    placeholder =
      photo == nil ? outputs.getCellViewModel(at: IndexPath(row: row, section: 0)) : nil
    words = photo.map(outputs.words)
    picture = size.flatMap { size in photo.map { PictureSpecification(photo: $0, size: size) } }
    isInBasket = photo.map { context.isInBasket($0.id) } ?? false
    isChosen = outputs.isSelected(row: row, photo)
    moves = picture.flatMap { context.pictures.state(of: $0).shown }?.animation != nil
  }

  private var isFailed: Bool { placeholder?.isFailed ?? false }

  private func rating(_ words: PhotoText, _ theme: Theme) -> RatingLabel {
    RatingLabel(rating: words.photo.userRating, theme: theme, isChosen: isChosen)
  }

  /// A name of a camera's file.
  private static let leastTitle = 8
}

/// What the rows of a list have in common.
struct PhotoRowStyle {
  var rowHeight: RowHeight
  /// The size of the picture beside the text; nil for none.
  var thumbnail: Size?
  /// Whether a header above the rows names the folder.
  var hasFolderHeader: Bool
  var searchedWords: [FoldedText] = []

  /// The columns of the text in a row.
  func columns(of size: Size) -> Range<Int> {
    RowCell.Content.columns(beside: thumbnail, of: size)
  }
}

/// The row of a photo in the list: thumbnail, title with the facts in columns, description, camera.
///
/// ```
/// ▌▒▒▒▒  IMG_0005            ★★★ ●r    4608 × 3456   7.8 MB   28 Nov 13:22
/// ▌▒▒▒▒  ILCE-7RM3 · 24 mm · ƒ/8 · 1/50 s · ISO 100
/// ```
extension PhotoCell {
  func row(_ style: PhotoRowStyle) -> (RowCell, Size) -> RowCell.Content {
    { cell, size in
      let columns = style.columns(of: size)
      var content = RowCell.Content(
        style.rowHeight, picture, style.thumbnail, isChosen: isChosen,
        columns: columns, lines: lines(style, columns: columns.count, cell.theme, cell.style),
        searchedWords: words == nil ? [] : style.searchedWords)
      content.isLoading = words == nil && !isFailed
      return content
    }
  }

  /// - Parameter focused: The style of a text in the row in focus.
  func lines(
    _ style: PhotoRowStyle, columns: Int, _ theme: Theme, _ focused: (Style) -> Style = { $0 }
  ) -> [RowCell.Line] {
    guard let words else {
      return [RowCell.Line(text: placeholder?.titleText ?? "", style: theme.secondary)]
    }
    func chosen(_ style: Style) -> Style { isChosen ? theme.chosen : style }
    let isRejected = rating(words, theme).isRejected
    let title = RowCell.Line(
      text: words.title, style: chosen(focused(isRejected ? theme.secondary : theme.primary)),
      right: facts(words, columns: columns, theme))
    let folder = style.hasFolderHeader ? "" : words.folder
    let details = [words.details, folder].filter { !$0.isEmpty }.joined(separator: " · ")
    // No hole in the middle: without a description the camera moves up.
    let below = [
      RowCell.Line(text: words.photo.shownDescription ?? "", style: chosen(theme.primary)),
      RowCell.Line(text: details, style: chosen(theme.secondary)),
    ].filter { !$0.text.isEmpty }
    return [title] + below.prefix(style.rowHeight.lineCount - 1)
  }

  /// The widths of their columns, so that facts stand below each other: `28 Nov 13:22` in parentheses, `1023 kB`,
  /// `6000 × 4000`, `not for sale`.
  private static let (momentColumns, sizeColumns, dimensionsColumns, saleColumns) = (14, 7, 11, 12)
  /// From here on all of what is to be said of a sale is, and has a column; a price is said in narrower rows, too.
  private static let wideColumns = 36

  /// From the right end: the price, the date, the sizes, the rating, `▸` for a photo that moves, and the files beside it. What
  /// leaves the title too little room is left out: first the size in pixels, then that of the file, then the date.
  private func facts(_ words: PhotoText, columns: Int, _ theme: Theme) -> [RowCell.Piece] {
    func quiet(_ text: String) -> [StatusLine.Part] {
      [.init(text, style: isChosen ? theme.chosen : theme.secondary)]
    }
    let label = SaleLabel(words, isInBasket: isInBasket, theme: theme)
    let title = GlyphWidth.columns(of: words.title, atMost: columns)
    // Only the sign if the row is narrow and the title needs the room.
    let status = words.photo.saleStatus == .unstated && !isInBasket ? "" : label.text(.short)
    let isOffered = words.photo.saleStatus == .forSale || isInBasket
    let hasRoom =
      columns >= (isOffered ? 24 : Self.wideColumns)
      || title + 2 + GlyphWidth.columns(of: status) <= columns
    let sale = RowCell.Piece(
      parts: [
        .init(
          status.isEmpty || hasRoom ? status : label.text(.sign),
          style: isChosen ? theme.chosen : label.style)
      ],
      gap: moves ? 1 : 2,
      leastColumns: status.isEmpty || columns < Self.wideColumns || words.photo.file != nil
        ? 0 : Self.saleColumns)
    let signs = [
      RowCell.Piece(parts: rating(words, theme).parts, gap: 1, leastText: Self.leastTitle),
      RowCell.Piece(parts: quiet(moves ? "▸" : ""), gap: 1, leastText: Self.leastTitle),
      RowCell.Piece(parts: quiet(words.companions), gap: 1, leastText: Self.leastTitle),
    ]
    func used(_ piece: RowCell.Piece) -> Int { piece.columns > 0 ? piece.columns + piece.gap : 0 }
    func fact(_ text: String, _ columns: Int, gap: Int = 2) -> RowCell.Piece {
      RowCell.Piece(parts: quiet(text), gap: gap, leastColumns: text.isEmpty ? 0 : columns)
    }
    var room = columns - title - ([sale] + signs).reduce(0) { $0 + used($1) }
    // Where others have a parenthesis.
    let moment = words.moment
    let end = moment.isEmpty || moment.hasSuffix(")") ? "" : " "
    let facts = [
      fact(moment + end, Self.momentColumns, gap: 1),
      fact(words.size, Self.sizeColumns),
      fact(words.dimensions, Self.dimensionsColumns),
    ].prefix { fact in
      room -= used(fact)
      return room >= 0
    }
    // In a shop every row has a price or says that it has none; among one's own files a mark is as rare as a label.
    return words.photo.file == nil ? [sale] + facts + signs : Array(facts) + [sale] + signs
  }
}

/// The photo in the grid: the picture, and under it the title, the rating, and the price or the sign of its status.
extension PhotoCell {
  /// - Parameter place: Where the picture may be in the cell.
  func tile(_ place: Rect) -> (RowCell, Size) -> RowCell.Content {
    { cell, size in
      let columns = 0..<(place.size.columns + 2)
      return RowCell.Content(
        isChosen: isChosen, lineCount: PhotoGridLayout.captionRows, firstLine: place.maxRow + 1,
        isItem: true, pictures: [(picture, place)],
        isLoading: words == nil && !isFailed,
        // In place of the picture; a failure has more to say than a caption has room for.
        failure: isFailed ? placeholder?.titleText ?? "" : "", columns: columns,
        lines: isFailed ? [] : [caption(of: cell, columns: columns.count)])
    }
  }

  private func caption(of cell: RowCell, columns: Int) -> RowCell.Line {
    let theme = cell.theme
    func chosen(_ style: Style) -> Style { isChosen ? theme.chosen : cell.style(style) }
    guard let words else {
      return RowCell.Line(text: placeholder?.titleText ?? "", style: theme.secondary)
    }
    let rating = rating(words, theme).parts
    let signs = [moves ? "▸" : "", words.companions].filter { !$0.isEmpty }
    let label = SaleLabel(words, isInBasket: isInBasket, theme: theme)
    let others = GlyphWidth.columns(of: rating.map(\.text).joined() + signs.joined()) + 4
    // The price is always there, its sign and words if most of the name is.
    let title = min(GlyphWidth.columns(of: words.title, atMost: columns), Self.leastTitle)
    let forms = [(SaleLabel.Form.short, title + others), (.price, 0), (.sign, 0)]
    let sale =
      forms.first { GlyphWidth.columns(of: label.text($0.0)) + $0.1 <= columns }?.0 ?? .sign
    var line = RowCell.Line(
      text: words.title, style: chosen(theme.secondary),
      right: [
        RowCell.Piece(parts: [.init(label.text(sale), style: chosen(label.style))], gap: 1),
        RowCell.Piece(
          parts: [.init(signs.joined(separator: " "), style: theme.secondary)], gap: 1,
          leastText: 4),
        RowCell.Piece(parts: rating, gap: 1),
      ])
    // The number at the end of a camera's file name is all that tells photos apart.
    if words.photo.isFileName {
      line.text = TextLayout.truncateStart(line.text, columns: line.fitting(columns).textColumns)
    }
    return line
  }
}
