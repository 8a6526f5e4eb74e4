import TerminalKit

/// A picture that the terminal itself draws (Kitty, sixel, iTerm2), and where.
///
/// The cells under it hold NBSP, which ncurses never erases by clearing to the end of a line; whoever
/// writes the frame writes these pictures after it.
nonisolated public struct PicturePlacement: Hashable, Sendable {
  public let picture: Picture
  /// The cells that it covers, in the coordinates of the surface that was drawn into.
  public let rect: Rect

  public init(picture: Picture, rect: Rect) {
    self.picture = picture
    self.rect = rect
  }
}
