import CTerminalRestore
import Dispatch
import Glibc
import TerminalKit

/// The real terminal: frames go through ncurses, keys come from its bytes.
///
/// It is one owner of the terminal: modes, screens, bytes out and bytes in. ncurses only finds the
/// shortest way from one frame to the next (`CursesScreen`). The terminal is given back on every
/// way out: `restore()`, `exit`, crashes, and signals that come while the main thread hangs.
///
/// A terminal that does not read (a stalled link) never blocks the program: bytes wait, and of the
/// frames that come meanwhile only the last is shown when it reads again.
///
/// One a process, on the main queue; the process has to run `dispatchMain()`.
public final class NcursesTerminal: Terminal {
  public internal(set) var size: Size
  public let colorDepth: ColorDepth
  public internal(set) var cellPixelSize: PixelSize?
  public internal(set) var graphics = GraphicsSupport() {
    didSet { updateWriter() }
  }

  /// Whether the terminal shows more than ASCII; screens draw with ASCII glyphs when it does not.
  public let isUnicode: Bool

  /// The terminal hears of it with the next frame: in between, a picture may be half written.
  public var reportsDrags = false
  /// What the terminal was told.
  var toldDrags = false

  public var onEvents: (([TerminalEvent]) -> Void)? {
    didSet {
      // What the terminal has answered by now counts in the first frame.
      if oldValue == nil, onEvents != nil { read() }
      deliver()
    }
  }

  enum State {
    case active, suspended, restored
  }

  let device: TerminalDevice
  /// Ends the program when this thread does not.
  let watchdog: MainThreadWatchdog
  let screen: CursesScreen
  let modes: TerminalModes
  var state = State.active
  var parser = InputParser()
  var clicks = ClickCounter()
  var output = FrameOutput()
  var pace = ThroughputMeter()
  /// Tells the terminal of the pictures, as `writerKind` says.
  var writer: any GraphicsWriter = NoGraphicsWriter()
  var writerKind = WriterKind()
  /// What the last frame shows; drawn again when a picture of it has arrived.
  var lastFrame: (surface: Surface, cursor: Point?)?
  /// A piece of a picture is about to be sent.
  var isFeeding = false
  /// The terminal is asked to say when it has read a piece.
  var receipts = ChunkAcknowledgements()
  var pendingEvents: [TerminalEvent] = []
  /// Counts input, so that a timer knows whether anything came after it was set.
  var inputGeneration = 0
  /// The terminal takes and gives no bytes any more.
  var isGone = false
  var hasSaidHangUp = false
  let environment: TerminalEnvironment
  let queryScope: TerminalQuery.Scope
  var detection: GraphicsDetection
  var cellPixelSizes: CellPixelSizes
  var awaited = AwaitedAnswers()
  /// The size of cells is to be asked for when the answers to the last question are there, and no picture
  /// is half written.
  var isCellSizeWanted = false
  /// What is to be copied when no picture is half written.
  var waitingCopy: [UInt8] = []
  /// tmux is being given what is to be copied.
  var tmuxCopy: TmuxCopy?
  /// Whether the terminal knows strings of ECMA-48; a console may show them.
  let hasStrings: Bool
  var memoryProbe: SharedMemoryProbe?
  var tmuxInquiry: TmuxInquiry?
  /// tmux is to be asked in a moment.
  var isTmuxDue = false
  var readSource: (any DispatchSourceRead)?
  var writeSource: (any DispatchSourceWrite)?
  var signalSource: (any DispatchSourceRead)?

  /// Takes the terminal over: its modes, its second screen, its signals.
  ///
  /// - Parameters:
  ///   - colorDepth: Overrides what the terminal and the environment say.
  ///   - graphics: Overrides how pictures are given to it.
  ///   - cellPixelSize: Overrides the size of its cells.
  ///   - environment: Answers a variable's value.
  /// - Throws: `TerminalError.noTerminal` when standard input or output is redirected and there is
  ///   no controlling terminal; `.unsuitable` when `TERM` names one that cannot place its cursor.
  public init(
    colorDepth: ColorDepth? = nil,
    graphics: GraphicsMethod? = nil,
    cellPixelSize: PixelSize? = nil,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(TerminalError) {
    device = try TerminalDevice()
    watchdog = MainThreadWatchdog(device: device)
    let window = WindowSize(of: device.fd)
    size = window.size
    self.environment = TerminalEnvironment(environment)
    detection = GraphicsDetection(environment: self.environment, chosen: graphics)
    cellPixelSizes = CellPixelSizes(chosen: cellPixelSize, window: window.cellPixelSize)
    self.cellPixelSize = cellPixelSizes.size(in: window.size)
    self.graphics = detection.support
    isUnicode = TerminalLocale.prepare(isUTF8Line: device.isUTF8, environment: environment)

    let type = environment("TERM") ?? ""
    let known = TerminalDescription.lookUp(type, fd: device.fd)
    let description = known ?? .xterm
    guard description.isSuitable else {
      device.closeDescriptor()
      throw .unsuitable(type: type)
    }
    self.colorDepth =
      colorDepth
      ?? .detected(type: type, description: known, environment: environment)
    modes = TerminalModes(description: description)
    hasStrings = description.isEmulator
    queryScope = TerminalQuery.scope(
      environment: self.environment, isEmulator: description.isEmulator)
    screen = try CursesScreen(
      description: description.avoidingFaults(of: self.environment.name), type: type,
      depth: self.colorDepth, isUnicode: isUnicode, size: window.size)
    // Handlers before modes: from here on nothing ends the program without giving it back.
    arm()
    catchSignals()
    do {
      try enter()
    } catch {
      terminal_restore_now(1)
      releaseSignals()
      throw error
    }
    listen()
    watchdog.start { [weak self] in
      self?.read()
      self?.deliver()
    }
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
    readSource?.cancel()
    writeSource?.cancel()
    signalSource?.cancel()
    if wasActive { leave() }
    terminal_restore_disarm()
    watchdog.restored()
    screen.close()
    releaseSignals()
  }
}
