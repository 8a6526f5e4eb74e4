/// A comparison with a number or a date.
public enum FilterComparison<Value: Hashable & Sendable>: Hashable, Sendable {
  /// `100`, `=100`
  case equal(Value)
  /// `<100`
  case less(Value)
  /// `<=100`, `..100`
  case atMost(Value)
  /// `>100`
  case more(Value)
  /// `>=100`, `100..`
  case atLeast(Value)
  /// `50..100`, both included.
  case between(Value, Value)
}

extension FilterComparison where Value: Comparable {
  func holds(_ value: Value) -> Bool {
    switch self {
    case .equal(let other): value == other
    case .less(let other): value < other
    case .atMost(let other): value <= other
    case .more(let other): value > other
    case .atLeast(let other): value >= other
    case .between(let lower, let upper): lower <= value && value <= upper
    }
  }
}

extension FilterComparison: CustomStringConvertible where Value: CustomStringConvertible {
  public var description: String { description { "\($0)" } }
}

extension FilterComparison {
  /// The comparison as a condition of SQL.
  ///
  /// - Parameters:
  ///   - column: What is compared.
  ///   - atLeast: Writes its lowest value that is no less than a value: columns of whole numbers have fewer.
  ///   - atMost: Writes its highest value that is no more.
  public func sql(
    _ column: String, atLeast: (Value) -> String, atMost: (Value) -> String
  ) -> String {
    switch self {
    case .equal(let value): "\(column) BETWEEN \(atLeast(value)) AND \(atMost(value))"
    case .less(let value): "\(column) < \(atLeast(value))"
    case .atMost(let value): "\(column) <= \(atMost(value))"
    case .more(let value): "\(column) > \(atMost(value))"
    case .atLeast(let value): "\(column) >= \(atLeast(value))"
    case .between(let lower, let upper):
      "\(column) BETWEEN \(atLeast(lower)) AND \(atMost(upper))"
    }
  }

  /// The comparison as it is typed, with its values formatted by the closure.
  func description(of text: (Value) -> String) -> String {
    switch self {
    case .equal(let value): text(value)
    case .less(let value): "<\(text(value))"
    case .atMost(let value): "<=\(text(value))"
    case .more(let value): ">\(text(value))"
    case .atLeast(let value): ">=\(text(value))"
    case .between(let lower, let upper): "\(text(lower))..\(text(upper))"
    }
  }
}

extension FilterComparison {
  /// Reads a comparison; the closure reads its values.
  ///
  /// - Returns: nil if a value is missing or unreadable.
  init?(_ text: String, value: (Substring) -> Value?) {
    if let dots = text.firstRange(of: "..") {
      let (lower, upper) = (text[..<dots.lowerBound], text[dots.upperBound...])
      switch (lower.isEmpty, upper.isEmpty) {
      case (true, true): return nil
      case (true, false):
        guard let value = value(upper) else { return nil }
        self = .atMost(value)
      case (false, true):
        guard let value = value(lower) else { return nil }
        self = .atLeast(value)
      case (false, false):
        guard let lower = value(lower), let upper = value(upper) else { return nil }
        self = .between(lower, upper)
      }
      return
    }
    let make: (Value) -> Self
    let length: Int
    if text.hasPrefix("<=") {
      (make, length) = (Self.atMost, 2)
    } else if text.hasPrefix(">=") {
      (make, length) = (Self.atLeast, 2)
    } else if text.hasPrefix("<") {
      (make, length) = (Self.less, 1)
    } else if text.hasPrefix(">") {
      (make, length) = (Self.more, 1)
    } else {
      (make, length) = (Self.equal, text.hasPrefix("=") ? 1 : 0)
    }
    guard let value = value(text.dropFirst(length)) else { return nil }
    self = make(value)
  }
}
