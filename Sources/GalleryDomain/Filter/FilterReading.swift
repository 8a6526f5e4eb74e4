/// The result of parsing a filter's text: the expression, and what is wrong with the text.
public struct FilterReading: Hashable, Sendable {
  public var expression: FilterExpression
  /// In the order of the text.
  public var faults: [FilterFault]

  /// Parses a text. Every text can be parsed; problems are listed in `faults`. A name that is not a field counts as
  /// plain words; a term with an invalid value is skipped.
  ///
  /// - Complexity: O(*text*).
  public init(_ text: String) {
    var parser = FilterParser(text)
    parser.parse()
    expression = FilterExpression(parser.terms)
    faults = parser.faults
  }
}

/// A problem in a filter's text.
public struct FilterFault: Hashable, Sendable {
  /// Its range, in Unicode scalars from the start of the text.
  public var place: Range<Int>
  public var reason: Reason

  public init(_ reason: Reason, at place: Range<Int>) {
    self.reason = reason
    self.place = place
  }

  public enum Reason: Error, Hashable, Sendable {
    /// The name before the colon is not a field; the term counts as words.
    case unknownField(String)
    /// The value is not valid for this kind of field; the term is skipped.
    case unreadableValue(FilterField)
    /// A range from a larger value to a smaller one; the term is skipped.
    case emptyRange(FilterField)
    /// Nothing follows the colon or the minus sign, or the quotes are empty; the term is skipped. nil without a field.
    case missingValue(FilterField?)
    /// A quote is not closed; it extends to the end of the text.
    case unclosedQuote
  }
}
