/// Measured numbers, all of one kind.
struct Sample {
  private let sorted: [Double]

  init(_ values: [Double]) {
    sorted = values.sorted()
  }

  var count: Int { sorted.count }

  var median: Double { quantile(0.5) }

  var maximum: Double { sorted.last ?? .nan }

  /// The smallest value that is not below a share of all; `nan` if there are none.
  func quantile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let rank = (share * Double(sorted.count)).rounded(.up)
    return sorted[min(sorted.count, max(1, Int(rank))) - 1]
  }
}

extension Duration {
  var milliseconds: Double { seconds * 1000 }

  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

extension Double {
  /// With this many digits after the point, and groups of three before it: `55,697.5`.
  func text(digits: Int = 0) -> String {
    guard isFinite, abs(self) < 1e15 else { return "–" }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((abs(self) * Double(scale)).rounded())
    var whole = String(scaled / scale)
    var place = whole.count - 3
    while place > 0 {
      whole.insert(",", at: whole.index(whole.startIndex, offsetBy: place))
      place -= 3
    }
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + whole }
    let rest = String(scaled % scale)
    return sign + whole + "." + String(repeating: "0", count: digits - rest.count) + rest
  }
}
