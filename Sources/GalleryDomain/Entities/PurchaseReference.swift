import Foundation

/// What a shop needs to know to sell a photo; cleaned.
public struct PurchaseReference: Hashable, Sendable {
  /// The shop's own identifier of the item.
  public var itemID: String?
  /// The variant whose price is shown, if the item comes in several (sizes, papers).
  public var variantID: String?
  /// Where to buy or license it: http or https.
  public var url: URL?

  public init(itemID: String? = nil, variantID: String? = nil, url: URL? = nil) {
    self.itemID = itemID
    self.variantID = variantID
    self.url = url
  }
}
