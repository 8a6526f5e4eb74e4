/// One condition of a filter, or its negation.
public struct FilterTerm: Hashable, Sendable {
  /// Whether photos are wanted that do not meet the condition, including those for which the property is not known.
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

/// What a term asks of a photo; one of several values is enough.
public enum FilterCondition: Hashable, Sendable {
  /// Texts that are somewhere in title, description, author, camera, lens or tags.
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

/// What a photo is to the user, as `is:` in a filter asks for it.
public enum PhotoState: String, Hashable, Sendable, CaseIterable {
  /// Selected in this run of the program (`PageRequest.selection`).
  case selected
  /// Rejected by the user (`Photo.isRejected`).
  case rejected
}

/// A text to find in a field.
public struct FilterTextValue: Hashable, Sendable {
  public var text: String
  /// Whether it has to be the whole field (`camera:=nikon`), not only a part of it.
  public var isWhole: Bool

  public init(_ text: String, isWhole: Bool = false) {
    self.text = text
    self.isWhole = isWhole
  }
}

/// A price to compare with.
public struct FilterPriceValue: Hashable, Sendable {
  public var comparison: FilterComparison<ExactDecimal>
  /// Only prices in this currency match; nil compares the amount alone.
  public var currency: String?

  public init(_ comparison: FilterComparison<ExactDecimal>, currency: String? = nil) {
    self.comparison = comparison
    self.currency = currency
  }
}
