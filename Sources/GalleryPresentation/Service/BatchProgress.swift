/// The progress of work on several photos, one after the other.
public struct BatchProgress: Hashable, Sendable {
  public var doneCount: Int
  public var totalCount: Int
  /// The part that is done, 0–1, if that is known better than by the photos; else nil.
  public var fraction: Double?
  /// `marking`, `copying`, `undoing`.
  public var label: String

  public init(doneCount: Int, totalCount: Int, label: String) {
    self.doneCount = doneCount
    self.totalCount = totalCount
    self.label = label
  }
}
