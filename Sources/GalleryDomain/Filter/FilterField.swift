/// A field that a term of a filter can refer to.
public enum FilterField: String, Hashable, Sendable, CaseIterable {
  case title, description, author, camera, lens, tag, licence, id
  case price, currency, date, sale
  case iso, focal, width, height, megapixels
  case rating, label
  case path
  case fileExtension = "ext"
  case size
  case state = "is"

  /// How a field's value is read.
  public enum Kind: Hashable, Sendable {
    /// Any text that the field contains; `=text` for the whole field.
    case text
    /// Any text that is the whole field.
    case word
    /// A number, compared exactly.
    case number
    /// Bytes: a number, optionally followed by `kB`, `MB` or `GB`, of 1,000 each.
    case bytes
    /// A number, optionally followed by a currency.
    case price
    case currency
    case date
    case sale
    /// A name of `PhotoState`.
    case state
  }

  public var kind: Kind {
    switch self {
    case .title, .description, .author, .camera, .lens, .tag, .licence, .id, .label, .path: .text
    // `ext:jpg` is not meant to find `jpgx`.
    case .fileExtension: .word
    case .size: .bytes
    case .price: .price
    case .currency: .currency
    case .date: .date
    case .sale: .sale
    case .state: .state
    case .iso, .focal, .width, .height, .megapixels, .rating: .number
    }
  }

  /// The field with a name as the user types it, in any case.
  ///
  /// - Returns: nil for an unknown name.
  public init?(name: String) {
    let name = name.lowercased()
    guard let field = FilterField(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = field
  }

  /// Names that are understood besides those that are printed.
  private static let otherNames: [String: FilterField] = [
    "name": .title, "desc": .description, "by": .author, "photographer": .author,
    "tags": .tag, "keyword": .tag, "license": .licence, "mp": .megapixels, "folder": .path,
    "file": .path, "extension": .fileExtension, "type": .fileExtension, "bytes": .size,
    "focallength": .focal, "stars": .rating, "color": .label, "colour": .label,
  ]
}
