import GalleryPresentation
import TerminalKit

extension ScreenContext {
  func isInBasket(_ id: Photo.ID) -> Bool { basket?.basket.contains(id) ?? false }
}

extension CommandedScreen {
  /// The basket at the right end of a key line, with the key that shows it if there is one: `b basket 2 · €200.00`. It takes a
  /// third of the line at most.
  ///
  /// On narrow screens the key is dropped first, then the sum. How much is shown depends only on the width of the screen
  /// and on the basket, so that it doesn't change with what is beside it.
  ///
  /// - Returns: What is left of the line for the keys.
  func drawBasket(on surface: inout Surface, in line: Rect, beside keyLine: KeyLine) -> Rect {
    guard let basket = context.basket, let text = basket.summaryText else { return line }
    let (columns, gap) = (line.size.columns, 3)
    // Narrower lines leave the room for the most important keys.
    let shown = columns < 70 ? nil : keys.keys(of: "basket.show", on: commandScreen).first
    let key = shown.map { "\($0.description) " } ?? ""
    let room = min(columns / 3, columns - keyLine.essentialColumns - gap)
    let fitting = [text, basket.shortSummaryText ?? text].first {
      GlyphWidth.columns(of: key + $0) <= room
    }
    guard let fitting else { return line }
    StatusLine(
      right: [
        .init(key, style: theme.key, command: "basket.show"),
        .init(fitting, style: theme.success, command: "basket.show"),
      ]
    ).draw(on: &surface, in: line)
    var rest = line
    rest.size.columns -= GlyphWidth.columns(of: key + fitting) + gap
    return rest
  }
}
