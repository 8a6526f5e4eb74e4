import CTerminalRestore
import Glibc
import TerminalKit

/// What is known of a terminal that is drawn on without an interface.
nonisolated public struct TerminalAnswers: Hashable, Sendable {
  public var graphics: GraphicsSupport
  /// Nil where neither the terminal nor the system tells it.
  public var cellPixelSize: PixelSize?

  public init(graphics: GraphicsSupport = GraphicsSupport(), cellPixelSize: PixelSize? = nil) {
    self.graphics = graphics
    self.cellPixelSize = cellPixelSize
  }
}

/// Asks the terminal on standard output what pictures it shows, for a program that prints and leaves.
public enum GraphicsInquiry {
  /// Long enough for a terminal on this machine, and hardly felt where one never answers.
  public static let localPatience = Duration.milliseconds(150)
  /// Through ssh answers take a round trip; what came after the end would be typed into the shell.
  public static let remotePatience = Duration.seconds(1)

  /// Asks, and waits for the answers; they end with one that every terminal gives, usually within 10 ms.
  ///
  /// Nobody is asked where standard output is not the controlling terminal, the process stands in the
  /// background, the environment tells enough, or the user chose symbols. Keys that were typed before
  /// stay for whoever reads next, and nothing is asked then; those typed while the answers are under way
  /// are lost, but Ctrl-C interrupts. The modes are given back on every way out, also by a signal.
  ///
  /// - Parameters:
  ///   - method: Overrules what the terminal says of pictures.
  ///   - cellPixelSize: Overrules what it says of its cells.
  ///   - needsBackground: Whether the background's colour is worth a question, whatever is known of pictures.
  ///   - patience: The longest wait; without it what fits the environment.
  ///   - environment: Answers a variable's value.
  /// - Returns: Symbols where standard output is no terminal, unless `method` says otherwise.
  public static func ask(
    method: GraphicsMethod? = nil, cellPixelSize: PixelSize? = nil, needsBackground: Bool = false,
    patience: Duration? = nil,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> TerminalAnswers {
    guard isatty(STDOUT_FILENO) == 1 else {
      return TerminalAnswers(
        graphics: GraphicsSupport(method: method ?? .symbols), cellPixelSize: cellPixelSize)
    }
    let known = TerminalEnvironment(environment)
    let isRemote = ["SSH_CONNECTION", "SSH_TTY"].contains { environment($0)?.isEmpty == false }
    let patience = patience ?? (isRemote ? remotePatience : localPatience)
    let window = WindowSize(of: STDOUT_FILENO)
    var dialogue = TerminalDialogue(
      detection: GraphicsDetection(environment: known, chosen: method),
      cellPixelSizes: CellPixelSizes(chosen: cellPixelSize, window: window.cellPixelSize))
    if case .tmux(let socket, let pane)? = known.multiplexer, method == nil {
      dialogue.detection.tmux = TmuxProcess(socket: socket, pane: pane)?.state(within: patience)
    }
    if needsBackground || dialogue.isWorthAsking(cells: window.size) {
      let description = TerminalDescription.lookUp(known.type, fd: STDOUT_FILENO) ?? .xterm
      let scope = TerminalQuery.scope(environment: known, isEmulator: description.isEmulator)
      if scope == .all || scope == .withoutStrings { dialogue.hold(scope, patience: patience) }
    }
    return TerminalAnswers(
      graphics: dialogue.detection.support,
      cellPixelSize: dialogue.cellPixelSizes.size(in: window.size))
  }
}

/// One question and its answers, on the terminal of standard output.
private struct TerminalDialogue {
  var detection: GraphicsDetection
  var cellPixelSizes: CellPixelSizes

  /// Whether answers could change anything.
  func isWorthAsking(cells: Size) -> Bool {
    switch detection.chosen {
    case .symbols?, GraphicsMethod.none?: return false
    default: break
    }
    switch detection.environment.multiplexer {
    case .tmux, .remoteTmux, .screen: return false
    case .zellij, nil: break
    }
    return detection.support.method != .iTerm2 || cellPixelSizes.size(in: cells) == nil
  }

  mutating func hold(_ scope: TerminalQuery.Scope, patience: Duration) {
    guard let device = TerminalDevice(ofStandardOutput: ()) else { return }
    defer { device.closeDescriptor() }
    let memory = detection.isKittyWanted && scope == .all ? SharedMemoryProbe() : nil
    defer { memory?.remove() }

    let signals = HeldSignals()
    var former = device.formerModes
    // Nothing is to be written in a crash; only the modes go back.
    var nothing: UInt8 = 0
    terminal_restore_arm(device.fd, &former, &nothing, 0)
    var isInterrupted = false
    // Keys that are there already are somebody else's: reading the answers would take them.
    if (try? device.enterRawMode()) != nil, !device.waitForInput(milliseconds: 0) {
      // What a terminal shows in place of understanding is erased from where the cursor stood.
      let question =
        Array("\u{1B}7".utf8)
        + TerminalQuery.bytes(
          scope, isKittyWanted: detection.isKittyWanted, sharedMemory: memory?.name)
        + Array("\u{1B}8\u{1B}[K".utf8)
      if device.write(question[...]) == question.count {
        isInterrupted = read(from: device, until: .now + patience)
      }
    }
    terminal_restore_now(1)
    signals.release(isInterrupted: isInterrupted)
  }

  /// - Returns: Whether Ctrl-C was typed.
  private mutating func read(
    from device: TerminalDevice, until deadline: ContinuousClock.Instant
  ) -> Bool {
    var parser = InputParser()
    parser.isAwaitingAnswers = true
    parser.mayAnswerBegin = true
    var bytes: [UInt8] = []
    while !detection.hasAnswered {
      let left = deadline - ContinuousClock.now
      guard left > .zero,
        device.waitForInput(milliseconds: left.pollMilliseconds),
        device.read(into: &bytes) == .bytes
      else { return false }
      for input in parser.feed(bytes) {
        if input == .key(.control("c")) { return true }
        guard case .answer(let answer) = input else { continue }
        detection.take(answer)
        cellPixelSizes.take(answer)
      }
      bytes.removeAll()
    }
    return false
  }
}

/// Signals that would end the process while the terminal's modes are not its own: they wait.
private struct HeldSignals {
  private let caught: [Int32]

  init() {
    caught = (SignalSet.endings + [SIGTSTP]).filter { number in
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0 else { return false }
      // Whoever ignores one (nohup) goes on ignoring it. `SIG_IGN` is 1, a macro that Swift cannot
      // see; the handler is compared as a number and never called.
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != 1
    }
    guard terminal_signals_open() >= 0 else { return }
    for number in caught { terminal_signals_catch(number) }
  }

  /// They have their default effect again, and those that came have it now.
  func release(isInterrupted: Bool) {
    for number in caught { terminal_signals_default(number) }
    let arrived = SignalSet(bits: terminal_signals_take())
    for number in caught where arrived.contains(number) { raise(number) }
    if isInterrupted { raise(SIGINT) }
  }
}
