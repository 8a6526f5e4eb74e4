/// What a term asks about a field, without the value, such as `price:<` in `price:<100`. Sources use it to say which
/// filters they can apply.
public struct FilterOperation: Hashable, Sendable {
  public enum Relation: String, Hashable, Sendable, CaseIterable {
    case contains, equal, less, more
    case atMost = "at_most"
    case atLeast = "at_least"
    /// For `sale`.
    case yes, no
  }

  public var field: FilterField
  public var relation: Relation

  public init(_ field: FilterField, _ relation: Relation) {
    self.field = field
    self.relation = relation
  }
}

/// One simple question of a term, with its value.
public struct FilterQuestion: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    /// The relation needs no value.
    case none
    case text(String)
    case number(ExactDecimal)
    /// The first moment of a period.
    case start(DatePeriod)
    /// The first moment after a period.
    case end(DatePeriod)
  }

  public var operation: FilterOperation
  public var value: Value

  public init(
    _ field: FilterField, _ relation: FilterOperation.Relation, _ value: Value = .none
  ) {
    operation = FilterOperation(field, relation)
    self.value = value
  }
}

extension FilterTerm {
  /// The simple questions that are together equivalent to the term. A range is two questions. A date is also two: the
  /// first moment of it (`at_least`) and the first moment after it (`less`).
  ///
  /// - Returns: nil for a negation, for alternatives, for words in any text, and for conditions that only this computer can check.
  public var questions: [FilterQuestion]? {
    guard !isNegated else { return nil }
    switch condition {
    case .text(.path, let values) where values.contains { $0.isFolder }: return nil
    case .text(let field, let values):
      return only(values).map {
        [FilterQuestion(field, $0.isWhole ? .equal : .contains, .text($0.text))]
      }
    case .number(let field, let comparisons):
      return only(comparisons).map { Self.questions(field, $0) }
    case .price(let values):
      return only(values).map { value in
        Self.questions(.price, value.comparison)
          + (value.currency.map { [FilterQuestion(.currency, .equal, .text($0))] } ?? [])
      }
    case .currency(let codes):
      return only(codes).map { [FilterQuestion(.currency, .equal, .text($0))] }
    case .date(let comparisons):
      return only(comparisons).map(Self.questions)
    case .sale(let statuses):
      switch only(statuses) {
      case .forSale?: return [FilterQuestion(.sale, .yes)]
      case .notForSale?: return [FilterQuestion(.sale, .no)]
      case .unstated?, nil: return nil
      }
    case .anywhere, .state: return nil
    }
  }

  private func only<Value>(_ values: [Value]) -> Value? { values.count == 1 ? values[0] : nil }

  private static func questions(
    _ field: FilterField, _ comparison: FilterComparison<ExactDecimal>
  ) -> [FilterQuestion] {
    switch comparison {
    case .equal(let value): [FilterQuestion(field, .equal, .number(value))]
    case .less(let value): [FilterQuestion(field, .less, .number(value))]
    case .atMost(let value): [FilterQuestion(field, .atMost, .number(value))]
    case .more(let value): [FilterQuestion(field, .more, .number(value))]
    case .atLeast(let value): [FilterQuestion(field, .atLeast, .number(value))]
    case .between(let lower, let upper):
      [
        FilterQuestion(field, .atLeast, .number(lower)),
        FilterQuestion(field, .atMost, .number(upper)),
      ]
    }
  }

  private static func questions(_ comparison: FilterComparison<DatePeriod>) -> [FilterQuestion] {
    func from(_ value: FilterQuestion.Value) -> FilterQuestion {
      FilterQuestion(.date, .atLeast, value)
    }
    func before(_ value: FilterQuestion.Value) -> FilterQuestion {
      FilterQuestion(.date, .less, value)
    }
    return switch comparison {
    case .equal(let period): [from(.start(period)), before(.end(period))]
    case .less(let period): [before(.start(period))]
    case .atMost(let period): [before(.end(period))]
    case .more(let period): [from(.end(period))]
    case .atLeast(let period): [from(.start(period))]
    case .between(let first, let last): [from(.start(first)), before(.end(last))]
    }
  }
}
