import TerminalKit

/// The size of a cell in pixels, from those who tell it, the most trusted first.
nonisolated struct CellPixelSizes: Hashable, Sendable {
  /// What the user says; holds whatever else is said.
  var chosen: PixelSize?
  /// `CSI 16 t`.
  private(set) var answered: PixelSize?
  /// `CSI 14 t`: of all cells together.
  private(set) var textArea: PixelSize?
  /// `TIOCGWINSZ`.
  private(set) var window: PixelSize?

  init(chosen: PixelSize? = nil, window: PixelSize? = nil) {
    self.chosen = chosen
    self.window = window
  }

  /// - Parameter cells: The terminal's size.
  func size(in cells: Size) -> PixelSize? {
    if let chosen { return chosen }
    if let answered, Self.isCredible(answered) { return answered }
    if let textArea, cells.columns > 0, cells.rows > 0 {
      let cell = PixelSize(
        width: textArea.width / cells.columns, height: textArea.height / cells.rows)
      if Self.isCredible(cell) { return cell }
    }
    return window
  }

  mutating func take(_ answer: TerminalAnswer) {
    switch answer {
    case .cellSize(let size): answered = size
    case .textAreaSize(let size): textArea = size
    default: break
    }
  }

  /// The window changed. The system knows at once, answers come later: when it says something else
  /// than before, the font changed, and earlier answers are of the former font.
  ///
  /// - Parameter cells: Whether the number of cells changed too, which tells nothing of the font, but
  ///   makes the size of all cells worthless.
  mutating func windowChanged(to window: PixelSize?, cellsChanged: Bool) {
    if window != self.window {
      answered = nil
      textArea = nil
    }
    if cellsChanged { textArea = nil }
    self.window = window
  }

  /// Some terminals say 0×0, 640×480 for any window, or cells of 2×6. Real ones lie well within: the
  /// smallest font that anybody reads is 4×6, a large one on a dense screen about 60×120; square
  /// bitmap fonts (8×8) are the widest, and a third of line spacing added to a narrow font makes the
  /// narrowest, 1 to 3.
  static func isCredible(_ cell: PixelSize) -> Bool {
    (4...80).contains(cell.width) && (6...160).contains(cell.height)
      && cell.height >= cell.width && cell.height <= 3 * cell.width
  }
}
