/// How a terminal is given pictures.
nonisolated public enum GraphicsMethod: Hashable, Sendable, CaseIterable {
  /// Not at all: words and signs only.
  case none
  /// As characters in colours; any terminal.
  case symbols
  /// Kitty graphics protocol: sent once, then placed and moved by number.
  case kitty
  /// The same with U+10EEEE cells in place of positions, which also works inside tmux.
  case kittyPlaceholders
  /// DEC sixel graphics, drawn at the cursor.
  case sixel
  /// iTerm2 inline images, drawn at the cursor.
  case iTerm2

  /// The most columns, and rows, that a picture may cover; nil for any number.
  ///
  /// Placeholder cells name their column and row by combining marks, of which there are 297 (kitty graphics
  /// protocol, *Unicode placeholders*).
  public var cellLimit: Int? { self == .kittyPlaceholders ? 297 : nil }
}
