import GalleryPresentation
import TerminalKit

/// Whether a photo is for sale, or in the basket: a sign and words, as much as there is room for.
struct SaleLabel {
  /// From the longest form to the sign alone.
  enum Form {
    /// `● for sale · €80.00`
    case long
    /// `● €80.00`; `● for sale` without a price
    case short
    /// `€80.00`; the sign without a price
    case price
    /// `●`; `○` for what is not for sale
    case sign
  }

  private let words: PhotoText
  /// Whether it is in the basket, which is shown instead of the rest.
  private let isInBasket: Bool
  private let theme: Theme

  init(_ words: PhotoText, isInBasket: Bool = false, theme: Theme) {
    (self.words, self.isInBasket, self.theme) = (words, isInBasket, theme)
  }

  private var price: String { words.price }
  private var status: SaleStatus { words.photo.saleStatus }

  var style: Style { isInBasket || status == .forSale ? theme.success : theme.secondary }

  /// Empty if the source doesn't say.
  func text(_ form: Form) -> String {
    if isInBasket { return basketText(form) }
    return switch (status, form) {
    case (.forSale, .sign): "●"
    case (.forSale, .price): price.isEmpty ? "●" : price
    case (.forSale, .long):
      price.isEmpty ? "● for sale" : "● for sale · \(price)"
    case (.notForSale, .sign), (.notForSale, .price): "○"
    case (.unstated, .sign): ""
    default: words.saleInShort
    }
  }

  private func basketText(_ form: Form) -> String {
    switch form {
    case .sign: "✓"
    case .price: price.isEmpty ? "✓" : "✓ \(price)"
    case .short: "✓ \(price.isEmpty ? BasketText.inBasket : price)"
    case .long: "✓ \(BasketText.inBasket)" + (price.isEmpty ? "" : " · \(price)")
    }
  }
}
