/// A question before an edit, to be answered with a line of text. It is asked while the photos may still be loading:
/// its words change as more is known of them.
public struct EditQuestion {
  /// Such as `Copy 12 photos`.
  public var title: String { makeTitle() }
  private let makeTitle: () -> String
  /// Before the answer: `To: `, `Name: `.
  public let prompt: String
  /// The text that the field contains at first.
  public var text: String { makeText() }
  private let makeText: () -> String
  /// How many characters of a text come before the cursor at first.
  public let cursor: (_ text: String) -> Int
  /// An example of an answer.
  public var placeholder: String { makePlaceholder() }
  private let makePlaceholder: () -> String
  /// Answers given before, the latest first.
  public let former: [String]
  /// What is wrong with an answer, in a few words; nil if it can be used.
  public let fault: (String) -> String?
  /// Possible completions of an answer; nil if nothing is completed.
  public let completions: ((String) -> [String])?
  /// Call with the answer, not if there is none.
  public let answer: (String) -> Void

  init(
    title: @autoclosure @escaping () -> String, prompt: String,
    text: @autoclosure @escaping () -> String,
    cursor: @escaping (_ text: String) -> Int = { $0.count },
    placeholder: @autoclosure @escaping () -> String = "", former: [String] = [],
    fault: @escaping (String) -> String?, completions: ((String) -> [String])? = nil,
    answer: @escaping (String) -> Void
  ) {
    makeTitle = title
    self.prompt = prompt
    makeText = text
    self.cursor = cursor
    makePlaceholder = placeholder
    self.former = former
    self.fault = fault
    self.completions = completions
    self.answer = answer
  }
}
