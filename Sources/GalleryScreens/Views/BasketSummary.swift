import GalleryPresentation
import TerminalKit

extension ScreenContext {
  func isInBasket(_ id: Photo.ID) -> Bool { basket?.basket.contains(id) ?? false }
}

/// The basket at the right end of the last line, with the key that shows it if there is one: `b basket 2 · €200.00`.
///
/// On narrow screens the key is dropped first, then the sum. How much is shown depends only on the width of the screen
/// and on the basket, so that it doesn't change with what is beside it.
struct BasketSummary {
  /// Narrower lines leave the room for the most important keys.
  private static let leastColumnsWithKey = 70

  /// From the longest form to the shortest; none for an empty basket.
  private let forms: [String]
  /// The part of the line that it may take.
  private static let share = 3
  /// With a space after it; empty if no key shows the basket.
  private let key: String
  private let style: Style
  private let keyStyle: Style

  /// Columns between it and what is at its left.
  static let gap = 3

  /// - Parameter key: Shows the basket.
  init(_ basket: BasketViewModel?, key: KeySequence?, theme: Theme) {
    self.key = key.map { "\($0.description) " } ?? ""
    style = theme.success
    keyStyle = theme.key
    guard let basket, let text = basket.summaryText else {
      forms = []
      return
    }
    forms = [text, basket.shortSummaryText ?? text]
  }

  /// Draws at the right end of a line; a third of it at most.
  ///
  /// - Parameter spared: Columns at the left that belong to others.
  /// - Returns: The columns used.
  func draw(on surface: inout Surface, in line: Rect, sparing spared: Int = 0) -> Int {
    let key = line.size.columns < Self.leastColumnsWithKey ? "" : key
    let room = min(line.size.columns / Self.share, line.size.columns - spared - Self.gap)
    let limit = room - GlyphWidth.columns(of: key)
    guard let form = forms.first(where: { GlyphWidth.columns(of: $0) <= limit }) else { return 0 }
    var columns = GlyphWidth.columns(of: form)
    StatusLine(
      right: [
        .init(key, style: keyStyle, command: "basket.show"),
        .init(form, style: style, command: "basket.show"),
      ]
    ).draw(on: &surface, in: line)
    columns += GlyphWidth.columns(of: key)
    return columns
  }
}
