/// A field that a filter term can refer to.
///
/// In the order in which they are offered, the most used first.
public enum FilterField: String, Hashable, Sendable, CaseIterable {
  case camera, rating, date, tag, path, label, lens, title
  case price, sale
  case state = "is"
  case place, author, description
  case fileExtension = "ext"
  case size, iso, focal, width, height, megapixels
  case currency, licence, copyright, alt, id

  /// How a field's values are parsed.
  public enum Kind: Hashable, Sendable {
    /// Any text that the field contains; `=text` matches the whole field, `*` a field that has any.
    case text
    /// Any text that equals the whole field.
    case word
    /// A number, compared exactly.
    case number
    /// A size: a number, optionally followed by `kB`, `MB` or `GB`, in units of 1,000.
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
    case .title, .description, .author, .camera, .lens, .tag, .place, .licence, .id, .label, .path,
      .copyright, .alt:
      .text
    // `ext:jpg` should not find `jpgx`.
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

  /// The fields with a name that begins like this, in any case; those with another name that does come last.
  public static func beginning(with text: String) -> [FilterField] {
    let text = text.lowercased()
    let fields = allCases.filter { $0.rawValue.hasPrefix(text) }
    let others = Set(otherNames.filter { $0.key.hasPrefix(text) }.values).subtracting(fields)
    return fields + allCases.filter(others.contains)
  }

  /// Other names that are accepted but not printed.
  private static let otherNames: [String: FilterField] = [
    "name": .title, "desc": .description, "caption": .description, "by": .author,
    "photographer": .author, "creator": .author, "rights": .copyright,
    "tags": .tag, "keyword": .tag, "places": .place, "location": .place, "city": .place,
    "country": .place, "license": .licence, "mp": .megapixels, "folder": .path,
    "file": .path, "extension": .fileExtension, "type": .fileExtension, "bytes": .size,
    "focallength": .focal, "stars": .rating, "color": .label, "colour": .label,
  ]
}
