/// Why what a user typed, or wrote in a setting, can't be used: the words themselves, made where the reason is known. Names in them are
/// clean, and a value that may be secret isn't among them.
public struct Complaint: Error, Hashable, Sendable, ExpressibleByStringInterpolation {
  public let words: String

  public init(_ words: String) {
    self.words = words
  }

  public init(stringLiteral words: String) {
    self.init(words)
  }
}
