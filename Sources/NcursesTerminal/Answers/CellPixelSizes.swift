import TerminalKit

/// The size of a cell in pixels from several sources, the most trusted first.
nonisolated struct CellPixelSizes: Hashable, Sendable {
  /// Set by the user; overrides everything else.
  var chosen: PixelSize?
  /// `CSI 16 t`.
  private(set) var answered: PixelSize?
  /// `CSI 14 t`: the size of all cells together.
  private(set) var textArea: PixelSize?
  /// `TIOCGWINSZ`.
  private(set) var window: PixelSize?

  init(chosen: PixelSize? = nil, window: PixelSize? = nil) {
    self.chosen = chosen
    self.window = window
  }

  /// - Parameter cells: The terminal's size.
  func size(in cells: Size) -> PixelSize? { found(in: cells)?.size }

  /// The size, and where it is from.
  func found(in cells: Size) -> (size: PixelSize, source: CellSizeSource)? {
    if let chosen { return (chosen, .chosen) }
    if let answered, Self.isCredible(answered) { return (answered, .answer) }
    if let textArea, cells.columns > 0, cells.rows > 0 {
      let cell = PixelSize(
        width: textArea.width / cells.columns, height: textArea.height / cells.rows)
      if Self.isCredible(cell) { return (cell, .answer) }
    }
    return window.map { ($0, .system) }
  }

  mutating func take(_ answer: TerminalAnswer) {
    switch answer {
    case .cellSize(let size): answered = size
    case .textAreaSize(let size): textArea = size
    default: break
    }
  }

  /// The window has changed. The system's value is current, while answers arrive later: if the system's value differs
  /// from the previous one, the font has changed, and earlier answers are for the old font.
  ///
  /// - Parameter cells: Whether the number of cells has changed, too. That says nothing about the font, but invalidates
  ///   the size of all cells together.
  mutating func windowChanged(to window: PixelSize?, cellsChanged: Bool) {
    if window != self.window {
      answered = nil
      textArea = nil
    }
    if cellsChanged { textArea = nil }
    self.window = window
  }

  /// Some terminals report 0×0, 640×480 for any window, or cells of 2×6. Real values are well within these limits: the
  /// smallest readable font is 4×6, a large one on a high-resolution screen about 60×120; square bitmap fonts (8×8) are
  /// the widest, and the narrowest, 1 to 3, comes from a narrow font with a third of line spacing.
  static func isCredible(_ cell: PixelSize) -> Bool {
    (4...80).contains(cell.width) && (6...160).contains(cell.height)
      && cell.height >= cell.width && cell.height <= 3 * cell.width
  }
}

/// Where the size of a cell in pixels is from.
nonisolated public enum CellSizeSource: Hashable, Sendable {
  /// The user's setting.
  case chosen
  /// The terminal's answer.
  case answer
  /// The system (TIOCGWINSZ).
  case system
}
