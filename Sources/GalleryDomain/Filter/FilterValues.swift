/// Parses the values of a field.
enum FilterValues {
  /// - Parameter values: At least one, none of them empty.
  static func condition(
    _ field: FilterField, _ values: [FilterValue]
  ) throws(FilterFault.Reason) -> FilterCondition {
    let unreadable = FilterFault.Reason.unreadableValue(field)
    switch field.kind {
    case .text, .word:
      var texts: [FilterTextValue] = []
      for value in values {
        let isWhole = value.startsPlain && value.text.unicodeScalars.first == "="
        let text = isWhole ? String(value.text.unicodeScalars.dropFirst()) : value.text
        guard !text.isEmpty else { throw .missingValue(field) }
        // The dot is optional: `ext:.jpg`.
        let isDotted = field == .fileExtension && text.hasPrefix(".") && text.count > 1
        texts.append(
          FilterTextValue(
            isDotted ? String(text.dropFirst()) : text, isWhole: isWhole || field.kind == .word))
      }
      return .text(field, texts)
    case .number:
      // A rejected photo has no number of stars, but XMP and other programs write one.
      if field == .rating, values.allSatisfy({ rejections.contains($0.text.lowercased()) }) {
        return .state([.rejected])
      }
      return .number(
        field, try comparisons(values, field, read: { ExactDecimal($0) }, isBefore: <))
    case .bytes:
      return .number(field, try comparisons(values, field, read: byteCount, isBefore: <))
    case .price:
      var prices: [FilterPriceValue] = []
      for value in values { prices.append(try price(value.text)) }
      return .price(prices)
    case .currency:
      var codes: [String] = []
      for value in values {
        guard let code = currency(value.text) else { throw unreadable }
        codes.append(code)
      }
      return .currency(codes)
    case .date:
      return .date(
        try comparisons(values, field, read: { DatePeriod($0) }, isBefore: { $0.isBefore($1) }))
    case .sale:
      var statuses: [SaleStatus] = []
      for value in values {
        guard let status = statusNames[value.text.lowercased()] else { throw unreadable }
        statuses.append(status)
      }
      return .sale(statuses)
    case .state:
      var states: [PhotoState] = []
      for value in values {
        guard let state = PhotoState(rawValue: value.text.lowercased()) else { throw unreadable }
        states.append(state)
      }
      return .state(states)
    }
  }

  private static func comparisons<Value>(
    _ values: [FilterValue], _ field: FilterField, read: (Substring) -> Value?,
    isBefore: (Value, Value) -> Bool
  ) throws(FilterFault.Reason) -> [FilterComparison<Value>] {
    var comparisons: [FilterComparison<Value>] = []
    for value in values {
      guard let comparison = FilterComparison(value.text, value: read) else {
        throw .unreadableValue(field)
      }
      if case .between(let lower, let upper) = comparison, isBefore(upper, lower) {
        throw .emptyRange(field)
      }
      comparisons.append(comparison)
    }
    return comparisons
  }

  /// `5MB`, `1.5GB`, `300k`, `2000`; units of 1,000, as in file managers.
  private static func byteCount(_ text: Substring) -> ExactDecimal? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let powers = ["": 0, "b": 0, "k": 1, "kb": 1, "m": 2, "mb": 2, "g": 3, "gb": 3]
    guard let power = powers[text.dropFirst(digits.count).lowercased()] else { return nil }
    return ExactDecimal(digits)?.timesThousand(power)
  }

  /// `<100`, `50..100EUR`; the currency code comes last.
  private static func price(_ text: String) throws(FilterFault.Reason) -> FilterPriceValue {
    let code = currency(text.suffix(3))
    let amount = code == nil ? text : String(text.dropLast(3))
    guard let comparison = FilterComparison(amount, value: { ExactDecimal($0) }) else {
      throw .unreadableValue(.price)
    }
    if case .between(let lower, let upper) = comparison, upper < lower { throw .emptyRange(.price) }
    return FilterPriceValue(comparison, currency: code)
  }

  /// Three ASCII letters, returned in capitals.
  private static func currency(_ text: some StringProtocol) -> String? {
    guard text.utf8.count == 3,
      text.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 })
    else { return nil }
    return text.uppercased()
  }

  private static let rejections: Set<String> = [PhotoState.rejected.rawValue, "-1"]

  private static let statusNames: [String: SaleStatus] = [
    "yes": .forSale, "no": .notForSale, "unstated": .unstated,
  ]
}
