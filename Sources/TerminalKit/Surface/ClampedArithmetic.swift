// Arithmetic that stays at the bounds of `Int` where places and counts come from outside.

nonisolated func clampedSum(_ a: Int, _ b: Int) -> Int {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? (b > 0 ? .max : .min) : sum
}

nonisolated func clampedDifference(_ a: Int, _ b: Int) -> Int {
  let (difference, overflow) = a.subtractingReportingOverflow(b)
  return overflow ? (b > 0 ? .min : .max) : difference
}

nonisolated func clampedProduct(_ a: Int, _ b: Int) -> Int {
  let (product, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow ? ((a < 0) == (b < 0) ? .max : .min) : product
}
