/// What a figure should be.
enum Aim {
  case atMost(Double)
  case atLeast(Double)
  case none

  /// - Returns: nil without an aim.
  func isMet(by value: Double) -> Bool? {
    switch self {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    case .none: nil
    }
  }

  func text(digits: Int, unit: String) -> String {
    switch self {
    case .atMost(let limit): "≤ \(limit.text(digits: digits))\(unit)"
    case .atLeast(let limit): "≥ \(limit.text(digits: digits))\(unit)"
    case .none: ""
    }
  }
}
