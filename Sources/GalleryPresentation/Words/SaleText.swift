import GalleryDomain

/// Whether a photo is for sale, in words.
public enum SaleText {
  /// The tutorial's words for a photo that may not be opened.
  public static let refused = "This item is not for sale"

  /// A sign and a word for a row: `● €120.00`, `● for sale`, `not for sale`, or nothing.
  public static func short(
    status: SaleStatus, price: Price?, prices: PriceText = PriceText()
  ) -> String {
    switch status {
    case .forSale: "● " + (price.map { prices.text(of: $0) } ?? "for sale")
    case .notForSale: "not for sale"
    case .unstated: ""
    }
  }

  /// A line for a photo: `● for sale · €80.00`, `not for sale`, or, if the source does not say, the price or nothing.
  public static func long(
    status: SaleStatus, price: Price?, prices: PriceText = PriceText()
  ) -> String {
    let amount = price.map { prices.text(of: $0) }
    return switch status {
    case .forSale: joined(["● for sale", amount], by: " · ")
    case .notForSale: "not for sale"
    case .unstated: amount ?? ""
    }
  }
}
