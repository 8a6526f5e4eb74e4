import GalleryPresentation
import TerminalKit

/// What commands may put on the screen; the flow coordinator does it.
public protocol CommandPresenter: AnyObject {
  /// Shows what was done, in a line that disappears by itself.
  func show(notice text: String)
  /// Shows what went wrong, in a line that stays until the next key.
  ///
  /// - Parameter keys: Keys that only close it, such as those that would repeat what has failed.
  func show(failure message: String, endedBy keys: [KeySequence])
  /// Asks for a line of text.
  ///
  /// - Parameter answer: Called once when the prompt is gone; with nil if the user closed it.
  func ask(_ question: PromptScreen.Question, answer: @escaping (String?) -> Void)
  /// Asks whether something shall be done; only `y` does it, and some other keys. The words are read at every frame.
  ///
  /// - Parameters:
  ///   - keys: Those that mean yes, too, such as the key that asked.
  ///   - declined: Called if the user doesn't want it.
  func confirm(
    _ message: @autoclosure @escaping () -> String, title: @autoclosure @escaping () -> String,
    keys: [KeySequence], confirmed: @escaping () -> Void, declined: (() -> Void)?)
  /// Asks which of several things to do; any other key does none of them.
  func choose(_ message: String, title: String, among choices: [PresentedChoice])
  /// Shows the keys of the topmost screen, and finds those of others.
  func showHelp(_ commands: [KeyCommand])
  /// Shows a screen over the others; `close(_:)` removes it.
  func show(_ screen: any Screen)
  /// Closes a screen with everything above it; does nothing if it is not shown.
  func close(_ screen: any Screen)
  func setNeedsDisplay()
}

extension CommandPresenter {
  public func show(failure message: String) { show(failure: message, endedBy: []) }

  public func confirm(
    _ message: @autoclosure @escaping () -> String, title: @autoclosure @escaping () -> String,
    confirmed: @escaping () -> Void
  ) {
    confirm(message(), title: title(), keys: [], confirmed: confirmed, declined: nil)
  }
}

/// One of several things that may be done.
public struct PresentedChoice {
  let key: Character
  /// As it is written after its key, such as `ask again`.
  let title: String
  let action: () -> Void

  public init(_ key: Character, _ title: String, action: @escaping () -> Void) {
    self.key = key
    self.title = title
    self.action = action
  }

  /// By its key, in either case.
  var command: KeyCommand {
    KeyCommand(
      id: "choice-\(key)", keys: [.character(key), .character(Character(key.uppercased()))],
      title: title, action: action)
  }
}

extension Alert {
  /// Offers choices by their keys, in either case.
  ///
  /// - Parameter none: What Esc means, such as `no`.
  public func offer(_ choices: [PresentedChoice], none: String) {
    self.choices =
      choices.map { Choice("\($0.key) \($0.title)", command: $0.command.id) }
      + [Choice("Esc \(none)")]
    commands = choices.map(\.command)
  }
}

extension Notice {
  /// The same with choices after its text, whose keys do what they offer while it is shown.
  func offering(_ choices: [PresentedChoice]) -> Notice {
    var notice = self
    notice.text = ([text] + choices.map { "\($0.key) \($0.title)" }).joined(separator: " · ")
    notice.commands += choices.map(\.command)
    return notice
  }
}
