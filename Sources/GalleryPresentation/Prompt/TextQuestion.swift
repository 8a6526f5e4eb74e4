/// A question that the user answers with a line of text. Title, text and placeholder are made again while it is shown: what
/// the question is about may become known only then.
public struct TextQuestion {
  /// Such as `Copy 12 photos`.
  public var title: String { makeTitle() }
  private let makeTitle: () -> String
  /// Above the line, cleaned, with all its lines; empty for nothing.
  public var message = ""
  /// Whether the answer is hidden while it is typed.
  public var isSecret = false
  /// Before the answer: `To: `, `Name: `.
  public let prompt: String
  /// The text that the field contains at first: a proposal, which typing replaces.
  public var text: String { makeText() }
  private let makeText: () -> String
  /// How many characters of a text come before the cursor at first, and are replaced.
  public let cursor: (_ text: String) -> Int
  /// Whether the user has typed the text, so that it is continued.
  public let isTyped: Bool
  /// An example of an answer.
  public var placeholder: String { makePlaceholder() }
  private let makePlaceholder: () -> String
  /// Answers given before, the latest first.
  public let former: [String]
  /// What is wrong with an answer, in a few words; nil if it can be used.
  public let fault: (String) -> String?
  /// Possible completions of an answer; nil if nothing is completed.
  public let completions: ((String) -> [String])?
  /// Call with the answer if it is to be continued in the user's editor; nil if it can't be.
  public let edit: ((String) -> Void)?
  /// Call if there is no answer.
  public let cancelled: () -> Void
  /// Call with the answer.
  public let answer: (String) -> Void

  public init(
    title: @autoclosure @escaping () -> String, prompt: String,
    text: @autoclosure @escaping () -> String = "",
    cursor: @escaping (_ text: String) -> Int = { $0.count }, isTyped: Bool = false,
    placeholder: @autoclosure @escaping () -> String = "", former: [String] = [],
    fault: @escaping (String) -> String? = { _ in nil },
    completions: ((String) -> [String])? = nil, edit: ((String) -> Void)? = nil,
    cancelled: @escaping () -> Void = {},
    answer: @escaping (String) -> Void
  ) {
    makeTitle = title
    self.prompt = prompt
    makeText = text
    self.cursor = cursor
    self.isTyped = isTyped
    makePlaceholder = placeholder
    self.former = former
    self.fault = fault
    self.completions = completions
    self.edit = edit
    self.cancelled = cancelled
    self.answer = answer
  }
}
