/// A comparison with a number or a date: what is between two bounds, or on one side of one.
public struct FilterComparison<Value: Hashable & Sendable>: Hashable, Sendable {
  struct Bound: Hashable, Sendable {
    var value: Value
    var isIncluded = true
  }

  /// One of them is there; if both are, both are included.
  let lower: Bound?
  let upper: Bound?

  private init(from lower: Bound? = nil, to upper: Bound? = nil) {
    (self.lower, self.upper) = (lower, upper)
  }

  /// `100`, `=100`
  public static func equal(_ value: Value) -> Self { .between(value, value) }
  /// `<100`
  public static func less(_ value: Value) -> Self {
    Self(to: Bound(value: value, isIncluded: false))
  }
  /// `<=100`, `..100`
  public static func atMost(_ value: Value) -> Self { Self(to: Bound(value: value)) }
  /// `>100`
  public static func more(_ value: Value) -> Self {
    Self(from: Bound(value: value, isIncluded: false))
  }
  /// `>=100`, `100..`
  public static func atLeast(_ value: Value) -> Self { Self(from: Bound(value: value)) }
  /// `50..100`, both included.
  public static func between(_ lower: Value, _ upper: Value) -> Self {
    Self(from: Bound(value: lower), to: Bound(value: upper))
  }
}

extension FilterComparison where Value: Comparable {
  func holds(_ value: Value) -> Bool {
    (lower.map { $0.isIncluded ? value >= $0.value : value > $0.value } ?? true)
      && (upper.map { $0.isIncluded ? value <= $0.value : value < $0.value } ?? true)
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
    switch (lower, upper) {
    case (let lower?, let upper?):
      "\(column) BETWEEN \(atLeast(lower.value)) AND \(atMost(upper.value))"
    case (let lower?, nil):
      lower.isIncluded
        ? "\(column) >= \(atLeast(lower.value))" : "\(column) > \(atMost(lower.value))"
    case (nil, let upper?):
      upper.isIncluded
        ? "\(column) <= \(atMost(upper.value))" : "\(column) < \(atLeast(upper.value))"
    case (nil, nil): "TRUE"
    }
  }

  /// The comparison as it is typed, with its values formatted by the closure.
  func description(of text: (Value) -> String) -> String {
    switch (lower, upper) {
    case (let lower?, let upper?):
      lower == upper ? text(lower.value) : "\(text(lower.value))..\(text(upper.value))"
    case (let lower?, nil): (lower.isIncluded ? ">=" : ">") + text(lower.value)
    case (nil, let upper?): (upper.isIncluded ? "<=" : "<") + text(upper.value)
    case (nil, nil): ""
    }
  }

  /// Reads a comparison; the closure reads its values.
  ///
  /// - Returns: nil if a value is missing or unreadable.
  init?(_ text: String, value: (Substring) -> Value?) {
    if let dots = text.firstRange(of: "..") {
      let ends = [text[..<dots.lowerBound], text[dots.upperBound...]]
      let values = ends.map(value)
      // A side may be open, and only one.
      guard zip(ends, values).allSatisfy({ $0.isEmpty || $1 != nil }), !ends.allSatisfy(\.isEmpty)
      else { return nil }
      self.init(
        from: ends[0].isEmpty ? nil : values[0].map { Bound(value: $0) },
        to: ends[1].isEmpty ? nil : values[1].map { Bound(value: $0) })
      return
    }
    let sign = ["<=", ">=", "<", ">", "="].first(where: text.hasPrefix) ?? ""
    guard let value = value(text.dropFirst(sign.count)) else { return nil }
    switch sign {
    case "<=": self = .atMost(value)
    case ">=": self = .atLeast(value)
    case "<": self = .less(value)
    case ">": self = .more(value)
    default: self = .equal(value)
    }
  }
}
