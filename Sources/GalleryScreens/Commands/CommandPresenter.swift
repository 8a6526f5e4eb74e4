import TerminalKit

/// What commands may put on the screen; the flow coordinator does it.
public protocol CommandPresenter: AnyObject {
  /// Says what was done, in a line that goes away by itself.
  func show(notice text: String)
  /// Says what went wrong, in a line that stays until the next key.
  func show(failure message: String)
  /// Asks for a line of text.
  ///
  /// - Parameter answer: Called once when the prompt is gone, with nil when the person left it.
  func ask(_ question: PromptScreen.Question, answer: @escaping (String?) -> Void)
  /// Asks whether something shall be done; only `y` does it.
  func confirm(_ message: String, title: String, confirmed: @escaping () -> Void)
  /// Shows a screen over what is there; `close(_:)` takes it away.
  func show(_ screen: any Screen)
  /// Takes a screen away with all that stands over it; one that is not shown is passed over.
  func close(_ screen: any Screen)
  func setNeedsDisplay()
}
