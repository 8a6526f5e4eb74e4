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
  private let isSelected: Bool
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
    isSelected = outputs.isSelected(row: row, photo)
    moves = picture.flatMap { context.pictures.state(of: $0).shown }?.animation != nil
  }

  private var isFailed: Bool { placeholder?.isFailed ?? false }

  private func selected(_ style: Style, _ theme: Theme) -> Style {
    isSelected ? theme.selected : style
  }

  private func rating(_ words: PhotoText, _ theme: Theme) -> RatingLabel {
    RatingLabel(rating: words.photo.userRating, theme: theme, isSelected: isSelected)
  }

  /// A name of a camera's file.
  private static let minimumTitle = 8
}

/// What the rows of a list have in common.
struct PhotoRowStyle {
  var rowHeight: RowHeight
  /// The size of the picture beside the text; nil for none.
  var thumbnail: Size?
  var facts: FactColumns
  /// Whether a header above the rows names the folder.
  var hasFolderHeader: Bool
  var searchedWords: [FoldedText] = []

  /// The columns of the text in a row.
  func columns(of size: Size) -> Range<Int> {
    RowCell.Content.columns(beside: thumbnail, of: size)
  }
}

/// The facts for which a row without them leaves room, so that those of all rows are below each other.
struct FactColumns {
  let hasMoments, hasSizes, hasDimensions: Bool
  /// In a shop every row ends with a price or says that it has none; among one's own files a mark is as rare as a label, and has no
  /// column.
  let sale: Int?

  /// - Parameter photos: Some of the list.
  init(_ photos: [PhotoText], ofFiles: Bool) {
    // What is read later may have any.
    let isUnread = photos.contains(where: \.photo.needsDetails)
    hasMoments = isUnread || photos.contains { !$0.moment.isEmpty }
    hasSizes = isUnread || photos.contains { !$0.size.isEmpty }
    hasDimensions = isUnread || photos.contains { !$0.dimensions.isEmpty }
    sale = ofFiles ? nil : photos.map { GlyphWidth.columns(of: $0.saleInShort) }.max() ?? 0
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
        style.rowHeight, picture, style.thumbnail, isSelected: isSelected,
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
    let isRejected = rating(words, theme).isRejected
    let title = RowCell.Line(
      text: words.title,
      style: selected(focused(isRejected ? theme.secondary : theme.primary), theme),
      right: facts(words, style.facts, columns: columns, theme))
    let folder = style.hasFolderHeader ? "" : words.folder
    let details = [words.details, folder].filter { !$0.isEmpty }.joined(separator: " · ")
    // No hole in the middle: without a description the camera moves up.
    let below = [
      RowCell.Line(text: words.photo.shownDescription ?? "", style: selected(theme.primary, theme)),
      RowCell.Line(text: details, style: selected(theme.secondary, theme)),
    ].filter { !$0.text.isEmpty }
    return [title] + below.prefix(style.rowHeight.lineCount - 1)
  }

  /// From where on a sale is more than a sign, and from where on facts have columns.
  private static let (wordColumns, wideColumns) = (24, 36)

  /// From the right end: the price, which among one's own files comes after the sizes, the date, the sizes, the rating, `▸` for a
  /// photo that moves, and the files beside it. A narrow row leaves out the size in pixels, then that of the file, then the date;
  /// a long title is cut instead.
  private func facts(
    _ words: PhotoText, _ facts: FactColumns, columns: Int, _ theme: Theme
  ) -> [RowCell.Piece] {
    func quiet(_ text: String) -> [StatusLine.Part] {
      [.init(text, style: selected(theme.secondary, theme))]
    }
    let label = SaleLabel(words, isInBasket: isInBasket, theme: theme)
    let form = columns < Self.wordColumns ? SaleLabel.Form.sign : .short
    let hasColumns = columns >= Self.wideColumns
    let sale = RowCell.Piece(
      parts: [.init(label.text(form), style: selected(label.style, theme))],
      minimumColumns: hasColumns ? facts.sale ?? 0 : 0)
    // Where others have a parenthesis.
    let moment = words.moment
    let end = moment.isEmpty || moment.hasSuffix(")") ? "" : " "
    // As wide as `28 Nov 13:22` in parentheses, `1023 kB`, `6000 × 4000`.
    let known = [
      RowCell.Piece(
        parts: quiet(moment + end), gap: 1, minimumText: 11,
        minimumColumns: hasColumns && facts.hasMoments || !moment.isEmpty ? 14 : 0),
      RowCell.Piece(
        parts: quiet(words.size), minimumText: 18,
        minimumColumns: hasColumns && facts.hasSizes || !words.size.isEmpty ? 7 : 0),
      RowCell.Piece(
        parts: quiet(words.dimensions), minimumText: 26,
        minimumColumns: hasColumns && facts.hasDimensions || !words.dimensions.isEmpty ? 11 : 0),
    ]
    let signs = [rating(words, theme).parts, quiet(moves ? "▸" : ""), quiet(words.companions)].map {
      RowCell.Piece(parts: $0, gap: 1, minimumText: Self.minimumTitle)
    }
    return (facts.sale == nil ? known + [sale] : [sale] + known) + signs
  }
}

/// The photo in the grid: the picture, and under it the title, the rating, and the price or the sign of its status.
extension PhotoCell {
  /// - Parameter rect: Where the picture may be in the cell.
  func tile(_ rect: Rect) -> (RowCell, Size) -> RowCell.Content {
    { cell, size in
      let columns = 0..<(rect.size.columns + 2)
      return RowCell.Content(
        isSelected: isSelected, lineCount: PhotoGridLayout.captionRows, firstLine: rect.maxRow + 1,
        isItem: true, pictures: [(picture, rect)],
        isLoading: words == nil && !isFailed,
        // In place of the picture; a failure has more to say than a caption has room for.
        failure: isFailed ? placeholder?.titleText ?? "" : "", columns: columns,
        lines: isFailed ? [] : [caption(of: cell, columns: columns.count)])
    }
  }

  private func caption(of cell: RowCell, columns: Int) -> RowCell.Line {
    let theme = cell.theme
    guard let words else {
      return RowCell.Line(text: placeholder?.titleText ?? "", style: theme.secondary)
    }
    let rating = rating(words, theme).parts
    let signs = [moves ? "▸" : "", words.companions].filter { !$0.isEmpty }
    let label = SaleLabel(words, isInBasket: isInBasket, theme: theme)
    let others = GlyphWidth.columns(of: rating.map(\.text).joined() + signs.joined()) + 4
    // The price is always there, its sign and words if most of the name is.
    let title = min(GlyphWidth.columns(of: words.title, atMost: columns), Self.minimumTitle)
    let forms = [(SaleLabel.Form.short, title + others), (.price, 0), (.sign, 0)]
    let sale =
      forms.first { GlyphWidth.columns(of: label.text($0.0)) + $0.1 <= columns }?.0 ?? .sign
    var line = RowCell.Line(
      text: words.title, style: selected(cell.style(theme.secondary), theme),
      right: [
        RowCell.Piece(
          parts: [.init(label.text(sale), style: selected(cell.style(label.style), theme))], gap: 1),
        RowCell.Piece(
          parts: [.init(signs.joined(separator: " "), style: theme.secondary)], gap: 1,
          minimumText: 4),
        RowCell.Piece(parts: rating, gap: 1),
      ])
    // The number at the end of a camera's file name is all that tells photos apart.
    if words.photo.isFileName {
      line.text = TextLayout.truncateStart(line.text, columns: line.fitting(columns).textColumns)
    }
    return line
  }
}
