/// A screen of cells with a keyboard.
///
/// `NcursesTerminal` is the real one; `SurfaceTerminal` keeps the last frame in memory for tests.
public protocol Terminal: AnyObject {
  /// The size in cells; may be as small as 1×1.
  var size: Size { get }

  /// How many colours the terminal shows.
  var colorDepth: ColorDepth { get }

  /// The size of a cell in pixels; nil when unknown. `.capabilitiesChanged` follows a change that came
  /// without a resize.
  var cellPixelSize: PixelSize? { get }

  /// How it shows pictures. `.capabilitiesChanged` follows a change.
  var graphics: GraphicsSupport { get }

  /// Whether the mouse is followed while its button is held. Off at first, because each cell that the
  /// pointer crosses is an event.
  var reportsDrags: Bool { get set }

  /// Called on the main actor with everything that happened since the last wake, in order.
  ///
  /// Keys that arrive together are passed together, so that a held key causes one frame per wake.
  var onEvents: (([TerminalEvent]) -> Void)? { get set }

  /// Shows a frame; only the cells that differ from the last one are written.
  ///
  /// - Parameter cursor: Where the hardware cursor stands, for screen readers; it is not drawn.
  func show(_ surface: Surface, cursor: Point?)

  /// Forgets what the terminal shows, so that the next frame is written whole.
  func invalidate()

  /// Puts a text on the clipboard of the computer that the user sits at.
  ///
  /// - Parameter text: Cleaned lines, separated by `\n`.
  func copy(_ text: String) -> ClipboardResult

  /// Gives the terminal back, stops the process group as Ctrl-Z does, and returns when it is
  /// continued; then `.resumed` follows.
  func suspend()

  /// Gives the terminal to another program of this process group, and returns when that is over; then `.resumed`
  /// follows. Ctrl-C is that program's meanwhile, Ctrl-Z stops both.
  ///
  /// - Parameter start: Starts the program; called once, unless the terminal is gone. Answers a descriptor that can be
  ///   read when it is over; -1 if it is already.
  /// - Returns: Whether it is over. Not if this program is asked to end before.
  func lend(_ start: () -> Int32) -> Bool

  /// Gives the terminal back as it was. Idempotent.
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

/// The outcome of copying a text to the clipboard.
nonisolated public enum ClipboardResult: Hashable, Sendable {
  /// The text was sent to the terminal. Terminals do not say whether they took it: some ask the user first,
  /// some have it turned off.
  case given
  /// More bytes than terminals take; nothing was copied.
  case tooLong(byteLimit: Int)
  /// The terminal has no clipboard, like a console, or is gone.
  case unavailable
}
