/// One line that shows progress: `scanning ███████▌     1,234 of 2,000`.
public struct ProgressBar {
  /// What is known about the progress.
  public enum Progress: Hashable, Sendable {
    /// From 0 to 1.
    case fraction(Double)
    case count(Int, of: Int)
    /// The total is unknown; a part of the bar moves by a column with each step.
    case indeterminate(step: Int)
  }

  public var progress: Progress
  /// The text before the bar.
  public var label: String
  /// The text after the bar, such as a count; formatted by the owner.
  public var detail: String
  public var theme: Theme

  public init(
    _ progress: Progress, label: String = "", detail: String = "", theme: Theme = .standard()
  ) {
    self.progress = progress
    self.label = label
    self.detail = detail
    self.theme = theme
  }

  /// From 0 to 1; nil if unknown.
  public var fraction: Double? {
    switch progress {
    case .fraction(let value): value.isFinite ? min(1, max(0, value)) : 0
    case .count(_, let total) where total <= 0: nil
    case .count(let done, let total): min(1, max(0, Double(done) / Double(total)))
    case .indeterminate: nil
    }
  }

  /// Draws into the first line of a rectangle. The bar takes the space that label and detail leave, and is omitted if
  /// that is less than four columns.
  public func draw(on surface: inout Surface, in rect: Rect) {
    surface.draw(in: Rect(origin: rect.origin, size: Size(columns: rect.size.columns, rows: 1))) {
      surface in
      let columns = surface.size.columns
      var start = 0
      if !label.isEmpty {
        start =
          1
          + surface.write(
            label, at: .zero, style: theme.secondary)
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
    let filled: Range<Int>
    if let fraction {
      // Rounded down, so that the bar is full only at the end.
      let all = columns.count * parts
      filled = 0..<min(all, Int((Double(all) * fraction).rounded(.down)))
    } else {
      filled = movingPart(columns: columns.count, parts: parts)
    }
    for (index, column) in columns.enumerated() {
      let level = min(parts, max(0, filled.upperBound - index * parts))
      let isInside = (index + 1) * parts > filled.lowerBound
      surface[column, 0] = Cell(
        character: isInside ? steps[level] : steps[0], style: theme.accent)
    }
  }

  /// A quarter of the bar that moves back and forth by whole columns.
  private func movingPart(columns: Int, parts: Int) -> Range<Int> {
    guard case .indeterminate(let step) = progress else { return 0..<0 }
    let length = max(1, columns / 4)
    let way = columns - length
    guard way > 0 else { return 0..<(columns * parts) }
    let phase = (step % (2 * way) + 2 * way) % (2 * way)
    let start = phase <= way ? phase : 2 * way - phase
    return (start * parts)..<((start + length) * parts)
  }
}
