/// How pictures are shown in a terminal.
nonisolated public enum GraphicsMethod: Hashable, Sendable, CaseIterable {
  /// No pictures: text and symbols only.
  case none
  /// As coloured characters; works in any terminal.
  case symbols
  /// Kitty graphics protocol: a picture is sent once, then placed and moved by its number.
  case kitty
  /// Kitty graphics protocol with U+10EEEE cells as placeholders for positions; also works inside tmux.
  case kittyPlaceholders
  /// DEC sixel graphics, drawn at the cursor.
  case sixel
  /// iTerm2 inline images, drawn at the cursor.
  case iTerm2

  /// The maximum number of columns, and of rows, that a picture may cover; nil for no limit.
  ///
  /// Placeholder cells give their column and row as combining marks, of which there are 297 (kitty graphics protocol,
  /// *Unicode placeholders*).
  public var cellLimit: Int? { self == .kittyPlaceholders ? 297 : nil }
}
