import PictureProtocol
import TerminalKit

/// A picture in a rectangle, or a placeholder that fills it while it loads, and a sign if there is none.
///
/// ```swift
/// PictureView(state: source.picture(for: key), theme: theme).draw(on: &surface, in: rect)
/// ```
public struct PictureView {
  public var state: PictureState
  public var theme: Theme

  public init(state: PictureState, theme: Theme = .standard()) {
    self.state = state
    self.theme = theme
  }

  /// Draws into a rectangle of any size, down to 1×1; never outside of it.
  public func draw(on surface: inout Surface, in rect: Rect) {
    guard !rect.isEmpty else { return }
    switch state {
    case .ready(let picture), .loading(rough: .some(let picture)):
      surface.draw(picture, in: rect)
    case .loading(rough: nil):
      surface.fill(rect, with: Cell(character: Glyphs.shade, style: theme.secondary))
    case .failed(let failure):
      drawFailure([failure.words, failure.shortWords], on: &surface, in: rect)
    // Shown once, in the status line, and not in every row.
    case .unavailable:
      drawSign("·", style: theme.secondary, on: &surface, in: rect)
    }
  }

  /// Draws the sign for a missing picture and, below it, as much of the reason as there is room for.
  ///
  /// - Parameter words: The reason in several lengths, the longest first; the first one that fits is used.
  public func drawFailure(_ words: [String], on surface: inout Surface, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let lines = reason(words, in: rect)
    let block = rect.centered(Size(columns: rect.size.columns, rows: 1 + lines.count))
    drawSign("×", style: theme.warning, on: &surface, in: block.line(0))
    for (index, line) in lines.enumerated() {
      surface.write(
        line, in: block.line(1 + index), style: theme.secondary, alignment: .center)
    }
  }

  /// All of the words if they fit, otherwise a shorter version, otherwise none: the sign is enough.
  private func reason(_ reasons: [String], in rect: Rect) -> [String] {
    let columns = rect.size.columns
    let rows = rect.size.rows - 1
    guard columns >= 5, rows > 0 else { return [] }
    for words in reasons {
      let lines = TextLayout.wrap(words, columns: columns, maxRows: rows + 1)
      let isWhole = words.split(separator: " ").allSatisfy {
        GlyphWidth.columns(of: String($0)) <= columns
      }
      if isWhole, lines.count <= rows { return lines }
    }
    return []
  }

  private func drawSign(
    _ sign: Character, style: Style, on surface: inout Surface, in rect: Rect
  ) {
    let cell = rect.centered(Size(columns: 1, rows: 1))
    surface.set(Cell(glyph: sign, style: style), at: cell.origin)
  }
}

extension Rect {
  fileprivate nonisolated func line(_ index: Int) -> Rect {
    Rect(column: minColumn, row: minRow + index, columns: size.columns, rows: 1)
  }
}
