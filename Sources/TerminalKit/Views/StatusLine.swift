/// One line with text on the left, in the middle and on the right: `Vitrine   ⠹ busy   60 of 90`.
///
/// The middle is dropped first, then the left part is truncated; the right part is kept longest.
public struct StatusLine {
  /// A piece of text with its own style.
  nonisolated public struct Part: Hashable, Sendable {
    public var text: String
    public var style: Style
    /// What a press on it does (`KeyCommand.id`); nil for nothing.
    public var command: String?

    public init(_ text: String, style: Style = .plain, command: String? = nil) {
      self.text = text
      self.style = style
      self.command = command
    }
  }

  /// Truncated with an ellipsis if there is too little room.
  public var left: [Part]
  /// Directly to the left of the right part; dropped if there is too little room.
  public var middle: [Part]
  /// Kept longest.
  public var right: [Part]

  public init(left: [Part] = [], middle: [Part] = [], right: [Part] = []) {
    self.left = left
    self.middle = middle
    self.right = right
  }

  /// Draws into the first line of a rectangle.
  public func draw(on surface: inout Surface, in rect: Rect) {
    surface.draw(in: Rect(origin: rect.origin, size: Size(columns: rect.size.columns, rows: 1))) {
      surface in
      let columns = surface.size.columns
      let rightColumns = min(columns, width(of: right))
      let rightStart = columns - rightColumns
      write(right, on: &surface, at: rightStart, columns: rightColumns)
      let leftSpace = rightColumns == 0 ? columns : rightStart - 1
      let leftColumns = write(left, on: &surface, at: 0, columns: leftSpace)
      let middleColumns = width(of: middle)
      // Two columns stay free on its left and one on its right.
      let start = rightStart - 1 - middleColumns
      guard middleColumns > 0, start >= (leftColumns > 0 ? leftColumns + 2 : 0) else { return }
      write(middle, on: &surface, at: start, columns: middleColumns)
    }
  }

  private func width(of parts: [Part]) -> Int {
    parts.reduce(0) { $0 + GlyphWidth.columns(of: $1.text) }
  }

  @discardableResult
  private func write(
    _ parts: [Part], on surface: inout Surface, at column: Int, columns: Int
  ) -> Int {
    var used = 0
    for part in parts where used < columns {
      let width = surface.write(
        part.text, at: Point(column: column + used, row: 0), style: part.style,
        maxColumns: columns - used)
      if let command = part.command {
        surface.addButton(
          command, in: Rect(column: column + used, row: 0, columns: width, rows: 1))
      }
      used += width
    }
    return used
  }
}
