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
    /// `●`; `○` for what is not for sale
    case sign
  }

  var status: SaleStatus
  /// Such as `€80.00`; empty if the source states no price.
  var price: String
  /// Whether it is in the basket, which is shown instead of the rest.
  var isInBasket = false
  var theme: Theme

  var style: Style { isInBasket || status == .forSale ? theme.success : theme.secondary }

  /// Empty if the source doesn't say.
  func text(_ form: Form) -> String {
    if isInBasket { return basketText(form) }
    return switch (status, form) {
    case (.forSale, .sign): "●"
    case (.forSale, .short): "● \(price.isEmpty ? "for sale" : price)"
    case (.forSale, .long):
      price.isEmpty ? "● for sale" : "● for sale · \(price)"
    case (.notForSale, .sign): "○"
    case (.notForSale, _): "not for sale"
    case (.unstated, .sign): ""
    case (.unstated, _): price
    }
  }

  private func basketText(_ form: Form) -> String {
    switch form {
    case .sign: "✓"
    case .short: "✓ \(BasketText.inBasket)"
    case .long where !price.isEmpty:
      "✓ \(BasketText.inBasket) · \(price)"
    case .long: "✓ \(BasketText.inBasket)"
    }
  }
}

extension SaleLabel {
  init(_ words: PhotoText, isInBasket: Bool = false, theme: Theme) {
    self.init(
      status: words.photo.saleStatus, price: words.price, isInBasket: isInBasket,
      theme: theme)
  }
}
