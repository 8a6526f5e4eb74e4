/// What was understood of a filter's text, and what was not.
public struct FilterReading: Hashable, Sendable {
  public var expression: FilterExpression
  /// In the order of the text.
  public var faults: [FilterFault]

  /// Reads a text. Every text can be read: what is not understood is listed in `faults`. A name that is not a field
  /// counts as plain words; a term whose value is wrong is left out.
  ///
  /// - Complexity: O(*text*).
  public init(_ text: String) {
    var parser = FilterParser(text)
    parser.parse()
    expression = FilterExpression(parser.terms)
    faults = parser.faults
  }
}

/// Something in a filter's text that was not understood.
public struct FilterFault: Hashable, Sendable {
  /// Where it is, in Unicode scalars from the start of the text.
  public var place: Range<Int>
  public var reason: Reason

  public init(_ reason: Reason, at place: Range<Int>) {
    self.reason = reason
    self.place = place
  }

  public enum Reason: Error, Hashable, Sendable {
    /// The name before the colon is not a field; the term counts as words.
    case unknownField(String)
    /// The value cannot be read as one of the field's kind; the term is left out.
    case unreadableValue(FilterField)
    /// A range from a larger value to a smaller one; the term is left out.
    case emptyRange(FilterField)
    /// Nothing follows the colon or the minus sign, or the quotes are empty; the term is left out. nil without a field.
    case missingValue(FilterField?)
    /// A quote is not closed; it is taken to end with the text.
    case unclosedQuote
  }
}
