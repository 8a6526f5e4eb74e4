import TerminalKit

/// A terminal in memory, for tests: keys are pressed by calls and frames are read as text.
public final class SurfaceTerminal: Terminal {
  /// Changed by `resize(to:)`.
  public private(set) var size: Size
  /// What the terminal says that it shows; tests set it.
  public var colorDepth: ColorDepth
  /// What the terminal says of its pixels; tests set it.
  public var cellPixelSize: PixelSize?
  /// What the terminal says of its pictures; tests set it, and send `.capabilitiesChanged`.
  public var graphics = GraphicsSupport()
  /// Whether drags were asked for; what tests send arrives either way.
  public var reportsDrags = false
  /// Called by `send` and what is made of it; the application sets it.
  public var onEvents: (([TerminalEvent]) -> Void)?

  /// The last frame; blank before the first.
  public private(set) var surface: Surface
  /// Of the last frame; nil where it was hidden.
  public private(set) var cursor: Point?
  /// How many frames were shown.
  public private(set) var frameCount = 0
  /// How many cells each frame changed; a whole frame after `invalidate()` or a resize.
  public private(set) var changedCellCounts: [Int] = []
  /// How often the next frame was asked to be written whole.
  public private(set) var invalidationCount = 0
  /// How often the program was suspended.
  public private(set) var suspensionCount = 0
  /// How often another program had the terminal.
  public private(set) var loanCount = 0
  /// What was copied, in order.
  public private(set) var copiedTexts: [String] = []
  /// What comes of copying; tests set it.
  public var clipboardResult = ClipboardResult.given
  /// Whether the terminal was given back.
  public private(set) var isRestored = false
  private var isValid = false

  public init(
    size: Size = Size(columns: 80, rows: 24), colorDepth: ColorDepth = .truecolor,
    cellPixelSize: PixelSize? = nil
  ) {
    self.size = size
    self.colorDepth = colorDepth
    self.cellPixelSize = cellPixelSize
    surface = Surface(size: size)
  }

  /// The last frame, every line between bars.
  public var framedText: String { surface.framedText }

  // MARK: What happens

  /// All events arrive in one wake.
  public func send(_ events: [TerminalEvent]) { onEvents?(events) }

  /// Keys that arrive in one wake, as when one is held.
  public func press(_ keys: Key...) { send(keys.map(TerminalEvent.key)) }

  /// A key that types a character.
  public func press(_ character: Character) { press(.character(character)) }

  /// One wake a character.
  public func type(_ text: String) {
    for character in text { press(character) }
  }

  /// A paste in one wake.
  public func paste(_ text: String) { send([.paste(text)]) }

  /// One event of the mouse in one wake.
  public func mouse(_ action: MouseEvent.Action, column: Int, row: Int) {
    send([.mouse(MouseEvent(action, at: Point(column: column, row: row)))])
  }

  /// Two presses on a cell in short order, one wake each.
  public func doubleClick(column: Int, row: Int) {
    mouse(.press, column: column, row: row)
    mouse(.release, column: column, row: row)
    mouse(.doubleClick, column: column, row: row)
  }

  /// Changes the size and says so in one wake.
  public func resize(to size: Size) {
    self.size = size
    send([.resize(size)])
  }

  /// Changes the size and says so in one wake.
  public func resize(columns: Int, rows: Int) { resize(to: Size(columns: columns, rows: rows)) }

  // MARK: Terminal

  /// Keeps the frame and counts what it changes.
  public func show(_ surface: Surface, cursor: Point?) {
    changedCellCounts.append(changes(to: surface))
    frameCount += 1
    isValid = true
    self.surface = surface
    self.cursor = cursor
  }

  /// Counts the next frame as changed wholly.
  public func invalidate() {
    invalidationCount += 1
    isValid = false
  }

  /// Notes what was copied, if it is.
  public func copy(_ text: String) -> ClipboardResult {
    if clipboardResult == .given { copiedTexts.append(text) }
    return clipboardResult
  }

  /// Comes back at once, with `.resumed`.
  public func suspend() {
    suspensionCount += 1
    send([.resumed])
  }

  /// Does not wait, and comes back at once, with `.resumed`.
  public func lend(_ start: () -> Int32) -> Bool {
    loanCount += 1
    _ = start()
    send([.resumed])
    return true
  }

  /// Notes that the terminal was given back.
  public func restore() { isRestored = true }

  private func changes(to new: Surface) -> Int {
    guard isValid, new.size == surface.size else { return new.size.columns * new.size.rows }
    var count = 0
    for row in 0..<new.size.rows {
      for column in 0..<new.size.columns where new[column, row] != surface[column, row] {
        count += 1
      }
    }
    return count
  }
}
