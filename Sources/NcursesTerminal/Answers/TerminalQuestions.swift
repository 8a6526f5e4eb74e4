import TerminalKit

/// The questions to the terminal, and what is known of it by its answers. Nothing waits for them.
final class TerminalQuestions {
  let environment: TerminalEnvironment
  private let scope: TerminalQuery.Scope
  private var detection: GraphicsDetection
  private var cellPixelSizes: CellPixelSizes
  private var awaited = AwaitedAnswers()
  /// Ask for the cell size when the answers to the last question have arrived.
  private var isCellSizeWanted = false
  private var memoryProbe: SharedMemoryProbe?
  private var tmuxInquiry: TmuxProcess?
  /// Whether tmux will be asked shortly.
  private var isTmuxDue = false
  private let loop: MainLoop
  /// Called with what tmux has answered.
  var onTmuxAnswer: () -> Void = {}

  /// - Parameters:
  ///   - isEmulator: Whether the terminal has a second screen.
  ///   - graphics: Overrides how pictures are shown.
  ///   - cellPixelSize: Overrides the size of its cells.
  init(
    environment: TerminalEnvironment, isEmulator: Bool, graphics: GraphicsMethod?,
    cellPixelSize: PixelSize?, window: WindowSize, loop: MainLoop
  ) {
    self.environment = environment
    self.loop = loop
    scope = TerminalQuery.scope(environment: environment, isEmulator: isEmulator)
    detection = GraphicsDetection(environment: environment, chosen: graphics)
    cellPixelSizes = CellPixelSizes(chosen: cellPixelSize, window: window.cellPixelSize)
  }

  /// How pictures can be shown.
  var graphics: GraphicsSupport { detection.support }
  var hasAnswered: Bool { detection.hasAnswered }
  /// Whether tmux passes wrapped sequences on.
  var tmuxPassesThrough: Bool { detection.tmux?.passesThrough == true }
  /// Whether an answer may begin, or go on, with what comes next.
  var mayBegin: Bool { awaited.mayBegin(at: .now) }
  var mayGoOn: Bool { awaited.mayGoOn(at: .now) }
  var isAwaitingEnd: Bool { awaited.endCount > 0 }

  func cellPixelSize(in cells: Size) -> PixelSize? { cellPixelSizes.size(in: cells) }

  func windowChanged(to window: WindowSize, cellsChanged: Bool) {
    cellPixelSizes.windowChanged(to: window.cellPixelSize, cellsChanged: cellsChanged)
  }

  /// All questions that are asked when the terminal is taken over.
  func all() -> [UInt8] {
    guard scope != .nothing else { return [] }
    let isKittyWanted = detection.isKittyWanted
    memoryProbe?.remove()
    memoryProbe = scope == .all && isKittyWanted ? SharedMemoryProbe() : nil
    awaited.asked(at: .now)
    askTmux()
    return TerminalQuery.bytes(
      scope, isKittyWanted: isKittyWanted, sharedMemory: memoryProbe?.name)
  }

  /// The font may have changed.
  func wantCellSize() {
    isCellSizeWanted = scope == .all || scope == .withoutStrings
  }

  /// The question for the cell size, if it is wanted. Only one question is pending at a time, so that dragging a window does
  /// not flood a slow line.
  func cellSize() -> [UInt8] {
    guard isCellSizeWanted, !isAwaitingEnd else { return [] }
    isCellSizeWanted = false
    awaited.asked(at: .now)
    return Array((TerminalQuery.cellSize + TerminalQuery.end).utf8)
  }

  func take(_ answer: TerminalAnswer) {
    detection.take(answer)
    cellPixelSizes.take(answer)
    awaited.answered(at: .now)
    guard case .attributes = answer else { return }
    awaited.ended()
    guard !isAwaitingEnd else { return }
    memoryProbe?.remove()
    memoryProbe = nil
  }

  /// The terminal has answered something else.
  func answered() { awaited.answered(at: .now) }

  /// Answers that are still missing are not expected any more.
  func giveUp() {
    awaited.giveUp()
    isCellSizeWanted = false
    memoryProbe?.remove()
    memoryProbe = nil
    tmuxInquiry?.cancel()
    tmuxInquiry = nil
  }

  /// Asks tmux, through its socket, which terminal it runs in; does nothing elsewhere. (If the same questions went through
  /// the terminal, the answers would go to tmux, which treats them as keys.) It takes 3 ms.
  private func askTmux() {
    guard detection.chosen == nil, case .tmux(let socket, let pane)? = environment.multiplexer,
      tmuxInquiry == nil, let process = TmuxProcess(socket: socket, pane: pane)
    else { return }
    tmuxInquiry = process
    process.wait(
      for: { $0.state(within: .seconds(1)) },
      completion: { [weak self] tmux in
        guard let self else { return }
        tmuxInquiry = nil
        guard let tmux else { return }
        detection.tmux = tmux
        onTmuxAnswer()
      })
  }

  /// Asks tmux again after the window has changed: it may have been attached from another terminal.
  ///
  /// This happens after a short delay: a terminal that was just attached has not identified itself to tmux yet, and a
  /// window that is being dragged changes many times.
  func askTmuxSoon(if isActive: @escaping @MainActor () -> Bool) {
    guard case .tmux? = environment.multiplexer, !isTmuxDue else { return }
    isTmuxDue = true
    loop.after(.milliseconds(500)) { [weak self] in
      guard let self else { return }
      isTmuxDue = false
      if isActive() { askTmux() }
    }
  }
}
