import CNcurses
import CTerminalRestore
import Glibc
import TerminalKit

/// What is known about a terminal that is used without an interactive screen.
nonisolated public struct TerminalAnswers: Hashable, Sendable {
  public var graphics: GraphicsSupport
  /// nil if neither the terminal nor the system reports it.
  public var cellPixelSize: PixelSize?

  public init(graphics: GraphicsSupport = GraphicsSupport(), cellPixelSize: PixelSize? = nil) {
    self.graphics = graphics
    self.cellPixelSize = cellPixelSize
  }
}

/// Asks the terminal on standard output which pictures it can show, for a program that prints and exits.
public enum GraphicsInquiry {
  /// Long enough for a terminal on this machine, and hardly noticeable if it never answers.
  private static let localPatience = Duration.milliseconds(150)
  /// Over ssh, answers take a round trip, and answers that came after the end would be typed into the shell.
  private static let remotePatience = Duration.seconds(1)

  /// Asks, and waits for the answers; the last one is an answer that every terminal gives, usually within 10 ms.
  ///
  /// Nothing is asked if standard output is not the controlling terminal, the process is in the background, the
  /// environment says enough, or the user chose symbols. Keys that were typed before stay in the queue for the next
  /// reader, and nothing is asked then; keys typed while answers are pending are lost, but Ctrl-C interrupts. The modes
  /// are restored on every exit, also after a signal.
  ///
  /// - Parameters:
  ///   - method: Overrides the terminal's answers about pictures.
  ///   - cellPixelSize: Overrides its answer about its cells.
  ///   - needsBackground: Whether to ask for the background colour even if everything about pictures is known.
  ///   - patience: The maximum wait; nil for a default that depends on the environment.
  ///   - environment: Returns the value of a variable.
  /// - Returns: Symbols if standard output is not a terminal, unless `method` says otherwise.
  public static func ask(
    method: GraphicsMethod? = nil, cellPixelSize: PixelSize? = nil, needsBackground: Bool = false,
    patience: Duration? = nil,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> TerminalAnswers {
    guard isatty(STDOUT_FILENO) == 1 else {
      return TerminalAnswers(
        graphics: GraphicsSupport(method: method ?? .symbols), cellPixelSize: cellPixelSize)
    }
    let window = WindowSize(of: STDOUT_FILENO)
    let patience = patience ?? usualPatience(environment)
    let questions = TerminalQuestions(
      type: TerminalType.lookUp(environment("TERM") ?? "", fd: STDOUT_FILENO), graphics: method,
      cellPixelSize: cellPixelSize, window: window, environment: environment)
    questions.awaitTmux(patience)
    if needsBackground || questions.isWorthAsking(in: window.size) {
      _ = questions.ask(at: TerminalDevice.standardOutput, patience: patience)
    }
    return questions.answers(in: window.size)
  }

  private static func usualPatience(_ environment: (String) -> String?) -> Duration {
    let isRemote = ["SSH_CONNECTION", "SSH_TTY"].contains { environment($0)?.isEmpty == false }
    return isRemote ? remotePatience : localPatience
  }
}

extension TerminalQuestions {
  fileprivate func answers(in cells: Size) -> TerminalAnswers {
    TerminalAnswers(graphics: graphics, cellPixelSize: cellPixelSize(in: cells))
  }

  /// Whether answers could change how pictures are shown.
  fileprivate func isWorthAsking(in cells: Size) -> Bool {
    switch detection.chosen {
    case .symbols?, GraphicsMethod.none?: return false
    default: break
    }
    switch environment.multiplexer {
    case .tmux, .remoteTmux, .screen: return false
    case .zellij, nil: return graphics.method != .iTerm2 || cellPixelSize(in: cells) == nil
    }
  }

  /// Asks, and waits for the answers; does nothing if the terminal is not to be asked.
  ///
  /// - Parameter path: As for `TerminalDevice(inForeground:)`.
  /// - Returns: How long the answers took to the last one; nil if they are missing.
  fileprivate func ask(at path: String, patience: Duration) -> Duration? {
    guard isAsked, let device = TerminalDevice(inForeground: path) else { return nil }
    defer { device.closeDescriptor() }
    defer { giveUp() }

    let signals = HeldSignals()
    var former = device.formerModes
    // A crash has nothing to write; it only restores the modes.
    var nothing: UInt8 = 0
    terminal_restore_arm(device.fd, &former, &nothing, 0)
    var isInterrupted = false
    var answerTime: Duration?
    // Pending keys are meant for another reader: reading the answers would take them.
    if (try? device.enterRawMode(interrupts: false)) != nil, !device.waitForInput(milliseconds: 0) {
      // Anything that a terminal prints because it doesn't understand the question is erased from the cursor's start
      // position on.
      let question = ControlSequence.saveCursor + all() + Array("\u{1B}8\u{1B}[K".utf8)
      if device.write(question[...]) == question.count {
        let start = ContinuousClock.now
        isInterrupted = read(from: device, until: start + patience)
        if hasAnswered { answerTime = .now - start }
      }
    }
    terminal_restore_now(1)
    signals.release(isInterrupted: isInterrupted)
    return answerTime
  }

  /// - Returns: Whether Ctrl-C was typed.
  private func read(
    from device: TerminalDevice, until deadline: ContinuousClock.Instant
  ) -> Bool {
    var parser = InputParser()
    parser.isAwaitingAnswers = true
    parser.mayAnswerBegin = true
    var bytes: [UInt8] = []
    while !hasAnswered {
      let left = deadline - ContinuousClock.now
      guard left > .zero,
        device.waitForInput(milliseconds: left.pollMilliseconds),
        device.read(into: &bytes) == .bytes
      else { return false }
      for input in parser.feed(bytes) {
        if input == .key(.control("c")) { return true }
        if case .answer(let answer) = input { receive(answer) }
      }
      bytes.removeAll()
    }
    return false
  }
}

/// Blocks signals that would end the process while the terminal's modes are changed.
private struct HeldSignals {
  private let caught: [Int32]

  init() {
    caught = (SignalSet.endings + [SIGTSTP]).filter { !CaughtSignals.isIgnored($0) }
    guard terminal_signals_open() >= 0 else { return }
    for number in caught { terminal_signals_catch(number) }
  }

  /// Restores the signals' default effect; pending ones take effect now.
  func release(isInterrupted: Bool) {
    for number in caught { terminal_signals_default(number) }
    let arrived = SignalSet(bits: terminal_signals_take())
    for number in caught where arrived.contains(number) { raise(number) }
    if isInterrupted { raise(SIGINT) }
  }
}

/// Everything that was found out about the terminal, and where it is from: for a report of a problem.
nonisolated public struct TerminalReport: Sendable {
  /// `TERM`.
  public var type: String
  /// Whether terminfo knows the type.
  public var isTypeKnown: Bool
  /// Whether the terminal can show the gallery: it speaks ECMA-48.
  public var isSuitable: Bool
  /// The program between this one and the terminal, such as `tmux`; nil for none.
  public var multiplexer: String?
  /// The terminal outside tmux with its version, as tmux knows it, and what becomes of pictures there.
  public var outerTerminal: String?
  public var tmuxPictures: TmuxPictures?
  /// The terminal and its version by its own answer, such as `kitty 0.26.5`; from outside.
  public var answeredName: String?
  /// The terminal according to the environment.
  public var environmentName: String?
  /// Its primary device attributes.
  public var attributes: [Int]?
  /// How long its answers took to the last one; nil if it has not given the last one, or was not asked.
  public var answerTime: Duration?
  public var answers: TerminalAnswers
  public var size: Size
  public var colorDepth: ColorDepth
  /// Whether the locale is UTF-8, or says nothing.
  public var isUTF8: Bool
  /// The version of ncurses, such as `ncurses 6.4.20221231`.
  public static var libraryVersion: String { curses_version().map { String(cString: $0) } ?? "" }
}

extension GraphicsInquiry {
  /// Asks the terminal everything that can be asked, for a report, and waits for the answers as `ask` does.
  ///
  /// The terminal is that of standard output; the controlling terminal if standard output is a file. In a pipe it may
  /// belong to a program that reads keys from it (`| less`), so it is left alone.
  ///
  /// - Returns: nil without such a terminal, or in the background.
  public static func report(
    method: GraphicsMethod?, cellPixelSize: PixelSize?, colorDepth: ColorDepth?,
    patience: Duration? = nil,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> TerminalReport? {
    guard let path = reportedTerminal, let device = TerminalDevice(inForeground: path) else {
      return nil
    }
    let window = WindowSize(of: device.fd)
    device.closeDescriptor()
    let known = TerminalType.lookUp(environment("TERM") ?? "", fd: STDOUT_FILENO)
    let questions = TerminalQuestions(
      type: known, graphics: method, cellPixelSize: cellPixelSize, window: window,
      environment: environment)
    let patience = patience ?? usualPatience(environment)
    questions.awaitTmux(patience)
    let answerTime = questions.ask(at: path, patience: patience)
    let (detection, type) = (questions.detection, questions.environment.type)
    return TerminalReport(
      type: type, isTypeKnown: known != nil, isSuitable: (known ?? .unknown).isECMA48,
      multiplexer: questions.environment.multiplexer?.name,
      outerTerminal: detection.tmux?.outerTerminal?.text,
      tmuxPictures: detection.tmux?.pictures,
      answeredName: detection.version?.text, environmentName: questions.environment.name?.text,
      attributes: detection.attributes, answerTime: answerTime,
      answers: questions.answers(in: window.size), size: window.size,
      colorDepth: colorDepth ?? .detected(type: type, known: known, environment: environment),
      isUTF8: (try? TerminalLocale.prepare(environment: environment)) != nil)
  }

  private static var reportedTerminal: String? {
    if isatty(STDOUT_FILENO) == 1 { return TerminalDevice.standardOutput }
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return TerminalDevice.controlling
  }
}

extension TerminalEnvironment.Multiplexer {
  fileprivate nonisolated var name: String {
    switch self {
    case .tmux: "tmux"
    case .remoteTmux: "tmux on another computer"
    case .screen: "GNU screen"
    case .zellij: "Zellij"
    }
  }
}
