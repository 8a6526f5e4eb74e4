/// One row of a table, as large as the table gives it; subclasses draw.
open class TableViewCell: ReusableCell {
  /// Draws the row into a blank surface of its own.
  ///
  /// The default draws the selection bar; call it, or draw another sign of `isSelected`.
  open override func draw(on surface: inout Surface) {
    drawSelectionBar(on: &surface)
  }

  /// `▌` down the left edge of a selected row.
  public func drawSelectionBar(on surface: inout Surface) {
    guard isSelected else { return }
    let bar = Cell(character: theme.glyphs.selectionBar, style: theme.selectionBar)
    surface.fill(Rect(column: 0, row: 0, columns: 1, rows: surface.size.rows), with: bar)
  }
}

/// A cell that shows one line of text, for plain lists.
public final class TextCell: TableViewCell {
  /// In the first line; cut with an ellipsis.
  public var text = ""
  /// At the right edge, dim; the text makes way for it.
  public var detail = ""

  public override func prepareForReuse() {
    text = ""
    detail = ""
  }

  public override func draw(on surface: inout Surface) {
    super.draw(on: &surface)
    let columns = surface.size.columns
    let detailColumns = min(GlyphWidth.columns(of: detail, atMost: columns), columns / 2)
    surface.write(
      text, at: Point(column: 1, row: 0), style: style(theme.primary),
      maxColumns: columns - 1 - (detailColumns > 0 ? detailColumns + 1 : 0),
      ellipsis: theme.glyphs.ellipsis)
    surface.write(
      detail, at: Point(column: columns - detailColumns, row: 0), style: theme.secondary,
      maxColumns: detailColumns, ellipsis: theme.glyphs.ellipsis)
  }
}
