import TerminalKit

/// A terminal in memory, for tests: keys are pressed with calls and frames are read as text.
public final class SurfaceTerminal: Terminal {
  /// Changed by `resize(to:)`.
  public private(set) var size: Size
  /// The colour depth that the terminal reports; set by tests.
  public var colorDepth: ColorDepth
  /// The cell size that the terminal reports; set by tests.
  public var cellPixelSize: PixelSize?
  /// The graphics support that the terminal reports; tests set it and send `.capabilitiesChanged`.
  public var graphics = GraphicsSupport()
  /// Whether the terminal reads slowly; set by tests.
  public var isLineSlow = false
  /// Whether drags were requested; what tests send arrives in any case.
  /// Called by `send` and the methods based on it; set by the application.
  public var onEvents: (([TerminalEvent]) -> Void)?

  /// The last frame; blank before the first one.
  public private(set) var surface: Surface
  /// The cursor of the last frame; nil if it was hidden.
  public private(set) var cursor: Point?
  /// How many frames were shown.
  public private(set) var frameCount = 0
  /// How many cells each frame changed; all of them after `invalidate()` or a resize.
  public private(set) var changedCellCounts: [Int] = []
  /// How often a complete rewrite of the next frame was requested.
  public private(set) var invalidationCount = 0
  /// How often the program was suspended.
  public private(set) var suspensionCount = 0
  /// How often another program used the terminal.
  public private(set) var loanCount = 0
  /// The copied texts, in order.
  public private(set) var copiedTexts: [String] = []
  /// The result of copying; set by tests.
  public var clipboardResult = ClipboardResult.given
  /// Whether the terminal was restored.
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

  /// The last frame, with each line between bars.
  public var framedText: String { surface.framedText }

  // MARK: Events

  /// All events arrive in one wake-up.
  public func send(_ events: [TerminalEvent]) { onEvents?(events) }

  /// Keys that arrive in one wake-up, as when one is held down.
  public func press(_ keys: Key...) { send(keys.map(TerminalEvent.key)) }

  /// A key that types a character.
  public func press(_ character: Character) { press(.character(character)) }

  /// One wake-up per character.
  public func type(_ text: String) {
    for character in text { press(character) }
  }

  /// A paste in one wake-up.
  public func paste(_ text: String) { send([.paste(text)]) }

  /// One mouse event in one wake-up.
  public func mouse(_ action: MouseEvent.Action, column: Int, row: Int) {
    send([.mouse(MouseEvent(action, at: Point(column: column, row: row)))])
  }

  /// Two quick presses on a cell, in one wake-up each.
  public func doubleClick(column: Int, row: Int) {
    mouse(.press, column: column, row: row)
    mouse(.release, column: column, row: row)
    mouse(.doubleClick, column: column, row: row)
  }

  /// Changes the size and reports it in one wake-up.
  public func resize(to size: Size) {
    self.size = size
    send([.resize(size)])
  }

  /// Changes the size and reports it in one wake-up.
  public func resize(columns: Int, rows: Int) { resize(to: Size(columns: columns, rows: rows)) }

  // MARK: Terminal

  /// Keeps the frame and counts the cells that it changes.
  public func show(_ surface: Surface, cursor: Point?) {
    changedCellCounts.append(changes(to: surface))
    frameCount += 1
    isValid = true
    self.surface = surface
    self.cursor = cursor
  }

  /// Counts the next frame as completely changed.
  public func invalidate() {
    invalidationCount += 1
    isValid = false
  }

  /// Records the copied text, if copying works.
  public func copy(_ text: String) -> ClipboardResult {
    if clipboardResult == .given { copiedTexts.append(text) }
    return clipboardResult
  }

  /// Returns immediately, with `.resumed`.
  public func suspend() {
    suspensionCount += 1
    send([.resumed])
  }

  /// Does not wait, and returns immediately, with `.resumed`.
  public func lend(_ start: () -> Int32) -> Bool {
    loanCount += 1
    _ = start()
    send([.resumed])
    return true
  }

  /// Records that the terminal was restored.
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
