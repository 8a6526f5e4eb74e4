import GalleryNetwork
import GalleryPresentation
import GalleryScreens
import TerminalKit

/// Shows what ssh asks while it connects, over whatever screen there is.
@MainActor
final class SSHQuestionScreens {
  /// Where; set with the first screen, before which nothing can be asked.
  var context: () -> ScreenContext? = { nil }

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
        guard let context = context(), !Task.isCancelled, question.kind != .notice else {
          context()?.show(notice: question.text)
          return continuation.resume(returning: nil)
        }
        let remove =
          question.kind == .confirmation
          ? present(question, number, in: context) : push(question, number, in: context)
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
    _ question: SSHQuestion, _ number: Int, in context: ScreenContext
  ) -> () -> Void {
    let alert = context.confirm(
      question.text, title: SourceText.asks(for: question.server),
      confirmed: { [weak self] in self?.finish(number, "yes") },
      declined: { [weak self] in self?.finish(number, nil) })
    return {
      if context.navigator?.topAlert === alert { context.navigator?.dismiss() }
    }
  }

  private func push(
    _ question: SSHQuestion, _ number: Int, in context: ScreenContext
  ) -> () -> Void {
    var prompt = TextQuestion(
      title: SourceText.asks(for: question.server), prompt: SourceText.answerPrompt,
      fault: { question.accepts($0) ? nil : SourceText.hostAnswers },
      cancelled: { [weak self] in self?.finish(number, nil) },
      answer: { [weak self] in self?.finish(number, $0) })
    prompt.message = question.text
    prompt.isSecret = question.kind == .secret
    let screen = context.ask(prompt)
    return { context.close(screen) }
  }
}
