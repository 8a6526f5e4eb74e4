import Foundation

/// What a shop wants to know to sell a photo, cleaned.
public struct PurchaseReference: Hashable, Sendable {
  /// The shop's own number of the item.
  public var itemID: String?
  /// Of several forms of the item (sizes, papers) the one whose price is shown.
  public var variantID: String?
  /// Where it is bought or licensed: http or https.
  public var url: URL?

  public init(itemID: String? = nil, variantID: String? = nil, url: URL? = nil) {
    self.itemID = itemID
    self.variantID = variantID
    self.url = url
  }
}
