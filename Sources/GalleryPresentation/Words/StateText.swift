/// What to show where there is nothing else to show.
public struct StateText: Hashable, Sendable {
  /// What the state is, in one sentence.
  public let title: String
  /// What to do about it, in one sentence; empty when there is nothing to do but wait.
  public let advice: String

  public init(title: String, advice: String = "") {
    self.title = title
    self.advice = advice
  }
}
