/// The result of parsing a filter's text: the expression, and what is wrong with the text.
///
/// ```
/// text  = { term }                         separated by white space
/// term  = [ "-" ] [ field ":" ] value { "|" value }
/// value = characters, any of which may be quoted
/// ```
public struct FilterReading: Hashable, Sendable {
  public var expression = FilterExpression()
  /// In the order of the text.
  public var faults: [FilterFault] = []

  /// Parses a text. Every text can be parsed; problems are listed in `faults`. A name that is not a field counts as
  /// plain words; a term with an invalid value is skipped.
  ///
  /// - Complexity: O(*text*).
  public init(_ text: String) {
    for token in FilterToken.all(in: text) {
      if let quote = token.unclosedQuote {
        faults.append(FilterFault(.unclosedQuote, at: quote..<token.range.upperBound))
      }
      let isNegated = token.signs[...].starts(withPlain: "-")
      guard let condition = condition(token.signs.dropFirst(isNegated ? 1 : 0), at: token.range)
      else { continue }
      expression.terms.append(FilterTerm(condition, isNegated: isNegated))
    }
  }

  private mutating func condition(
    _ signs: FilterToken.Signs, at range: Range<Int>
  ) -> FilterCondition? {
    var field: FilterField?
    var values = signs
    var valueRange = range
    if let colon = signs.firstPlain(":"), colon > signs.startIndex {
      let name = signs[..<colon].text
      field = FilterField(name: name)
      let end = signs[colon].offset
      if field == nil {
        faults.append(
          FilterFault(.unknownField(name), at: signs[signs.startIndex].offset..<end + 1))
      } else {
        values = signs[(colon + 1)...]
        valueRange = end + 1..<max(end + 1, range.upperBound)
      }
    }
    // Empty ones between bars are ignored.
    let alternatives = values.split { $0.isPlain("|") }
    guard !alternatives.isEmpty else {
      faults.append(FilterFault(.missingValue(field), at: range))
      return nil
    }
    guard let field else { return .anywhere(alternatives.map(\.text)) }
    do throws(FilterFault.Reason) {
      return try FilterValues.condition(field, alternatives)
    } catch {
      faults.append(FilterFault(error, at: valueRange))
      return nil
    }
  }
}

/// A problem in a filter's text.
public struct FilterFault: Hashable, Sendable {
  /// Its range, in Unicode scalars from the start of the text.
  public var range: Range<Int>
  public var reason: Reason

  public init(_ reason: Reason, at range: Range<Int>) {
    self.reason = reason
    self.range = range
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

/// A part of a filter's text without white space outside quotes; quotes are removed.
struct FilterToken {
  struct Sign {
    var scalar: Unicode.Scalar
    /// Whether it is quoted and therefore has no special meaning.
    var isQuoted: Bool
    /// Its index in the text's Unicode scalars.
    var offset: Int

    func isPlain(_ scalar: Unicode.Scalar) -> Bool { self.scalar == scalar && !isQuoted }
  }

  typealias Signs = ArraySlice<Sign>

  var signs: [Sign] = []
  var range: Range<Int>
  /// The index of a quote that is not closed.
  var unclosedQuote: Int?

  /// Splits a text. Inside quotes, `\"` is a quote and `\\` a backslash; all other backslashes, and those outside
  /// quotes, are literal.
  static func all(in text: String) -> [FilterToken] {
    let scalars = Array(text.unicodeScalars)
    var tokens: [FilterToken] = []
    var isBetween = true
    var index = 0
    while index < scalars.count {
      let isQuoted = !isBetween && tokens[tokens.count - 1].unclosedQuote != nil
      if !isQuoted, scalars[index].properties.isWhitespace {
        isBetween = true
        index += 1
        continue
      }
      if isBetween { tokens.append(FilterToken(range: index..<index)) }
      isBetween = false
      // In place: a copy for each sign would take quadratic time.
      let last = tokens.count - 1
      if scalars[index] == "\"" {
        tokens[last].unclosedQuote = isQuoted ? nil : index
      } else {
        let isEscaped =
          isQuoted && scalars[index] == "\\" && index + 1 < scalars.count
          && ["\"", "\\"].contains(scalars[index + 1])
        if isEscaped { index += 1 }
        tokens[last].signs.append(
          Sign(scalar: scalars[index], isQuoted: isQuoted, offset: index))
      }
      index += 1
      tokens[last].range = tokens[last].range.lowerBound..<index
    }
    return tokens
  }
}

extension FilterToken.Signs {
  var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: lazy.map(\.scalar))
    return String(view)
  }

  /// The first sign that isn't quoted.
  func firstPlain(_ scalar: Unicode.Scalar) -> Int? { firstIndex { $0.isPlain(scalar) } }

  func starts(withPlain scalar: Unicode.Scalar) -> Bool { first?.isPlain(scalar) ?? false }
}
