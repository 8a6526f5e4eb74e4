import GalleryPresentation
import PictureKit
import TerminalKit

/// A row of a list: pictures, and beside them lines of text with something at their right end. Or an item of a grid: a
/// picture, and a line centred below it.
final class RowCell: TableViewCell {
  static let identifier = "row"

  struct Content {
    /// Whether the row is selected for commands.
    var isSelected = false
    /// How many lines have the bar, and may have text.
    var lineCount: Int
    /// The first of these lines.
    var firstLine = 0
    /// Whether it is an item of a grid: frames around its picture show focus and selection in place of bars, and its text
    /// is centred.
    var isItem = false
    var pictures: [(specification: PictureSpecification?, rect: Rect)] = []
    /// Whether the picture's photo is still to come.
    var isLoading = false
    /// The text in the middle of the first picture's box if there is no picture.
    var failure = ""
    /// The key before the text; empty for none.
    var key = ""
    /// nil for the theme's style of keys.
    var keyStyle: Style?
    /// The columns of the text.
    var columns: Range<Int>
    var lines: [Line]
    /// The words that were searched for, which are underlined where they are.
    var searchedWords: [FoldedText] = []
  }

  struct Line {
    var text: String
    var style: Style
    /// From the right end to the left.
    var right: [Piece] = []

    /// The pieces that there is room for, and the columns that they leave for the text.
    func fitting(_ columns: Int) -> (pieces: [Piece], textColumns: Int) {
      var left = columns
      let pieces = right.filter { piece in
        let used = piece.columns
        guard used > 0, left - used >= piece.minimumText else { return false }
        left -= used + piece.gap
        return true
      }
      return (pieces, max(0, left))
    }

    /// The texts of the line that are visible.
    func visibleTexts(columns: Int) -> [String] {
      let (pieces, textColumns) = fitting(columns)
      return [TextLayout.truncate(text, columns: textColumns)]
        + pieces.map { $0.parts.map(\.text).joined() }
    }
  }

  struct Piece {
    var parts: [StatusLine.Part]
    /// Columns that stay free at its left.
    var gap = 2
    /// It is left out if fewer columns would remain for the text.
    var minimumText = 0
    /// The width of the column that such pieces form; each is aligned to its right edge.
    var minimumColumns = 0

    var columns: Int { max(minimumColumns, textColumns) }

    fileprivate var textColumns: Int { parts.reduce(0) { $0 + GlyphWidth.columns(of: $1.text) } }
  }

  weak var pictures: (any PhotoPictures)?
  /// Called while the row is drawn: what it shows depends on its size, and on the focus.
  var content: ((RowCell, Size) -> Content)?

  override func prepareForReuse() { content = nil }

  override func draw(on surface: inout Surface) {
    guard let content = content?(self, surface.size) else { return }
    textOrigin = Point(column: content.columns.lowerBound, row: content.firstLine)
    if !content.isItem { drawBar(of: content, on: &surface) }
    for (specification, rect) in content.pictures {
      drawPicture(specification, in: rect, of: content, on: &surface)
    }
    if !content.failure.isEmpty, let rect = content.pictures.first?.rect {
      draw(failure: content.failure, in: rect, on: &surface)
    }
    surface.write(
      content.key, at: Point(column: 2, row: 0), style: content.keyStyle ?? theme.key,
      maxColumns: max(0, content.columns.lowerBound - 3))
    for (row, line) in content.lines.prefix(content.lineCount).enumerated() {
      draw(line, row: content.firstLine + row, of: content, on: &surface)
    }
  }

  private func drawPicture(
    _ specification: PictureSpecification?, in rect: Rect, of content: Content,
    on surface: inout Surface
  ) {
    let box = content.isItem ? Self.itemRect(of: specification, in: rect, pictures) : rect
    if let specification {
      pictures?.draw(specification, in: box, on: &surface)
    } else if content.isLoading {
      PictureView(state: .loading(rough: nil), theme: theme).draw(on: &surface, in: box)
    }
    if content.isItem { drawFrame(around: box, isSelected: content.isSelected, on: &surface) }
  }

  /// Where the picture of an item is: at the foot of its box, so that the caption is right below it.
  static func itemRect(
    of specification: PictureSpecification?, in rect: Rect, _ pictures: (any PhotoPictures)?
  ) -> Rect {
    guard let specification, var box = pictures?.rect(of: specification, in: rect) else {
      return rect
    }
    box.origin.row = rect.maxRow - box.size.rows
    return box
  }

  /// Where the sign of a selected item is, inside the corner of the frame around its picture.
  static func markPoint(around picture: Rect) -> Point {
    Point(column: picture.maxColumn - 1, row: picture.maxRow)
  }

  private func draw(_ line: Line, row: Int, of content: Content, on surface: inout Surface) {
    var start = content.columns.lowerBound
    var end = content.columns.upperBound
    let (pieces, textColumns) = line.fitting(end - start)
    if content.isItem {
      let used =
        min(GlyphWidth.columns(of: line.text, atMost: textColumns + 1), textColumns)
        + pieces.reduce(0) { $0 + $1.columns + $1.gap }
      start += max(0, content.columns.count - used) / 2
      end = min(end, start + used)
      textOrigin.column = start
    }
    for piece in pieces {
      var column = end - piece.textColumns
      for part in piece.parts {
        column += surface.write(
          part.text, at: Point(column: column, row: row), style: part.style)
      }
      end -= piece.columns + piece.gap
    }
    let origin = Point(column: start, row: row)
    surface.write(line.text, at: origin, style: line.style, maxColumns: max(0, end - start))
    mark(content.searchedWords, in: line.text, at: origin, columns: end - start, on: &surface)
  }

  // MARK: Focus and selection

  /// The bar of the row in focus; for a selected row, the sign and a thinner bar.
  private func drawBar(of content: Content, on surface: inout Surface) {
    let rect = Rect(column: 0, row: 0, columns: 1, rows: content.lineCount)
    if isFocused {
      surface.fill(
        rect, with: Cell(character: Glyphs.focusBar, style: theme.focusBar))
    } else if content.isSelected {
      surface.fill(rect, with: Cell(character: Glyphs.markBar, style: theme.selected))
    }
    // Over the bar: in rows of one line, bold text and the cursor show the focus.
    if content.isSelected {
      surface.write("✓", at: .zero, style: theme.selected)
    }
  }

  /// A frame around a picture: heavy in focus, with a sign inside its corner if it is selected. The picture isn't touched:
  /// moving the focus changes no cell of it, and a terminal that draws pictures itself can't draw one that is partly covered.
  private func drawFrame(around picture: Rect, isSelected: Bool, on surface: inout Surface) {
    guard isFocused || isSelected else { return }
    let frame = picture.inset(columns: -1, rows: -1)
    surface.box(
      frame, style: isFocused ? theme.focusBar : theme.selected,
      glyphs: isFocused ? Glyphs.heavyBox : Glyphs.box)
    guard isSelected else { return }
    surface.write("✓", at: Self.markPoint(around: picture), style: theme.selected)
  }

  private func draw(failure: String, in rect: Rect, on surface: inout Surface) {
    let lines = TextLayout.wrap(
      failure, columns: rect.size.columns, maxRows: rect.size.rows)
    var middle = rect
    middle.origin.row += (rect.size.rows - lines.count) / 2
    middle.size.rows = lines.count
    surface.writeWrapped(
      failure, in: middle, style: style(theme.secondary), alignment: .center)
  }

  // MARK: What was searched for

  /// Underlines what was searched for in a text that was written.
  private func mark(
    _ words: [FoldedText], in text: String, at origin: Point, columns: Int,
    on surface: inout Surface
  ) {
    // Right-to-left text is not where its characters are.
    guard !words.isEmpty, !TextLayout.hasRightToLeftText(text) else { return }
    for range in words.flatMap({ $0.ranges(in: text) }) {
      let start = GlyphWidth.columns(of: String(text[..<range.lowerBound]))
      let end = min(columns, start + GlyphWidth.columns(of: String(text[range])))
      guard start < end else { continue }
      let rect = Rect(
        column: origin.column + start, row: origin.row, columns: end - start, rows: 1)
      surface.restyle(rect) { $0.attributes.insert(.underline) }
    }
  }
}

extension TableView {
  func dequeueRow(
    _ pictures: any PhotoPictures, content: @escaping (RowCell, Size) -> RowCell.Content
  ) -> RowCell {
    let cell =
      dequeueReusableCell(withIdentifier: RowCell.identifier) as? RowCell
      ?? RowCell(reuseIdentifier: RowCell.identifier, theme: theme)
    cell.pictures = pictures
    cell.content = content
    return cell
  }
}

extension RowCell.Content {
  /// A row with a picture at its left.
  ///
  /// - Parameter thumbnail: See `PhotoPictures.thumbnailSize(in:)`.
  init(
    _ rowHeight: RowHeight, _ picture: PictureSpecification?, _ thumbnail: Size?,
    isSelected: Bool = false, columns: Range<Int>, lines: [RowCell.Line],
    searchedWords: [FoldedText] = []
  ) {
    self.init(
      isSelected: isSelected, lineCount: rowHeight.lineCount,
      pictures: thumbnail.map {
        [(picture, Rect(origin: Point(column: 1, row: 0), size: $0))]
      } ?? [],
      columns: columns, lines: lines, searchedWords: searchedWords)
  }

  /// The columns of the text beside that picture.
  static func columns(beside thumbnail: Size?, of size: Size) -> Range<Int> {
    let start = thumbnail.map { $0.columns + 3 } ?? 2
    return start..<max(start, size.columns - 1)
  }
}
