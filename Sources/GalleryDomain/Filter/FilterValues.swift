/// Parses the values of a field.
enum FilterValues {
  /// - Parameter values: At least one, none of them empty.
  static func condition(
    _ field: FilterField, _ values: [FilterToken.Signs]
  ) throws(FilterFault.Reason) -> FilterCondition {
    switch field.kind {
    case .text, .word:
      return .text(
        field,
        try read(values, field) { (signs) throws(FilterFault.Reason) in
          if field.kind == .text, signs.count == 1, signs.starts(withPlain: "*") { return .any }
          let isWhole = signs.starts(withPlain: "=")
          let text = signs.dropFirst(isWhole ? 1 : 0).text
          guard !text.isEmpty else { throw .missingValue(field) }
          // The dot is optional: `ext:.jpg`.
          let isDotted = field == .fileExtension && text.hasPrefix(".") && text.count > 1
          return FilterTextValue(
            isDotted ? String(text.dropFirst()) : text, isWhole: isWhole || field.kind == .word)
        })
    case .number:
      // A rejected photo has no number of stars, but XMP and other programs write one.
      if field == .rating, values.allSatisfy({ rejections.contains($0.text.lowercased()) }) {
        return .state([.rejected])
      }
      return .number(field, try comparisons(values, field, { ExactDecimal($0) }, isBefore: <))
    case .bytes: return .number(field, try comparisons(values, field, byteCount, isBefore: <))
    case .price:
      return .price(
        try read(values, field) { (signs) throws(FilterFault.Reason) in
          // `<100`, `50..100EUR`, `<€100`: one currency for both bounds.
          var currencies: Set<String> = []
          let bounds = try comparison(
            signs.text, field,
            { (text: Substring) -> ExactDecimal? in
              let stated = price(text)
              if let code = stated?.currency { currencies.insert(code) }
              return stated?.amount
            }, isBefore: <)
          return currencies.count > 1
            ? nil : FilterPriceValue(bounds, currency: currencies.first)
        })
    case .currency: return .currency(try read(values, field) { currency($0.text) })
    case .date:
      return .date(
        try comparisons(values, field, { DatePeriod($0) }, isBefore: { $0.isBefore($1) }))
    case .sale: return .sale(try read(values, field) { statusNames[$0.text.lowercased()] })
    case .state:
      return .state(try read(values, field) { PhotoState(rawValue: $0.text.lowercased()) })
    }
  }

  /// - Parameter value: nil if it can't be read.
  private static func read<Value>(
    _ values: [FilterToken.Signs], _ field: FilterField,
    _ value: (FilterToken.Signs) throws(FilterFault.Reason) -> Value?
  ) throws(FilterFault.Reason) -> [Value] {
    try values.map { (signs) throws(FilterFault.Reason) in
      guard let value = try value(signs) else { throw .unreadableValue(field) }
      return value
    }
  }

  private static func comparisons<Value>(
    _ values: [FilterToken.Signs], _ field: FilterField, _ read: (Substring) -> Value?,
    isBefore: (Value, Value) -> Bool
  ) throws(FilterFault.Reason) -> [FilterComparison<Value>] {
    try values.map { (signs) throws(FilterFault.Reason) in
      try comparison(signs.text, field, read, isBefore: isBefore)
    }
  }

  private static func comparison<Value>(
    _ text: String, _ field: FilterField, _ read: (Substring) -> Value?,
    isBefore: (Value, Value) -> Bool
  ) throws(FilterFault.Reason) -> FilterComparison<Value> {
    guard let comparison = FilterComparison(text, value: read) else {
      throw .unreadableValue(field)
    }
    if let lower = comparison.lower, let upper = comparison.upper,
      isBefore(upper.value, lower.value)
    {
      throw .emptyRange(field)
    }
    return comparison
  }

  /// `5MB`, `1.5GB`, `300k`, `2000`; units of 1,000, as in file managers.
  private static func byteCount(_ text: Substring) -> ExactDecimal? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let powers = ["": 0, "b": 0, "k": 1, "kb": 1, "m": 2, "mb": 2, "g": 3, "gb": 3]
    guard let power = powers[text.dropFirst(digits.count).lowercased()] else { return nil }
    return ExactDecimal(digits)?.timesThousand(power)
  }

  /// A number, with a currency before or after it.
  private static func price(_ text: Substring) -> (amount: ExactDecimal, currency: String?)? {
    func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    guard let first = text.firstIndex(where: isDigit), let last = text.lastIndex(where: isDigit),
      let amount = ExactDecimal(text[first...last])
    else { return nil }
    let words = [text[..<first], text[text.index(after: last)...]]
      .map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    guard let word = words.first else { return (amount, nil) }
    guard words.count == 1, let code = currency(word) else { return nil }
    return (amount, code)
  }

  private static func currency(_ text: String) -> String? {
    CurrencyCode.code(ofLetters: text) ?? CurrencyCode.code(ofSign: text)
  }

  private static let rejections: Set<String> = [PhotoState.rejected.rawValue, "-1"]

  private static let statusNames: [String: SaleStatus] = [
    "yes": .forSale, "no": .notForSale, "unstated": .unstated,
  ]
}
