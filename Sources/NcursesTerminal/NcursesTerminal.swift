import CTerminalRestore
import Glibc
import TerminalKit

/// The real terminal: frames go through ncurses, keys are parsed from the terminal's bytes.
///
/// It is the only owner of the terminal: modes, screens, output and input. ncurses only finds the shortest way from one
/// frame to the next (`CursesScreen`). The terminal is restored on every exit: `restore()`, `exit`, crashes, and
/// signals that arrive while the main thread hangs.
///
/// A terminal that doesn't read (a stalled connection) never blocks the program: bytes wait, and of the frames that are
/// made in the meantime only the last one is shown when it reads again.
///
/// There is one per process, on the main thread, which has to run its `loop`.
public final class NcursesTerminal: Terminal {
  public internal(set) var size: Size
  public let colorDepth: ColorDepth
  public internal(set) var cellPixelSize: PixelSize?
  public internal(set) var graphics = GraphicsSupport() {
    didSet { updateWriter() }
  }

  /// The terminal is notified with the next frame, because a picture may be half written until then.
  public var reportsDrags = false
  /// The value that the terminal was last sent.
  var sentDragReports = false

  public var onEvents: (([TerminalEvent]) -> Void)? {
    didSet {
      // Answers that have already arrived count for the first frame.
      if oldValue == nil, onEvents != nil { read() }
      deliver()
    }
  }

  enum State {
    case active, suspended, restored
  }

  /// The main thread's loop, which wakes the terminal.
  public let loop: MainLoop
  let device: TerminalDevice
  let screen: CursesScreen
  let modes: TerminalModes
  var state = State.active
  var parser = InputParser()
  var clicks = ClickCounter()
  var output = FrameOutput()
  var pace = ThroughputMeter()
  /// Sends pictures to the terminal in the way of `writerKind`.
  var writer: any GraphicsWriter = NoGraphicsWriter()
  var writerKind = WriterKind()
  /// The last frame; drawn again when one of its pictures has arrived. nil if the terminal draws none.
  var lastFrame: (surface: Surface, cursor: Point?)?
  /// Whether a piece of a picture is about to be sent.
  var isFeeding = false
  /// Whether the terminal has read the pieces sent to it.
  var receipts = ChunkAcknowledgements()
  var pendingEvents: [TerminalEvent] = []
  /// Counts input, so that a timer can tell whether anything arrived after it was set.
  var inputGeneration = 0
  /// The terminal no longer accepts or sends bytes.
  var isGone = false
  var hasSaidHangUp = false
  var isAskedToExit = false
  let environment: TerminalEnvironment
  let queryScope: TerminalQuery.Scope
  var detection: GraphicsDetection
  var cellPixelSizes: CellPixelSizes
  var awaited = AwaitedAnswers()
  /// Ask for the cell size when the answers to the last question have arrived and no picture is half written.
  var isCellSizeWanted = false
  /// What to copy when no picture is half written.
  var waitingCopy: [UInt8] = []
  /// The running copy through tmux.
  var tmuxCopy: TmuxCopy?
  /// Whether the terminal handles ECMA-48 strings; a console may print them.
  let hasStrings: Bool
  var memoryProbe: SharedMemoryProbe?
  var tmuxInquiry: TmuxInquiry?
  /// Whether tmux will be asked shortly.
  var isTmuxDue = false
  var inputWatch: MainLoop.Watch?
  var outputWatch: MainLoop.Watch?
  var signalWatch: MainLoop.Watch?

  /// Takes over the terminal: its modes, its second screen, its signals.
  ///
  /// - Parameters:
  ///   - loop: The loop that the main thread is going to run.
  ///   - colorDepth: Overrides what the terminal and the environment report.
  ///   - graphics: Overrides how pictures are shown.
  ///   - cellPixelSize: Overrides the size of its cells.
  ///   - environment: Returns the value of a variable.
  /// - Throws: `TerminalError.noTerminal` if standard input or output is redirected and there is no controlling
  ///   terminal; `.unsuitable` if `TERM` is a terminal that doesn't speak ECMA-48; `.notUTF8` if the locale isn't UTF-8.
  public init(
    loop: MainLoop = MainLoop(),
    colorDepth: ColorDepth? = nil,
    graphics: GraphicsMethod? = nil,
    cellPixelSize: PixelSize? = nil,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(TerminalError) {
    self.loop = loop
    device = try TerminalDevice()
    let window = WindowSize(of: device.fd)
    size = window.size
    self.environment = TerminalEnvironment(environment)
    detection = GraphicsDetection(environment: self.environment, chosen: graphics)
    cellPixelSizes = CellPixelSizes(chosen: cellPixelSize, window: window.cellPixelSize)
    self.cellPixelSize = cellPixelSizes.size(in: window.size)
    self.graphics = detection.support

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
    self.colorDepth =
      colorDepth
      ?? .detected(type: name, known: known, environment: environment)
    modes = TerminalModes(type: type)
    hasStrings = type.secondScreen != nil
    queryScope = TerminalQuery.scope(environment: self.environment, isEmulator: hasStrings)
    screen = try CursesScreen(
      type: type, name: name, depth: self.colorDepth, size: window.size)
    try startWatchdog()
    // Handlers before modes: from here on, nothing ends the program without restoring the terminal.
    arm()
    catchSignals()
    // Many terminals are resized when they have just started a program: until now its signal was ignored.
    followWindow()
    do {
      try enter()
    } catch {
      terminal_restore_now(1)
      releaseSignals()
      throw error
    }
    listen()
  }

  public func show(_ surface: Surface, cursor: Point?) {
    guard state == .active, !isGone else { return }
    guard output.isDrained else {
      output.waitingFrame = (surface, cursor)
      return
    }
    compose(surface, cursor: cursor)
  }

  public func invalidate() {
    screen.invalidate()
    writer.invalidate()
  }

  public func restore() {
    guard state != .restored else { return }
    let wasActive = state == .active
    state = .restored
    inputWatch?.cancel()
    outputWatch?.cancel()
    signalWatch?.cancel()
    if wasActive { leave() }
    terminal_restore_disarm()
    screen.close()
    releaseSignals()
  }
}
