/// A screen of cells with a keyboard.
///
/// `NcursesTerminal` is the real implementation; `SurfaceTerminal` keeps the last frame in memory for tests.
public protocol Terminal: AnyObject {
  /// The size in cells; may be as small as 1×1.
  var size: Size { get }

  /// How many colours the terminal can show.
  var colorDepth: ColorDepth { get }

  /// The size of a cell in pixels; nil if unknown. `.capabilitiesChanged` is sent after a change without a resize.
  var cellPixelSize: PixelSize? { get }

  /// How it shows pictures. `.capabilitiesChanged` is sent after a change.
  var graphics: GraphicsSupport { get }

  /// Whether so much as a large picture of characters takes long to reach the terminal, as far as that is known.
  var isLineSlow: Bool { get }

  /// Called on the main actor with everything that happened since the last wake-up, in order.
  ///
  /// Keys that arrive together are passed together, so that a held key causes one frame per wake-up.
  var onEvents: (([TerminalEvent]) -> Void)? { get set }

  /// Shows a frame; only the cells that differ from the last frame are written.
  ///
  /// - Parameter cursor: The position of the hardware cursor, for screen readers; it is not drawn.
  func show(_ surface: Surface, cursor: Point?)

  /// Forgets what the terminal shows, so that the next frame is written completely.
  func invalidate()

  /// Copies a text to the clipboard of the user's computer.
  ///
  /// - Parameter text: Cleaned lines, separated by `\n`.
  func copy(_ text: String) -> ClipboardResult

  /// Restores the terminal, stops the process group as Ctrl-Z does, and returns when it is continued; then `.resumed`
  /// follows.
  func suspend()

  /// Lends the terminal to another program in this process group, and returns when that program has exited; then
  /// `.resumed` follows. In the meantime Ctrl-C goes to that program; Ctrl-Z stops both.
  ///
  /// - Parameter start: Starts the program; called once, unless the terminal is gone. Returns a descriptor that becomes
  ///   readable when the program has exited, or -1 if it already has.
  /// - Returns: Whether the program has exited; false if this program is asked to terminate first.
  func lend(_ start: () -> Int32) -> Bool

  /// Restores the terminal's original state. Idempotent.
  func restore()
}

/// A size in pixels.
nonisolated public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The result of copying a text to the clipboard.
nonisolated public enum ClipboardResult: Hashable, Sendable {
  /// The text was sent to the terminal. Terminals do not say whether they accepted it: some ask the user first, and in
  /// some this is turned off.
  case given
  /// More bytes than terminals accept; nothing was copied.
  case tooLong(byteLimit: Int)
  /// The terminal has no clipboard (such as a console), or is gone.
  case unavailable
}

/// An event from the terminal.
nonisolated public enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text, not cleaned: it may contain control characters and newlines. A paste never arrives as keys, so it
  /// cannot run commands.
  case paste(String)
  case resize(Size)
  /// More is known about the terminal: how it shows pictures, or the size of its cells in pixels.
  case capabilitiesChanged
  /// The program was continued after a suspension; everything has to be redrawn.
  case resumed
  /// The program should exit.
  case terminate(TerminationReason)
}

/// Why the program should exit.
nonisolated public enum TerminationReason: Hashable, Sendable {
  /// SIGINT: Ctrl-C in the controlling terminal, elsewhere a signal from outside.
  case interrupt
  /// SIGTERM.
  case terminate
  /// SIGQUIT from outside.
  case quit
  /// SIGHUP, or end of file, `EIO` or `POLLHUP` on the terminal.
  case hangUp
  /// Another signal that terminates programs, such as SIGUSR1 or SIGXCPU (`ulimit -t`).
  case signal(Int32)

  /// 128 plus the signal's number, as shells report it.
  public var exitStatus: Int32 {
    switch self {
    case .hangUp: 129
    case .interrupt: 130
    case .quit: 131
    case .terminate: 143
    case .signal(let number): 128 + number
    }
  }
}

/// What the mouse did, and in which cell.
nonisolated public struct MouseEvent: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case press, doubleClick, release, wheelUp, wheelDown
    /// The mouse moved to another cell with its button held.
    case drag
  }

  public var action: Action
  public var position: Point
  /// Whether Ctrl was held while the wheel turned; many terminals change their font then and report nothing.
  public var isControlled: Bool

  public init(_ action: Action, at position: Point, isControlled: Bool = false) {
    self.action = action
    self.position = position
    self.isControlled = isControlled
  }
}
