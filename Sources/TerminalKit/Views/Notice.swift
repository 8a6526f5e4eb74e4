/// A line that says what was done, in the last line of the screen, until the next key.
nonisolated public struct Notice: Hashable, Sendable {
  public var text: String
  public var style: Style
  /// The sign for what is cut off.
  public var ellipsis: Character

  public init(_ text: String, theme: Theme = .standard()) {
    self.text = text
    style = theme.title
    ellipsis = theme.glyphs.ellipsis
  }

  func draw(on surface: inout Surface) {
    let size = surface.size
    guard size.rows > 0, size.columns > 2 else { return }
    let row = size.rows - 1
    surface.fill(Rect(column: 0, row: row, columns: size.columns, rows: 1))
    surface.write(
      text, at: Point(column: 1, row: row), style: style, maxColumns: size.columns - 2,
      ellipsis: ellipsis)
  }
}
