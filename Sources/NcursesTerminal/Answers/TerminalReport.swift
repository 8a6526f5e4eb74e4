import CNcurses
import Glibc
import TerminalKit

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
  /// The terminal outside tmux with its version, as tmux knows it.
  public var outerTerminal: String?
  /// The terminal and its version by its own answer, such as `kitty 0.26.5`; from outside.
  public var answeredName: String?
  /// The terminal according to the environment.
  public var environmentName: String?
  /// Its primary device attributes.
  public var attributes: [Int]?
  /// How long its answers took to the last one; nil if it has not given the last one, or was not asked.
  public var answerTime: Duration?
  public var answers: TerminalAnswers
  public var graphicsReason: GraphicsReason
  /// Where the size of a cell is from; nil if it is unknown.
  public var cellSizeSource: CellSizeSource?
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
    var dialogue = TerminalDialogue(
      path: path, window: window, method: method, cellPixelSize: cellPixelSize,
      patience: patience, environment: environment)
    dialogue.hold()
    let detection = dialogue.detection
    let known = detection.environment
    let type = TerminalType.lookUp(known.type, fd: STDOUT_FILENO)
    return TerminalReport(
      type: known.type, isTypeKnown: type != nil,
      isSuitable: (type ?? .unknown).isECMA48, multiplexer: known.multiplexer?.name,
      outerTerminal: detection.tmux?.outerTerminal?.text,
      answeredName: detection.answered.version?.text, environmentName: known.name?.text,
      attributes: detection.answered.attributes, answerTime: dialogue.answerTime,
      answers: dialogue.answers, graphicsReason: detection.reason,
      cellSizeSource: dialogue.cellPixelSizes.found(in: window.size)?.source, size: window.size,
      colorDepth: colorDepth
        ?? .detected(type: known.type, known: type, environment: environment),
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
