import GalleryPresentation
import TerminalKit

/// A row of a list: pictures, and beside them lines of text with something at their right end. Or an item of a grid: a
/// picture with a line below it, in a frame.
final class RowCell: TableViewCell {
  static let identifier = "row"

  struct Content {
    /// Whether the row is selected for commands.
    var isChosen = false
    /// So many lines have the bar, and may have text.
    var lineCount: Int
    /// The first of them.
    var firstLine = 0
    /// Shows the focus in place of the bar: around the picture, with the line of text in its lower edge.
    var frame: Rect?
    var pictures: [(specification: PictureSpecification?, rect: Rect)] = []
    /// What is in the middle of the first picture's place until there is one.
    var placeholder = ""
    /// The key before the text; empty for none.
    var key = ""
    /// nil for that of keys.
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
  }

  struct Piece {
    var parts: [StatusLine.Part]
    /// Columns that stay free at its left.
    var gap = 2
    /// It is left out if fewer columns would remain for the text.
    var leastText = 0
  }

  weak var pictures: (any PhotoPictures)?
  /// Called while the row is drawn: what it shows depends on its size, and on the focus.
  var content: ((RowCell, Size) -> Content)?

  override func prepareForReuse() { content = nil }

  /// A row whose picture would be cut off at the foot of the list is skipped if the terminal cannot show a part of it:
  /// words next to a hole look broken.
  override func draw(on surface: inout Surface) {
    guard let content = content?(self, surface.size) else { return }
    textOrigin = Point(column: content.columns.lowerBound, row: content.firstLine)
    if let pictures {
      guard content.pictures.allSatisfy({ pictures.canDraw(in: $0.rect, on: surface) }) else {
        return
      }
    }
    if let frame = content.frame {
      drawFrame(frame, isChosen: content.isChosen, on: &surface)
    } else {
      drawBar(isChosen: content.isChosen, lines: content.lineCount, on: &surface)
    }
    for (specification, rect) in content.pictures {
      if let specification { pictures?.draw(specification, in: rect, on: &surface) }
    }
    if !content.placeholder.isEmpty, let place = content.pictures.first?.rect {
      draw(placeholder: content.placeholder, in: place, on: &surface)
    }
    surface.write(
      content.key, at: Point(column: 2, row: 0), style: content.keyStyle ?? theme.key,
      maxColumns: max(0, content.columns.lowerBound - 3))
    for (row, line) in content.lines.prefix(content.lineCount).enumerated() {
      draw(line, row: content.firstLine + row, of: content, on: &surface)
    }
  }

  private func draw(_ line: Line, row: Int, of content: Content, on surface: inout Surface) {
    let start = content.columns.lowerBound
    var end = content.columns.upperBound
    for piece in line.right {
      let used = surface.write(
        piece.parts, endingAt: end, row: row, notBefore: start + piece.leastText)
      if used > 0 { end -= used + piece.gap }
    }
    let origin = Point(column: start, row: row)
    let used = surface.write(
      line.text, at: origin, style: line.style, maxColumns: max(0, end - start))
    mark(content.searchedWords, in: line.text, at: origin, columns: end - start, on: &surface)
    // The rest of the frame's lower edge, between the name and what is at its right.
    let edge = used > 0 ? start + used + 1 : start
    guard isSelected, let frame = content.frame, frame.size.rows > 1, edge < end else { return }
    surface.horizontalRule(
      at: Point(column: edge, row: row), columns: end - edge, style: theme.selectionBar)
  }

  // MARK: Focus and selection

  /// The bar of the row in focus; for a selected row, the sign and a thinner bar.
  private func drawBar(isChosen: Bool, lines: Int, on surface: inout Surface) {
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

  /// A frame around a picture; bars beside a caption without a picture, and beside what is selected. The picture is not
  /// touched, so that moving the focus changes no cell of it.
  private func drawFrame(_ frame: Rect, isChosen: Bool, on surface: inout Surface) {
    let style = theme.selectionBar
    let (last, bottom) = (frame.maxColumn - 1, frame.maxRow - 1)
    func drawBars(_ left: Character, _ right: Character, _ style: Style) {
      let top = min(1, bottom)
      // The left one last: if there is only one column, it is the one that is visible.
      for (column, bar) in [(last, right), (0, left)] {
        surface.fill(
          Rect(column: column, row: top, columns: 1, rows: frame.maxRow - top),
          with: Cell(character: bar, style: style))
      }
    }
    if isSelected, bottom > 0 {
      surface.horizontalRule(at: Point(column: 1, row: 0), columns: last - 1, style: style)
      drawBars(Glyphs.vertical, Glyphs.vertical, style)
      for (column, row, corner) in [
        (0, 0, Glyphs.topLeft), (last, 0, Glyphs.topRight),
        (0, bottom, Glyphs.bottomLeft), (last, bottom, Glyphs.bottomRight),
      ] {
        surface.write(String(corner), at: Point(column: column, row: row), style: style)
      }
    } else if isSelected {
      drawBars(Glyphs.selectionBar, Glyphs.closingSelectionBar, style)
    } else if isChosen {
      drawBars(Glyphs.markBar, Glyphs.markBar, theme.chosen)
    }
    if isChosen { surface.write("✓", at: Point(column: 0, row: bottom), style: theme.chosen) }
  }

  private func draw(placeholder: String, in place: Rect, on surface: inout Surface) {
    let lines = TextLayout.wrap(
      placeholder, columns: place.size.columns, maxRows: place.size.rows)
    var middle = place
    middle.origin.row += (place.size.rows - lines.count) / 2
    middle.size.rows = lines.count
    surface.writeWrapped(
      placeholder, in: middle, style: style(theme.secondary), alignment: .center)
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
  /// A row with a picture at its left, if rows of this height have one.
  init(
    _ rowHeight: RowHeight, _ picture: PictureSpecification?, isChosen: Bool = false,
    columns: Range<Int>, lines: [RowCell.Line], searchedWords: [FoldedText] = []
  ) {
    self.init(
      isChosen: isChosen, lineCount: rowHeight.lineCount,
      pictures: rowHeight.thumbnailSize.map {
        [(picture, Rect(origin: Point(column: 1, row: 0), size: $0))]
      } ?? [],
      columns: columns, lines: lines, searchedWords: searchedWords)
  }

  /// Beside that picture.
  static func columns(_ rowHeight: RowHeight, of size: Size) -> Range<Int> {
    let start = rowHeight.thumbnailSize.map { $0.columns + 3 } ?? 2
    return start..<max(start, size.columns - 1)
  }
}
