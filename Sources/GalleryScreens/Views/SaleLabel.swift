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
    case (.forSale, .sign): sign
    case (.forSale, .short): "\(sign) \(price.isEmpty ? "for sale" : amount)"
    case (.forSale, .long):
      price.isEmpty ? "\(sign) for sale" : "\(sign) for sale \(theme.glyphs.separator) \(amount)"
    case (.notForSale, .sign): theme.glyphs.words("○")
    case (.notForSale, _): "not for sale"
    case (.unstated, .sign): ""
    case (.unstated, _): amount
    }
  }

  private func basketText(_ form: Form) -> String {
    let check = String(theme.glyphs.check)
    return switch form {
    case .sign: check
    case .short: "\(check) \(BasketText.inBasket)"
    case .long where !price.isEmpty:
      "\(check) \(BasketText.inBasket) \(theme.glyphs.separator) \(amount)"
    case .long: "\(check) \(BasketText.inBasket)"
    }
  }

  private var sign: String { String(theme.glyphs.bullet) }
  private var amount: String { theme.glyphs.words(price) }
}

extension SaleLabel {
  init(_ words: PhotoText, isInBasket: Bool = false, theme: Theme) {
    self.init(
      status: words.photo.saleStatus, price: words.price, isInBasket: isInBasket,
      theme: theme)
  }
}
