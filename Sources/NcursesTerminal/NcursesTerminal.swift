import CTerminalRestore
import Glibc
import TerminalKit

/// The real terminal: frames go through ncurses, keys are parsed from the terminal's bytes.
///
/// It is the only owner of the terminal: modes, screens, output and input. ncurses only finds the shortest way from one
/// frame to the next (`CursesScreen`). The terminal is restored on every exit: `restore()`, `exit`, crashes, and
/// signals that arrive while the main thread hangs.
///
/// Its parts: the line, which takes bytes; the frames, which are written to it; the questions to the terminal; and the
/// clipboard. What arrives, and who has the terminal, is decided here.
///
/// There is one per process, on the main thread, which has to run the main queue.
public final class NcursesTerminal: Terminal {
  public private(set) var size: Size
  public let colorDepth: ColorDepth
  public private(set) var cellPixelSize: PixelSize?
  public private(set) var graphics: GraphicsSupport {
    didSet {
      guard let bytes = frames.use(graphics), state == .active else { return }
      arm()
      line.send(bytes)
    }
  }

  public var onEvents: (([TerminalEvent]) -> Void)? {
    didSet {
      // Answers that have already arrived count for the first frame.
      if oldValue == nil, onEvents != nil { read() }
      deliver()
    }
  }

  private enum State {
    case active, suspended, restored
  }

  private let device: TerminalDevice
  private let line: TerminalLine
  private let frames: FrameWriter
  private let questions: TerminalQuestions
  private let clipboard: TerminalClipboard
  private let modes: TerminalModes
  private var state = State.active
  private var parser = InputParser()
  private var clicks = ClickCounter()
  /// A lone ESC is a key if nothing follows it soon.
  private let escapeAlarm = DispatchAlarm(leeway: .milliseconds(2))
  private var pendingEvents: [TerminalEvent] = []
  private var hasSaidHangUp = false
  private var isAskedToExit = false
  private var inputWatch: DescriptorWatch?
  private var signalWatch: DescriptorWatch?

  /// Takes over the terminal: its modes, its second screen, its signals.
  ///
  /// - Parameters:
  ///   - colorDepth: Overrides what the terminal and the environment report.
  ///   - graphics: Overrides how pictures are shown.
  ///   - cellPixelSize: Overrides the size of its cells.
  ///   - environment: Returns the value of a variable.
  /// - Throws: `TerminalError.noTerminal` if standard input or output is redirected and there is no controlling
  ///   terminal; `.unsuitable` if `TERM` is a terminal that doesn't speak ECMA-48; `.notUTF8` if the locale isn't UTF-8.
  public init(
    colorDepth: ColorDepth? = nil,
    graphics: GraphicsMethod? = nil,
    cellPixelSize: PixelSize? = nil,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(TerminalError) {
    device = try TerminalDevice()
    let window = WindowSize(of: device.fd)
    size = window.size
    let name = environment("TERM") ?? ""
    let known = TerminalType.lookUp(name, fd: device.fd)
    let type = known ?? .unknown
    do throws(TerminalError) {
      try TerminalLocale.prepare(environment: environment)
      guard type.isECMA48 else { throw .unsuitable(type: name) }
    } catch {
      device.closeDescriptor()
      throw error
    }
    let depth = colorDepth ?? .detected(type: name, known: known, environment: environment)
    self.colorDepth = depth
    modes = TerminalModes(type: type)
    questions = TerminalQuestions(
      type: known, graphics: graphics, cellPixelSize: cellPixelSize, window: window,
      environment: environment)
    clipboard = TerminalClipboard(
      multiplexer: questions.environment.multiplexer, hasStrings: type.secondScreen != nil)
    self.cellPixelSize = questions.cellPixelSize(in: window.size)
    self.graphics = questions.graphics
    line = TerminalLine(device: device)
    frames = FrameWriter(
      screen: try CursesScreen(type: type, name: name, depth: depth, size: window.size),
      size: window.size, depth: depth, line: line)
    try TerminalSignals.startWatchdog(on: device)
    // Handlers before modes: from here on, nothing ends the program without restoring the terminal.
    arm()
    TerminalSignals.catchAll()
    line.onHangUp = { [weak self] in self?.lineHungUp() }
    frames.onPause = { [weak self] in self?.sendPending() }
    questions.onTmuxAnswer = { [weak self] in
      guard let self, state == .active else { return }
      updateCapabilities()
      deliver()
    }
    // Many terminals are resized when they have just started a program: until now its signal was ignored.
    followWindow()
    do {
      try enter()
    } catch {
      terminal_restore_now(1)
      TerminalSignals.release(isAskedToExit: false)
      throw error
    }
    signalWatch = DescriptorWatch(readingFrom: TerminalSignals.descriptor) { [weak self] in
      self?.signalsArrived()
    }
    inputWatch = DescriptorWatch(readingFrom: device.fd) { [weak self] in
      self?.read()
      self?.deliver()
    }
  }

  // MARK: - Output

  public var isLineSlow: Bool { line.isSlow }

  public func show(_ surface: Surface, cursor: Point?) {
    guard state == .active, !line.isGone else { return }
    frames.show(surface, cursor: cursor)
  }

  public func invalidate() { frames.invalidate() }

  public func copy(_ text: String) -> ClipboardResult {
    guard state == .active, !line.isGone else { return .unavailable }
    return clipboard.copy(
      text, tmuxPassesThrough: { [questions] in questions.tmuxPassesThrough },
      onWaiting: { [weak self] in self?.sendPending() })
  }

  /// Sends what belongs to no frame; never in the middle of a picture, which it would end.
  private func sendPending() {
    guard state == .active, !line.isGone, frames.isBetweenCommands else { return }
    line.send(clipboard.takeBytes())
    line.send(questions.cellSize())
  }

  // MARK: - Taking over and restoring

  /// Stores what a crash has to restore.
  private func arm() {
    var former = device.formerModes
    let leave = clipboard.crashBytes + frames.crashBytes + modes.leave
    leave.withUnsafeBufferPointer {
      terminal_restore_arm(device.fd, &former, $0.baseAddress, $0.count)
    }
  }

  /// Takes over the terminal; the next frame is written completely.
  private func enter() throws(TerminalError) {
    try device.enterRawMode(interrupts: true)
    state = .active
    line.clear()
    if frames.use(graphics) != nil { arm() }
    line.send(modes.enter + frames.enter() + questions.all())
    questions.askTmux()
  }

  /// Restores the terminal's original state.
  ///
  /// In the background the modes are already the shell's; only what is on the screen is ours.
  private func leave(for next: State) {
    state = next
    frames.isActive = false
    awaitAnswers()
    line.clear()
    frames.leave()
    terminal_restore_now(device.isForeground ? 1 : 0)
  }

  /// Waits for the end mark, because a pending answer would be typed into the shell: a fifth of a second if the
  /// terminal has answered before and will again, a tenth if it may never answer, and not at all if the answer is long
  /// overdue.
  private func awaitAnswers() {
    defer { questions.giveUp() }
    guard !line.isGone, questions.mayBegin || line.mayConfirm else { return }
    var bytes: [UInt8] = []
    let deadline = ContinuousClock.now + .milliseconds(questions.hasAnswered ? 200 : 100)
    while questions.isAwaitingEnd || line.isAwaitingReceipt {
      let left = deadline - ContinuousClock.now
      guard left > .zero, device.waitForInput(milliseconds: left.pollMilliseconds),
        device.read(into: &bytes) == .bytes
      else { break }
      receive(parser.feed(bytes))
      bytes.removeAll()
    }
  }

  public func restore() {
    guard state != .restored else { return }
    inputWatch?.cancel()
    signalWatch?.cancel()
    if state == .active { leave(for: .restored) }
    state = .restored
    terminal_restore_disarm()
    frames.close()
    TerminalSignals.release(isAskedToExit: isAskedToExit)
  }

  // MARK: - Input

  /// Reads everything that is there, so that repeated keys are handled together.
  private func read() {
    guard state == .active, !line.isGone else { return }
    var bytes: [UInt8] = []
    let outcome = device.read(into: &bytes)
    escapeAlarm.stop()
    receive(parser.feed(bytes))
    parser.mayAnswerBegin = questions.mayBegin
    parser.isAwaitingAnswers = questions.mayContinue
    if outcome == .hangUp {
      line.hangUp()
    } else if let delay = parser.pendingDelay {
      escapeAlarm.ring(after: delay) { [weak self] in
        guard let self, state == .active else { return }
        // The program may have been busy while the rest arrived.
        if device.waitForInput(milliseconds: 0) { read() } else { receive(parser.expire()) }
        deliver()
      }
    }
  }

  private func receive(_ inputs: [TerminalInput]) {
    var isMoreKnown = false
    for input in inputs {
      switch input {
      case .key(let key):
        clicks.keyCame()
        pendingEvents.append(.key(key))
      case .mouse(let mouse): pendingEvents.append(.mouse(clicks.counted(mouse, at: .now)))
      case .paste(let text): pendingEvents.append(.paste(text))
      case .privateMode(TerminalModes.synchronizedUpdate, let value):
        frames.isSynchronized = value == 1 || value == 2
        questions.answered()
      case .privateMode: break
      case .ready: line.pieceArrived()
      // The window has the focus again (`CSI I`, requested by `enterModes`).
      case .focusGained: if state == .active, frames.windowAppeared() { askTmuxSoon() }
      case .answer(let answer):
        receive(answer)
        isMoreKnown = true
      }
    }
    if isMoreKnown { updateCapabilities() }
  }

  private func receive(_ answer: TerminalAnswer) {
    questions.receive(answer)
    line.hasAnswered = questions.hasAnswered
    sendPending()
    if case .kitty(let answer) = answer, !answer.isOK { frames.lost(answer.id) }
  }

  /// Applies what is known now, and announces it if it is new.
  private func updateCapabilities() {
    let support = questions.graphics
    let cell = questions.cellPixelSize(in: size)
    guard support != graphics || cell != cellPixelSize else { return }
    graphics = support
    cellPixelSize = cell
    pendingEvents.append(.capabilitiesChanged)
  }

  private func askTmuxSoon() {
    questions.askTmuxSoon { [weak self] in
      self.map { $0.state == .active && !$0.line.isGone } ?? false
    }
  }

  private func lineHungUp() {
    inputWatch?.cancel()
    append(.hangUp)
    deliverSoon()
  }

  /// Adds a reason to exit; a hang-up shows in several ways and is reported once.
  private func append(_ reason: TerminationReason) {
    if reason == .hangUp {
      guard !hasSaidHangUp else { return }
      hasSaidHangUp = true
    }
    isAskedToExit = true
    pendingEvents.append(.terminate(reason))
  }

  /// Passes on the events, if there is a handler.
  private func deliver() {
    guard !pendingEvents.isEmpty, let onEvents else { return }
    terminal_restore_use_alternate_stack()
    let events = pendingEvents
    pendingEvents = []
    onEvents(events)
  }

  /// After what is being handled.
  private func deliverSoon() {
    Task { [weak self] in self?.deliver() }
  }

  // MARK: - Signals

  private func signalsArrived() {
    let signals = TerminalSignals.take()
    guard state == .active else { return }
    if !noteTerminations(in: signals) {
      if signals.contains(SIGCONT) { comeBack(after: signals) }
      if signals.contains(SIGWINCH) { resize() }
      if signals.contains(SIGTSTP) { suspend() }
    }
    deliver()
  }

  /// In a burst of resizes the last size counts: signals that arrive together are one.
  private func resize() {
    // The font may have changed while the number of cells is the same; only the terminal knows.
    questions.wantCellSize()
    sendPending()
    askTmuxSoon()
    if followWindow() { pendingEvents.append(.resize(size)) }
  }

  /// Takes the size that the terminal has now.
  ///
  /// - Returns: Whether it has changed.
  @discardableResult
  private func followWindow() -> Bool {
    let window = WindowSize(of: device.fd, last: size)
    let cellsChanged = window.size != size
    questions.windowChanged(to: window, cellsChanged: cellsChanged)
    let cell = questions.cellPixelSize(in: window.size)
    guard cellsChanged || cell != cellPixelSize else { return false }
    cellPixelSize = cell
    size = window.size
    frames.resize(to: size)
    return true
  }

  public func suspend() {
    guard mayLeave else { return }
    leave(for: .suspended)
    // The whole process group stops, as with Ctrl-Z. Workers are sessions of their own: they finish their current work
    // and then wait.
    comeBack(after: TerminalSignals.stopGroup(SIGTSTP))
    deliverSoon()
  }

  public func lend(_ start: () -> Int32) -> Bool {
    guard mayLeave else { return false }
    leave(for: .suspended)
    let signals = TerminalSignals.awaitProgram(start)
    device.takeFromEndedGroup()
    comeBack(after: signals)
    deliverSoon()
    return signals.terminations.isEmpty
  }

  private var mayLeave: Bool {
    state == .active && !line.isGone && !noteTerminations(in: TerminalSignals.take())
  }

  /// Takes over the terminal again after a stop, as soon as that is allowed.
  ///
  /// - Parameter signals: The signals that arrived with the end of the stop.
  private func comeBack(after signals: SignalSet) {
    var signals = signals
    while true {
      if noteTerminations(in: signals) { return }
      if device.isForeground { break }
      // It did not stop: an orphaned process group, which no shell will bring to the foreground.
      guard signals.contains(SIGCONT) else { return line.hangUp() }
      // `kill %1` sends SIGTERM and SIGCONT: if the process stopped again, SIGTERM would not be noticed.
      if noteTerminations(in: TerminalSignals.awaitAny()) { return }
      // Continued in the background (`bg`): stops again, as programs that write to the terminal do.
      signals = TerminalSignals.stopGroup(SIGTTOU)
    }
    arm()
    do {
      try enter()
    } catch {
      return line.hangUp()
    }
    resize()
    pendingEvents.append(.resumed)
  }

  /// Whether something asked the program to exit; in that case the terminal is left to others.
  private func noteTerminations(in signals: SignalSet) -> Bool {
    for reason in signals.terminations { append(reason) }
    return !signals.terminations.isEmpty
  }
}
