/// Which photos of a source are wanted, by their sale status.
public enum SaleFilter: String, Hashable, Sendable, Codable, CaseIterable {
  case all
  /// Only what the source says is for sale; what it says nothing of is left out.
  case forSale
}
