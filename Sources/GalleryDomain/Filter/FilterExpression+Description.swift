extension FilterExpression: CustomStringConvertible {
  /// The normal form: one space between terms, fields by their main names, quotes only where necessary.
  public var description: String {
    terms.map(\.description).joined(separator: " ")
  }
}

extension FilterTerm: CustomStringConvertible {
  public var description: String { (isNegated ? "-" : "") + condition.description }
}

extension FilterCondition: CustomStringConvertible {
  public var description: String {
    switch self {
    case .anywhere(let words):
      words.map { Self.quoted($0, .words) }.joined(separator: "|")
    case .text(let field, let values):
      Self.text(
        field,
        values.map {
          $0.isAny
            ? "*" : ($0.isWhole && field.kind == .text ? "=" : "") + Self.quoted($0.text, .value)
        })
    case .number(.size, let comparisons):
      Self.text(.size, comparisons.map { $0.description(of: Self.bytes) })
    case .number(let field, let comparisons): Self.text(field, comparisons.map(\.description))
    case .price(let values):
      Self.text(.price, values.map { $0.comparison.description + ($0.currency ?? "") })
    case .currency(let codes): Self.text(.currency, codes)
    case .date(let comparisons): Self.text(.date, comparisons.map(\.description))
    case .sale(let statuses): Self.text(.sale, statuses.map { PhotoFacet.value($0) })
    case .state(let states): Self.text(.state, states.map(\.rawValue))
    }
  }

  private static func text(_ field: FilterField, _ values: [String]) -> String {
    "\(field.rawValue):\(values.joined(separator: "|"))"
  }

  /// `5MB`, `1500`.
  private static func bytes(_ count: ExactDecimal) -> String {
    for (power, unit) in [(3, "GB"), (2, "MB"), (1, "kB")] {
      let one = ExactDecimal(1).timesThousand(power)
      if let quotient = count.quotient(by: one), quotient > ExactDecimal(0) {
        return "\(quotient)\(unit)"
      }
    }
    return "\(count)"
  }

  /// The position of a text, which decides which characters need quotes.
  enum Position { case words, value }

  static func quoted(_ text: String, _ position: Position) -> String {
    let needsQuotes = text.unicodeScalars.contains { scalar in
      scalar == "\"" || scalar == "|" || scalar.properties.isWhitespace
        || scalar == ":" && position == .words
    }
    let first = text.unicodeScalars.first
    let startsWithSign =
      switch position {
      case .words: first == "-"
      case .value: first == "="
      }
    let isSign = text == "*" && position == .value
    guard needsQuotes || startsWithSign || isSign || text.isEmpty else { return text }
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
