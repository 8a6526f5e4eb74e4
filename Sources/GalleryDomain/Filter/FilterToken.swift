/// A part of a filter's text without white space outside quotes; quotes are removed.
struct FilterToken {
  struct Sign {
    var scalar: Unicode.Scalar
    /// Whether it is quoted and therefore has no special meaning.
    var isQuoted: Bool
    /// Its index in the text's Unicode scalars.
    var offset: Int
  }

  var signs: [Sign] = []
  var place: Range<Int>
  /// The index of a quote that is not closed.
  var unclosedQuote: Int?
}

/// Splits a text into tokens. Inside quotes, `\"` is a quote and `\\` a backslash; all other backslashes, and those
/// outside quotes, are literal.
struct FilterTokens {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func next() -> FilterToken? {
    while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
    guard index < scalars.count else { return nil }
    let start = index
    var token = FilterToken(place: start..<start)
    var quote: Int?
    while index < scalars.count {
      let scalar = scalars[index]
      if quote == nil, scalar.properties.isWhitespace { break }
      if scalar == "\"" {
        quote = quote == nil ? index : nil
      } else {
        if quote != nil, scalar == "\\", index + 1 < scalars.count,
          scalars[index + 1] == "\"" || scalars[index + 1] == "\\"
        {
          index += 1
        }
        token.signs.append(
          .init(scalar: scalars[index], isQuoted: quote != nil, offset: index))
      }
      index += 1
    }
    token.unclosedQuote = quote
    token.place = start..<index
    return token
  }
}
