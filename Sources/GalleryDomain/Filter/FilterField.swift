/// What a term of a filter may speak of.
public enum FilterField: String, Hashable, Sendable, CaseIterable {
  case title, description, author, camera, lens, tag, licence, id
  case price, currency, date, sale
  case iso, focal, width, height, megapixels

  /// How a field's value is read.
  public enum Kind: Hashable, Sendable {
    /// Any text that is somewhere in the field; `=text` where it is all of it.
    case text
    /// A number, compared exactly.
    case number
    /// A number that a currency may follow.
    case price
    case currency
    case date
    case sale
  }

  public var kind: Kind {
    switch self {
    case .title, .description, .author, .camera, .lens, .tag, .licence, .id: .text
    case .price: .price
    case .currency: .currency
    case .date: .date
    case .sale: .sale
    case .iso, .focal, .width, .height, .megapixels: .number
    }
  }

  /// The field of a name as people write it, whatever its case.
  ///
  /// - Returns: nil for a name that no field has.
  public init?(name: String) {
    let name = name.lowercased()
    guard let field = FilterField(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = field
  }

  /// Beside the names that are printed.
  private static let otherNames: [String: FilterField] = [
    "name": .title, "desc": .description, "by": .author, "photographer": .author,
    "tags": .tag, "keyword": .tag, "license": .licence, "mp": .megapixels, "size": .megapixels,
    "focallength": .focal,
  ]
}
