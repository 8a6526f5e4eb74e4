import GalleryDomain

/// Whether a photo is for sale, in words.
public enum SaleText {
  /// The tutorial's words for a photo that may not be opened.
  public static let refused = "This item is not for sale"

  /// A sign and a word for a row: `● €120.00`, `● for sale`, `not for sale`, or nothing.
  static func short(status: SaleStatus, price: String?) -> String {
    switch status {
    case .forSale: "● " + (price ?? "for sale")
    case .notForSale: "not for sale"
    case .unstated: ""
    }
  }

  /// A line for a photo: `● for sale · €80.00`, `not for sale`, or, if the source does not say, the price or nothing.
  static func long(status: SaleStatus, price: String?) -> String {
    switch status {
    case .forSale: joined(["● for sale", price], by: " · ")
    case .notForSale: "not for sale"
    case .unstated: price ?? ""
    }
  }
}
