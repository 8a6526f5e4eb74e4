/// Parses a filter's text; see `FilterReading`.
///
/// ```
/// text  = { term }                         separated by white space
/// term  = [ "-" ] [ field ":" ] value { "|" value }
/// value = characters, any of which may be quoted
/// ```
struct FilterParser {
  private(set) var terms: [FilterTerm] = []
  private(set) var faults: [FilterFault] = []
  private var tokens: FilterTokens

  init(_ text: String) {
    tokens = FilterTokens(text)
  }

  mutating func parse() {
    while let token = tokens.next() { read(token) }
  }

  private mutating func read(_ token: FilterToken) {
    if let quote = token.unclosedQuote {
      faults.append(FilterFault(.unclosedQuote, at: quote..<token.place.upperBound))
    }
    var signs = token.signs[...]
    let isNegated = signs.first.map { $0.scalar == "-" && !$0.isQuoted } ?? false
    if isNegated { signs = signs.dropFirst() }
    guard let condition = condition(signs, at: token.place) else { return }
    terms.append(FilterTerm(condition, isNegated: isNegated))
  }

  private mutating func condition(
    _ signs: ArraySlice<FilterToken.Sign>, at place: Range<Int>
  ) -> FilterCondition? {
    guard let colon = signs.firstIndex(where: { $0.scalar == ":" && !$0.isQuoted }),
      colon > signs.startIndex
    else { return words(signs, at: place) }
    let name = Self.text(signs[..<colon])
    guard let field = FilterField(name: name) else {
      let end = signs[colon].offset
      faults.append(FilterFault(.unknownField(name), at: (signs.first?.offset ?? end)..<end + 1))
      return words(signs, at: place)
    }
    let values = Self.alternatives(signs[(colon + 1)...])
    guard !values.isEmpty else {
      faults.append(FilterFault(.missingValue(field), at: place))
      return nil
    }
    do throws(FilterFault.Reason) {
      return try FilterValues.condition(field, values.map(FilterValue.init))
    } catch {
      let start = signs[colon].offset + 1
      faults.append(FilterFault(error, at: start..<max(start, place.upperBound)))
      return nil
    }
  }

  private mutating func words(
    _ signs: ArraySlice<FilterToken.Sign>, at place: Range<Int>
  ) -> FilterCondition? {
    let words = Self.alternatives(signs).map(Self.text)
    guard !words.isEmpty else {
      faults.append(FilterFault(.missingValue(nil), at: place))
      return nil
    }
    return .anywhere(words)
  }

  /// The values between the bars; empty ones are ignored.
  private static func alternatives(
    _ signs: ArraySlice<FilterToken.Sign>
  ) -> [ArraySlice<FilterToken.Sign>] {
    signs.split { $0.scalar == "|" && !$0.isQuoted }
  }

  static func text(_ signs: ArraySlice<FilterToken.Sign>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: signs.lazy.map(\.scalar))
    return String(view)
  }
}

/// A value as written in a filter's text.
struct FilterValue {
  var text: String
  /// Whether its first character is outside quotes.
  var startsPlain: Bool

  init(_ signs: ArraySlice<FilterToken.Sign>) {
    text = FilterParser.text(signs)
    startsPlain = signs.first.map { !$0.isQuoted } ?? false
  }
}
