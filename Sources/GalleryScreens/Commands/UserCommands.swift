import GalleryDomain
import GalleryPresentation
import TerminalKit

/// Runs programs with photos.
public protocol UserCommandRunning: AnyObject {
  /// Runs programs one after the other; all of them, unless one cannot be started or the user stops them.
  ///
  /// A program in the foreground has the terminal, and this returns when it has ended.
  ///
  /// - Parameter completion: Called once, at the end, also for a detached program: that fails only if it cannot be
  ///   started, or fails immediately.
  func run(
    _ command: UserCommand, _ runs: [UserCommandRun],
    completion: @escaping (UserCommandOutcome) -> Void)
  /// Stops the program of a quiet command: the first time asks it to end, the second time kills it.
  func stop(_ name: String)
}

/// `[commands]`: programs of the user's own, for the photos that are selected.
public final class UserCommands {
  private let userCommands: [UserCommand]
  private let runner: any UserCommandRunning
  private let context: ScreenContext
  /// Quiet commands that are running.
  private var running: Set<String> = []

  public init(
    _ commands: [UserCommand], runner: any UserCommandRunning, context: ScreenContext
  ) {
    userCommands = commands
    self.runner = runner
    self.context = context
  }

  public var commands: [GalleryCommand] {
    // The selection is kept for the next command; and paths are known before files are read.
    let needs = PhotoNeeds(keepsRange: true, waitsForFocused: false)
    return userCommands.map { command in
      GalleryCommand(.ofUser(command.name), needs, in: context) { photos, target in
        self.pressed(command, photos, on: target)
      }.hinted { _ in
        // The key line shows running programs, wherever the user has gone meanwhile.
        self.running.contains(command.name) ? "stop \(command.name)" : nil
      }
    }
  }

  private func pressed(
    _ command: UserCommand, _ gathering: PhotoGathering, on target: any CommandTarget
  ) {
    guard !running.contains(command.name) else {
      context.confirm(
        UserCommandText.stopping, title: UserCommandText.stopQuestion(command)
      ) { [runner] in runner.stop(command.name) }
      return
    }
    let all = gathering.photos
    let photos = command.usable(all)
    guard !photos.isEmpty else {
      context.show(notice: UserCommandText.unusable(command, all))
      return
    }
    let hiddenCount = photos.count { gathering.hidden.contains($0.id) }
    let (focused, list) = (gathering.focused(on: target), target.photoList)
    let start = { [weak self, weak list] in
      guard let self else { return }
      run(
        command, photos, focus: focused, leftOutCount: all.count - photos.count,
        hiddenCount: hiddenCount, in: list)
    }
    guard command.asksFirst else { return start() }
    context.confirm(
      UserCommandText.line(command),
      title: UserCommandText.question(command, photos, hiddenCount: hiddenCount),
      confirmed: start)
  }

  private func run(
    _ command: UserCommand, _ photos: [Photo], focus: Photo?, leftOutCount: Int, hiddenCount: Int,
    in list: (any PhotoListViewModelType)?
  ) {
    if command.mode == .quiet { running.insert(command.name) }
    // A program that has the terminal shows what it does, but not what the list hides.
    if command.mode != .foreground || hiddenCount > 0 {
      context.show(
        notice: UserCommandText.running(command, photos, hiddenCount: hiddenCount))
    }
    runner.run(command, command.runs(for: photos, focus: focus)) {
      [weak self, weak list] outcome in
      guard let self else { return }
      running.remove(command.name)
      report(command, outcome, leftOutCount: leftOutCount, hiddenCount: hiddenCount)
      guard command.refreshes else { return }
      // Their files may have changed.
      context.pictures.refresh()
      list?.inputs.refresh()
    }
  }

  /// After a program that the user saw running, only a failure is shown.
  private func report(
    _ command: UserCommand, _ outcome: UserCommandOutcome, leftOutCount: Int, hiddenCount: Int
  ) {
    let text = UserCommandText.done(
      command, outcome, leftOutCount: leftOutCount, hiddenCount: hiddenCount)
    if outcome.failure == .stopped {
      context.show(notice: text)
    } else if outcome.failure != nil {
      context.show(failure: text)
    } else if command.mode == .quiet || leftOutCount > 0 {
      context.show(notice: text)
    } else {
      context.setNeedsDisplay()
    }
  }
}
