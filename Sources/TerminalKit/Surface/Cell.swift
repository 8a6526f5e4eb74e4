/// One cell of a surface: a glyph, its style, and its width in columns.
nonisolated public struct Cell: Hashable, Sendable {
  /// One grapheme cluster; a space in an empty cell.
  public var character: Character
  public var style: Style
  /// 1 or 2; 0 marks the right half of the wide glyph to the left.
  public var width: UInt8

  public init(character: Character = " ", style: Style = .plain, width: UInt8 = 1) {
    self.character = character
    self.style = style
    self.width = width
  }

  public static let blank = Cell()
}
