import GalleryNetwork
import GalleryPresentation
import GalleryScreens
import TerminalKit

/// Shows what ssh asks while it connects, over whatever screen there is.
@MainActor
final class SSHQuestionScreens {
  /// Where and how; set with the first screen, before which nothing can be asked.
  var stage: (navigator: Navigator, theme: Theme, keys: KeyBindings)?

  private struct Shown {
    let continuation: CheckedContinuation<String?, Never>
    let remove: () -> Void
  }

  private var shown: [Int: Shown] = [:]
  private var count = 0

  /// - Returns: nil if the user refuses, or if the task is cancelled because nothing waits for the answer.
  func ask(_ question: SSHQuestion) async -> String? {
    count += 1
    let number = count
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard let stage, !Task.isCancelled, question.kind != .notice else {
          stage?.navigator.show(Notice(question.text, theme: stage?.theme ?? .standard()))
          return continuation.resume(returning: nil)
        }
        let remove =
          question.kind == .confirmation
          ? present(question, number, stage.navigator, stage.theme)
          : push(question, number, stage.navigator, stage.theme, stage.keys)
        shown[number] = Shown(continuation: continuation, remove: remove)
      }
    } onCancel: {
      Task { @MainActor in self.finish(number, nil) }
    }
  }

  /// Refuses all that is asked. Call when all screens are removed.
  func refuseAll() {
    for number in shown.keys { finish(number, nil) }
  }

  private func finish(_ number: Int, _ answer: String?) {
    guard let question = shown.removeValue(forKey: number) else { return }
    question.remove()
    question.continuation.resume(returning: answer)
  }

  /// - Returns: Removes it.
  private func present(
    _ question: SSHQuestion, _ number: Int, _ navigator: Navigator, _ theme: Theme
  ) -> () -> Void {
    let alert = Alert(
      title: SourceText.asks(for: question.server), message: question.text, theme: theme)
    alert.offer(
      [PresentedChoice("y", "yes") { [weak self] in self?.finish(number, "yes") }], none: "no")
    alert.onDecline = { [weak self] in self?.finish(number, nil) }
    navigator.present(alert)
    return { if navigator.topAlert === alert { navigator.dismiss() } }
  }

  private func push(
    _ question: SSHQuestion, _ number: Int, _ navigator: Navigator, _ theme: Theme,
    _ keys: KeyBindings
  ) -> () -> Void {
    var prompt = PromptScreen.Question(
      title: SourceText.asks(for: question.server), prompt: SourceText.answerPrompt,
      fault: { question.takes($0) ? nil : SourceText.hostAnswers })
    prompt.message = question.text
    prompt.isSecret = question.kind == .secret
    let screen = PromptScreen(prompt, theme: theme, keys: keys) { [weak self] in
      self?.finish(number, $0)
    }
    navigator.push(screen)
    return { if navigator.topScreen === screen { navigator.pop() } }
  }
}
