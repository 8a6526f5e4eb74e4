/// One item of a grid, as large as the grid gives it; subclasses draw.
open class GridViewCell: ReusableCell {
  /// Draws the item into a blank surface of its own.
  ///
  /// The default draws the bars of the selection; call it, or draw another sign of `isSelected`.
  open override func draw(on surface: inout Surface) {
    drawSelectionBars(on: &surface)
  }

  /// `▌` and `▐` at the edges of a selected item, from top to bottom; what is between them is not
  /// touched, so that moving the selection changes no cell of a picture.
  public func drawSelectionBars(on surface: inout Surface) {
    guard isSelected else { return }
    let (columns, rows) = (surface.size.columns, surface.size.rows)
    let glyphs = theme.glyphs
    // The left one last: in a single column it is the one that shows.
    for (column, bar) in [(columns - 1, glyphs.closingSelectionBar), (0, glyphs.selectionBar)] {
      surface.fill(
        Rect(column: column, row: 0, columns: 1, rows: rows),
        with: Cell(character: bar, style: theme.selectionBar))
    }
  }
}
