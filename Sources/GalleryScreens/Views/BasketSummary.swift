import GalleryPresentation
import TerminalKit

extension ScreenContext {
  func isInBasket(_ id: Photo.ID) -> Bool { basket?.basket.contains(id) ?? false }
}

extension CommandedScreen {
  /// The basket with the key that shows it: `b basket 2 · €200.00`. No key makes way for it: it is drawn on the rule above
  /// the keys, and in the header of a photo.
  ///
  /// - Parameter columns: The room for it; the sum is left out first, then everything.
  func basketSummary(columns: Int) -> [StatusLine.Part] {
    guard let basket = context.basket, let text = basket.summaryText else { return [] }
    let key =
      keys.keys(of: "basket.show", on: commandScreen).first.map { "\($0.description) " } ?? ""
    let fitting = [text, basket.shortSummaryText ?? text].first {
      GlyphWidth.columns(of: key + $0) <= columns
    }
    guard let fitting else { return [] }
    return [
      .init(key, style: theme.key, command: "basket.show"),
      .init(fitting, style: theme.success, command: "basket.show"),
    ]
  }
}
