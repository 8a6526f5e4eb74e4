/// Comparing in words.
public enum CompareText {
  public static let count =
    "Select \(CompareViewModel.counts.lowerBound) to \(CompareViewModel.counts.upperBound) photos to compare"
  public static let notListed = "This photo is not in the list now"

  /// - Parameter count: How many were left out; nil for none.
  public static func skipped(_ count: Int) -> String? { DetailText.skipped(count) }

  public static func tooFew(skipped count: Int) -> String {
    joined([self.count, skipped(count)], by: " · ")
  }
}
