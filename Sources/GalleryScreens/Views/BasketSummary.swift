import GalleryPresentation
import TerminalKit

/// What is in the basket, at the right of the line at the foot, with the key that shows it: `b basket 2 · €200.00`.
///
/// Where it is narrow the sum makes way, then the word. How much is shown depends on the width of the screen and on
/// the basket alone, so that nothing comes and goes with what stands beside it.
struct BasketSummary {
  /// On a narrower line the room is for the keys that everybody needs.
  private static let leastColumnsWithKey = 70

  /// From all to the least; none for an empty basket.
  private let forms: [String]
  /// Which part of the line it may have.
  private static let share = 3
  private static let key = "b "
  private let style: Style
  private let keyStyle: Style

  /// Columns between it and what stands at its left.
  static let gap = 3

  init(_ basket: (any BasketViewModelType)?, theme: Theme) {
    style = theme.success
    keyStyle = theme.key
    guard let outputs = basket?.outputs, let text = outputs.summaryText else {
      forms = []
      return
    }
    let count = CountText.grouped(outputs.basket.count)
    forms = [text, outputs.shortSummaryText ?? text, "✓ \(count)"].map(theme.glyphs.words)
  }

  /// Draws at the right end of a line; a third of it at most.
  ///
  /// - Parameter spared: Columns at the left that are somebody else's.
  /// - Returns: The columns used.
  func draw(on surface: inout Surface, in line: Rect, sparing spared: Int = 0) -> Int {
    let key = line.size.columns < Self.leastColumnsWithKey ? "" : Self.key
    let room = min(line.size.columns / Self.share, line.size.columns - spared - Self.gap)
    let limit = room - GlyphWidth.columns(of: key)
    guard let form = forms.first(where: { GlyphWidth.columns(of: $0) <= limit }) else { return 0 }
    let columns = surface.write(form, in: line, style: style, alignment: .right)
    var rest = line
    rest.size.columns -= columns
    return columns + surface.write(key, in: rest, style: keyStyle, alignment: .right)
  }
}
