/// What was understood of a filter's text, and what was not.
public struct FilterReading: Hashable, Sendable {
  public var expression: FilterExpression
  /// In the order of the text.
  public var faults: [FilterFault]

  /// Reads a text. All texts can be read: what is not understood is told in `faults`. A name that is no
  /// field's counts as the plain words that it was typed as; a term whose value is wrong is left out.
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
  /// Where it stands, in Unicode scalars from the beginning of the text.
  public var place: Range<Int>
  public var reason: Reason

  public init(_ reason: Reason, at place: Range<Int>) {
    self.reason = reason
    self.place = place
  }

  public enum Reason: Error, Hashable, Sendable {
    /// The name before the colon; the term counts as words.
    case unknownField(String)
    /// The value is none of the field's kind; the term is left out.
    case unreadableValue(FilterField)
    /// From a larger one to a smaller one; the term is left out.
    case emptyRange(FilterField)
    /// Nothing stands behind the colon, the minus sign or between the quotes; the term is left out.
    case missingValue(FilterField?)
    /// It is taken to be closed at the end.
    case unclosedQuote
  }
}
