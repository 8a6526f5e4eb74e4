/// One condition of a filter, or its negation.
public struct FilterTerm: Hashable, Sendable {
  /// Whether photos pass that do not meet the condition, including those whose property is unknown.
  public var isNegated: Bool
  public var condition: FilterCondition

  public init(_ condition: FilterCondition, isNegated: Bool = false) {
    self.condition = condition
    self.isNegated = isNegated
  }

  /// `sale:yes`.
  public static let forSale = FilterTerm(.sale([.forSale]))

  /// `is:selected`.
  public static let selected = FilterTerm(.state([.selected]))
}

/// A condition on a photo; if it has several values, one match is enough.
public enum FilterCondition: Hashable, Sendable {
  /// Texts that occur anywhere in name, description, alt text, author, camera, lens, tags, places or path.
  case anywhere([String])
  case text(FilterField, [FilterTextValue])
  case number(FilterField, [FilterComparison<ExactDecimal>])
  case price([FilterPriceValue])
  /// ISO 4217 codes in capitals.
  case currency([String])
  case date([FilterComparison<DatePeriod>])
  case sale([SaleStatus])
  case state([PhotoState])
}

/// What a photo is among the photos of its source, for `is:` in a filter.
public enum PhotoState: String, Hashable, Sendable, CaseIterable {
  /// Selected while the program has been running (`PageRequest.selection`).
  case selected
  /// Rejected by the user (`Photo.isRejected`).
  case rejected
  /// It looks like another one (`ComparisonQuestion.similar`).
  case similar
  /// It looks like a larger one: `.similar`, without companions, and not the largest of its group.
  case smaller
  /// Its file has the same bytes as another one.
  case duplicate
  /// It is a copy of another one: `.duplicate`, without companions, and not the oldest of its group, or of equally old
  /// ones that with the shortest path.
  case copy

  /// What finds the photos that have the state; nil for one that each photo has of itself.
  public var question: ComparisonQuestion? {
    switch self {
    case .selected, .rejected: nil
    case .similar, .smaller: .similar(distance: FingerprintTable.usualDistance)
    case .duplicate, .copy: .duplicate
    }
  }

  /// Whether the largest photo of each group that was found does not have the state.
  var leavesOutLargest: Bool { self == .smaller || self == .copy }
}

/// A text to find in a field.
public struct FilterTextValue: Hashable, Sendable {
  public var text: String
  /// Whether it has to match the whole field (`camera:=nikon`) rather than part of it.
  public var isWhole: Bool

  public init(_ text: String, isWhole: Bool = false) {
    self.text = text
    self.isWhole = isWhole
  }

  /// `*`: in a field that has any text. A name that is the file's is no title then.
  public static let any = FilterTextValue("")

  public var isAny: Bool { self == .any }

  /// In `path`, whether it is everything in a folder: `path:=2024/`.
  public var isFolder: Bool { isWhole && text.utf8.last == FilePath.separator }
}

/// A price to compare with.
public struct FilterPriceValue: Hashable, Sendable {
  public var comparison: FilterComparison<ExactDecimal>
  /// Only prices in this currency match; nil compares the amount only.
  public var currency: String?

  public init(_ comparison: FilterComparison<ExactDecimal>, currency: String? = nil) {
    self.comparison = comparison
    self.currency = currency
  }
}
