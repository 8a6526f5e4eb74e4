import GalleryPresentation
import TerminalKit

extension GalleryFlowCoordinator: CommandPresenter {
  public func show(notice text: String) { navigator.show(makeNotice(text, kind: .message)) }

  public func show(failure message: String) { navigator.show(makeNotice(message, kind: .failure)) }

  func makeNotice(_ text: String, kind: Notice.Kind) -> Notice {
    let text = [TextCleaner.line(text), takeLeftOutText()].compactMap { $0 }
    return dependencies.makeNotice(text.joined(separator: " · "), kind: kind)
  }

  /// As `tig` says it. In a prompt the keys are letters, and its line is where this would stand.
  func tellUnused(_ key: Key) {
    guard let screen = navigator.topScreen, !screen.isOverlay, key != .escape else { return }
    let hasHelp = screen.keyCommands.contains { $0.keys.contains(.character("?")) }
    show(notice: "Unknown key: \(key)" + (hasHelp ? " · ? for help" : ""))
  }

  public func ask(_ question: PromptScreen.Question, answer: @escaping (String?) -> Void) {
    navigator.push(
      dependencies.makePrompt(question) { [weak navigator] text in
        navigator?.pop()
        answer(text)
      })
  }

  public func confirm(_ message: String, title: String, confirmed: @escaping () -> Void) {
    let alert = dependencies.makeAlert(title: title, message: message)
    alert.offer([PresentedChoice("y", "yes", action: confirmed)], none: "no")
    alert.commands.append(
      KeyCommand(id: "decline", keys: [.character("n"), .character("N")], title: "no") {})
    navigator.present(alert)
  }

  public func choose(_ message: String, title: String, among choices: [PresentedChoice]) {
    let alert = dependencies.makeAlert(title: title, message: message)
    alert.offer(choices, none: "later")
    navigator.present(alert)
  }

  public func show(_ screen: any Screen) { navigator.push(screen) }

  public func close(_ screen: any Screen) {
    guard navigator.screens.contains(where: { $0 === screen }) else { return }
    while let top = navigator.pop(), top !== screen {}
  }

  public func setNeedsDisplay() { navigator.setNeedsDisplay() }

  func commands(for context: PhotoContext) -> [KeyCommand] {
    photoCommands.flatMap { source in
      let commands = source.commands(for: context)
      guard source.actsOnPhotos, let preparation = context.preparation else { return commands }
      return commands.map { command in
        command.replacingAction { [weak self] in
          preparation.run(source.keepsRange) {
            self?.perform(command.id, of: source, with: $0, leftOutCount: $1)
          }
        }
      }
    }
  }

  /// Carries out a command with photos that had to be loaded or read first, and says how many could not be.
  private func perform(
    _ id: String, of source: any PhotoCommands, with context: PhotoContext, leftOutCount: Int
  ) {
    self.leftOutCount = leftOutCount
    let command = source.commands(for: context).first { $0.id == id }
    if !context.photos.isEmpty { command?.action() }
    // Where the command said nothing itself.
    if let text = takeLeftOutText() { show(notice: text) }
  }

  private func takeLeftOutText() -> String? {
    guard leftOutCount > 0 else { return nil }
    defer { leftOutCount = 0 }
    return "\(CountText.grouped(leftOutCount)) not loaded"
  }
}
