/// One line that shows progress: `scanning ███████▌     1,234 of 2,000`.
public struct ProgressBar {
  /// From 0 to 1; anything else counts as the nearest of these.
  public var fraction: Double
  /// The text before the bar.
  public var label: String
  /// The text after the bar, such as a count; formatted by the owner.
  public var detail: String
  public var theme: Theme

  public init(
    _ fraction: Double, label: String = "", detail: String = "", theme: Theme = .standard()
  ) {
    self.fraction = fraction.isFinite ? min(1, max(0, fraction)) : 0
    self.label = label
    self.detail = detail
    self.theme = theme
  }

  /// Draws into the first line of a rectangle. The bar takes the space that label and detail leave, and is omitted if
  /// that is less than four columns.
  public func draw(on surface: inout Surface, in rect: Rect) {
    surface.draw(in: Rect(origin: rect.origin, size: Size(columns: rect.size.columns, rows: 1))) {
      surface in
      let columns = surface.size.columns
      var start = 0
      if !label.isEmpty {
        start = 1 + surface.write(label, at: .zero, style: theme.secondary)
      }
      var end = columns
      let detailColumns = GlyphWidth.columns(of: detail, atMost: columns)
      if detailColumns > 0, detailColumns <= columns - start {
        end -= detailColumns
        surface.write(detail, at: Point(column: end, row: 0), style: theme.secondary)
        end -= 1
      }
      if end - start >= 4 { drawBar(on: &surface, columns: start..<end) }
    }
  }

  private func drawBar(on surface: inout Surface, columns: Range<Int>) {
    let steps = Glyphs.progress
    let parts = steps.count - 1
    // Rounded down, so that the bar is full only at the end.
    let filled = Int((Double(columns.count * parts) * fraction).rounded(.down))
    for (index, column) in columns.enumerated() {
      let level = min(parts, max(0, filled - index * parts))
      surface[column, 0] = Cell(character: steps[level], style: theme.accent)
    }
  }
}
