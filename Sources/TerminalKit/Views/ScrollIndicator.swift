/// The column that shows which part of a list stands in the window.
nonisolated struct ScrollIndicator {
  /// The lines of the track that stand for the window.
  var thumb: Range<Int>
  var theme: Theme

  /// Draws from the top of a column to the foot of the surface.
  func draw(on surface: inout Surface, column: Int) {
    for row in 0..<surface.size.rows {
      let isThumb = thumb.contains(row)
      surface[column, row] = Cell(
        character: isThumb ? theme.glyphs.scrollThumb : theme.glyphs.scrollTrack,
        style: isThumb ? theme.primary : theme.rule)
    }
  }
}
