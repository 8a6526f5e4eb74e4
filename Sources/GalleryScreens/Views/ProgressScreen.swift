import GalleryPresentation
import TerminalKit

/// The progress of work that the user waits for, over the last lines of the screen below; no other key works meanwhile.
///
/// ```
/// ─ couple ───────────────────────────── Esc cancel ─
///  exporting ███████████▌              12 of 1,000
/// ```
final class ProgressScreen: Screen, CommandedScreen {
  /// Set it, and request a frame.
  var progress: BatchProgress
  let context: ScreenContext
  let commands: ScreenCommands<ProgressScreen>
  private let key: String
  private let stop: () -> Void
  private var chrome = Chrome(size: .zero)

  /// - Parameters:
  ///   - command: Ends the work.
  ///   - word: What it does, for the rule.
  init(
    _ progress: BatchProgress, _ command: Command, _ word: String, context: ScreenContext,
    stop: @escaping () -> Void
  ) {
    self.progress = progress
    self.context = context
    self.stop = stop
    key = "\(context.keys.name(command, on: .progress)) \(word)"
    commands = ScreenCommands(
      [ScreenCommand(command, hint: word, isEssential: true) { $0.stop() }], on: .progress,
      keys: context.keys)
  }

  func bindViewModel() {}

  var isOverlay: Bool { true }

  func layout(size: Size) { chrome = Chrome(size: size) }

  func draw(on surface: inout Surface) {
    drawRule(
      chrome.bottomRule, label: .init(progress.title, style: theme.secondary), on: &surface)
    let columns = surface.size.columns
    surface.fill(Rect(column: 0, row: chrome.keyLine.minRow, columns: columns, rows: 1))
    ProgressBar(
      progress.fraction, label: progress.label, detail: progress.text, theme: theme
    ).draw(on: &surface, in: chrome.keyLine)
  }

  /// Keys that would act on the list below do nothing, also what is typed in advance, and say so.
  func handle(_ key: Key) -> Bool {
    context.show(notice: "Still \(progress.label) · \(self.key)")
    return true
  }
}

extension ScreenContext {
  /// Shows how far work is; its screen comes with the first progress, and goes when there is none.
  ///
  /// - Parameter word: What the command, which ends the work, does.
  func showProgress(
    _ progress: BatchProgress?, _ command: Command = "progress.stop", _ word: String = "stop",
    on screen: inout ProgressScreen?, stop: @escaping () -> Void
  ) {
    let former = screen
    guard let progress else {
      screen = nil
      if let former { close(former) }
      return
    }
    if let former {
      former.progress = progress
      return setNeedsDisplay()
    }
    let new = ProgressScreen(progress, command, word, context: self, stop: stop)
    screen = new
    show(new)
  }
}
