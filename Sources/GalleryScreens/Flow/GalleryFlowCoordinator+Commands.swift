import GalleryPresentation
import TerminalKit

extension GalleryFlowCoordinator: CommandPresenter {
  public func show(notice text: String) {
    navigator.show(dependencies.makeNotice(TextCleaner.line(text)))
  }

  public func show(alert message: String) {
    navigator.present(dependencies.makeAlert(message: message) {})
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
    alert.hint = "y yes \(alert.theme.glyphs.separator) Esc no"
    alert.commands = [
      KeyCommand(id: "confirm", keys: [.character("y"), .character("Y")], title: "yes") {
        confirmed()
      },
      KeyCommand(id: "decline", keys: [.character("n"), .character("N")], title: "no") {},
    ]
    navigator.present(alert)
  }

  public func show(_ screen: any Screen) { navigator.push(screen) }

  public func close(_ screen: any Screen) {
    guard navigator.screens.contains(where: { $0 === screen }) else { return }
    while let top = navigator.pop(), top !== screen {}
  }

  public func setNeedsDisplay() { navigator.setNeedsDisplay() }

  func commands(for context: PhotoContext) -> [KeyCommand] {
    photoCommands.flatMap { $0.commands(for: context) }
  }
}
