import GalleryPresentation
import TerminalKit

/// What the screens and commands of a gallery share: the stack they are on, the terminal with its colours and keys, the
/// pictures and the basket; and how they tell or ask the user something, whatever screen is in front.
///
/// Only the flow coordinator knows which screen follows which.
public final class ScreenContext {
  /// nil once another source has the screen: what this one still does is not shown.
  public private(set) var navigator: Navigator?
  public let terminal: any Terminal
  public let theme: Theme
  public let keys: KeyBindings
  public let pictures: any PhotoPictures
  /// nil if nothing can be bought.
  public let basket: BasketViewModel?
  /// The commands for photos; the flow coordinator makes them once, and screens take those that the table has for them.
  var commands: [GalleryCommand] = []
  /// How many photos the command that is being performed had to skip.
  var leftOutCount = 0
  /// The progress of the photos that a command waits for; the screen that shows it keeps the gathering.
  var waiting: (gathering: PhotoGathering, screen: ProgressScreen?)?
  weak var flow: GalleryFlowCoordinator?

  public init(
    navigator: Navigator, terminal: any Terminal, theme: Theme, keys: KeyBindings,
    pictures: any PhotoPictures, basket: BasketViewModel? = nil
  ) {
    self.navigator = navigator
    self.terminal = terminal
    self.theme = theme
    self.keys = keys
    self.pictures = pictures
    self.basket = basket
    navigator.menuTitles = keys.menuTitles
  }

  /// Call when another source takes the screen.
  public func end() {
    navigator = nil
    // They hold this.
    commands = []
  }

  public func setNeedsDisplay() { navigator?.setNeedsDisplay() }

  /// The sign of a busy screen; nil while none is.
  var spinner: Character? { navigator?.spinner.character }
}

// MARK: Screens

extension ScreenContext {
  /// Shows a screen over the others; `close(_:)` removes it.
  public func show(_ screen: any Screen) { navigator?.push(screen) }

  /// Closes a screen with everything above it; does nothing if it is not shown.
  public func close(_ screen: any Screen) {
    guard let navigator, navigator.screens.contains(where: { $0 === screen }) else { return }
    while let top = navigator.pop(), top !== screen {}
  }

  /// Shows a prompt over the list.
  ///
  /// - Parameter make: Gets what closes it, with a notice or without; returns nil if there is nothing to show.
  func showPrompt(_ make: (_ close: @escaping (String?) -> Void) -> (any Screen)?) {
    weak var shown: (any Screen)?
    let screen = make { [self] notice in
      if let shown { close(shown) }
      if let notice { show(notice: notice) }
    }
    guard let screen else { return }
    shown = screen
    show(screen)
  }

  /// Shows the keys of the topmost screen, and finds those of others.
  public func showHelp(_ commands: [KeyCommand]) {
    let screen = (navigator?.topScreen as? any CommandedScreen)?.commandScreen ?? .list
    let scope = flow?.helpScope(of: screen) ?? HelpScope(of: screen)
    let title = [flow?.sourceKind, screen.rawValue].compactMap(\.self).joined(separator: ", ")
    show(
      HelpScreen(
        of: title, commands: commands, elsewhere: keys.commandsElsewhere(scope), context: self))
  }
}

// MARK: Messages

extension ScreenContext {
  /// Shows what was done, in a line that disappears by itself.
  public func show(notice text: String) { navigator?.show(makeNotice(text, kind: .message)) }

  /// Shows what went wrong, in a line that stays until the next key.
  ///
  /// - Parameter keys: Keys that only close it, such as those that would repeat what has failed.
  public func show(failure message: String, endedBy keys: [KeySequence] = []) {
    navigator?.show(makeNotice(message, kind: .failure).ended(by: keys))
  }

  func makeNotice(_ text: String, kind: Notice.Kind) -> Notice {
    let text = [TextCleaner.line(text), removeLeftOutText()].compactMap(\.self)
    return Notice(text.joined(separator: " · "), kind: kind, theme: theme)
  }

  /// Shows something that the user has to dismiss.
  func show(alert message: String) { navigator?.present(Alert(message: message, theme: theme)) }
}

// MARK: Questions

extension ScreenContext {
  /// Asks for a line of text.
  ///
  /// - Returns: What is shown until there is an answer.
  @discardableResult
  public func ask(_ question: TextQuestion) -> any Screen {
    let prompt = QuestionViewModel(question) { [weak self] in self?.navigator?.pop() }
    let screen = PromptScreen(prompt, context: self)
    show(screen)
    return screen
  }

  /// Asks whether to do something; only `y` does it, and some other keys. The words are read at every frame: what
  /// they are about may be known only later.
  ///
  /// - Parameters:
  ///   - keys: Those that mean yes, too, such as the key that asked.
  ///   - declined: Called if the user doesn't want it.
  /// - Returns: What is shown until there is an answer.
  @discardableResult
  public func confirm(
    _ message: @autoclosure @escaping () -> String, title: @autoclosure @escaping () -> String,
    keys: [KeySequence] = [], confirmed: @escaping () -> Void, declined: (() -> Void)? = nil
  ) -> Alert {
    let alert = Alert(title: title(), message: message(), theme: theme)
    (alert.choices, alert.none) = ([PresentedChoice("y", "yes", action: confirmed)], "no")
    alert.onDecline = declined
    alert.otherCommands = [
      KeyCommand(id: "decline", keys: [.character("n"), .character("N")], title: "no") {
        declined?()
      },
      KeyCommand(id: "confirm", keys: keys, title: "yes", action: confirmed),
    ]
    navigator?.present(alert)
    return alert
  }

  /// Asks which of several things to do; only Esc and `q` mean none of them.
  ///
  /// - Parameters:
  ///   - none: What Esc means, such as `later`.
  ///   - declined: Called if the user does none of them.
  func choose(
    _ message: String, title: String, among choices: [PresentedChoice], none: String,
    declined: (() -> Void)? = nil
  ) {
    let alert = Alert(title: title, message: message, theme: theme)
    (alert.choices, alert.none, alert.onDecline) = (choices, none, declined)
    alert.keepsOnEnter = true
    navigator?.present(alert)
  }
}
