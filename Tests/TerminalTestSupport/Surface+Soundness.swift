import TerminalKit

extension Surface {
  /// Whether each wide glyph is followed by its right half and each right half has its glyph.
  public nonisolated var isSound: Bool {
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = self[column, row]
        if cell.width == 2, column + 1 >= size.columns || self[column + 1, row].width != 0 {
          return false
        }
        if cell.width == 0, column == 0 || self[column - 1, row].width != 2 { return false }
        if cell.width > 0, GlyphWidth.columns(of: cell.character) != Int(cell.width) {
          return false
        }
      }
    }
    return true
  }
}
