import Foundation

/// A simple question that a source may be able to answer, such as `price.less` with `100`.
public struct FilterQuestion: Hashable, Sendable {
  /// The field, and how it is compared: `contains`, `equal`, `less`, `at_most`, `more`, `at_least`; `yes` and `no` for `sale`.
  public var name: String
  /// Empty where there is none.
  public var value: String

  init(_ field: FilterField, _ relation: String, _ value: String = "") {
    name = "\(field.rawValue).\(relation)"
    self.value = value
  }
}

extension FilterTerm {
  /// The simple questions that are together equivalent to the term. A range is two questions; so is a date: from the first moment
  /// of it, and before the first moment after it.
  ///
  /// - Parameter calendar: With the time zone in which days begin.
  /// - Returns: nil for a negation, for alternatives, for words in any text, and for conditions that only this computer can check.
  public func questions(
    in calendar: Calendar = Calendar(identifier: .gregorian)
  ) -> [FilterQuestion]? {
    guard !isNegated else { return nil }
    switch condition {
    case .text(.path, let values) where values.contains { $0.isFolder }: return nil
    case .text(let field, let values):
      // No service is asked what isn't there.
      return only(values).flatMap {
        $0.isAny ? nil : [FilterQuestion(field, $0.isWhole ? "equal" : "contains", $0.text)]
      }
    case .number(let field, let comparisons):
      return only(comparisons).map { Self.questions(field, $0) }
    case .price(let values):
      return only(values).map { value in
        Self.questions(.price, value.comparison)
          + (value.currency.map { [FilterQuestion(.currency, "equal", $0)] } ?? [])
      }
    case .currency(let codes):
      return only(codes).map { [FilterQuestion(.currency, "equal", $0)] }
    case .date(let comparisons):
      return only(comparisons).flatMap { FilterMatcher.moments($0, calendar) }.map {
        moments -> [FilterQuestion] in
        let (start, end) = (moments.lowerBound, moments.upperBound)
        return
          (start == FilterMatcher.distantPast
          ? [] : [FilterQuestion(.date, "at_least", start.formatted(.iso8601))])
          + (end == FilterMatcher.distantFuture
            ? [] : [FilterQuestion(.date, "less", end.formatted(.iso8601))])
      }
    case .sale(let statuses):
      switch only(statuses) {
      case .forSale?: return [FilterQuestion(.sale, "yes")]
      case .notForSale?: return [FilterQuestion(.sale, "no")]
      case .unstated?, nil: return nil
      }
    case .anywhere, .state: return nil
    }
  }

  private func only<Value>(_ values: [Value]) -> Value? { values.count == 1 ? values[0] : nil }

  private static func questions(
    _ field: FilterField, _ comparison: FilterComparison<ExactDecimal>
  ) -> [FilterQuestion] {
    let (lower, upper) = (comparison.lower, comparison.upper)
    if let lower, lower == upper {
      return [FilterQuestion(field, "equal", lower.value.description)]
    }
    return [
      lower.map { FilterQuestion(field, $0.isIncluded ? "at_least" : "more", "\($0.value)") },
      upper.map { FilterQuestion(field, $0.isIncluded ? "at_most" : "less", "\($0.value)") },
    ].compactMap(\.self)
  }
}
