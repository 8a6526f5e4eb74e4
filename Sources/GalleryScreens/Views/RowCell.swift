import GalleryPresentation
import TerminalKit

/// A row of a list: pictures, and beside them lines of text with something at their right end.
final class RowCell: TableViewCell {
  static let identifier = "row"

  struct Content {
    /// Whether the row is selected for commands.
    var isChosen = false
    /// So many lines have the bar, and may have text.
    var lineCount: Int
    var pictures: [(specification: PictureSpecification?, rect: Rect)] = []
    /// The letter before the text; empty for none.
    var key = ""
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
    if let pictures {
      guard content.pictures.allSatisfy({ pictures.canDraw(in: $0.rect, on: surface) }) else {
        return
      }
    }
    drawBar(isChosen: content.isChosen, lines: content.lineCount, on: &surface)
    for (specification, rect) in content.pictures {
      if let specification { pictures?.draw(specification, in: rect, on: &surface) }
    }
    surface.write(content.key, at: Point(column: 2, row: 0), style: theme.key, maxColumns: 1)
    for (row, line) in content.lines.prefix(content.lineCount).enumerated() {
      draw(line, row: row, of: content, on: &surface)
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
    surface.write(line.text, at: origin, style: line.style, maxColumns: max(0, end - start))
    mark(content.searchedWords, in: line.text, at: origin, columns: end - start, on: &surface)
  }

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
