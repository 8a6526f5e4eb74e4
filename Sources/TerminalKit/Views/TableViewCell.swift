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
