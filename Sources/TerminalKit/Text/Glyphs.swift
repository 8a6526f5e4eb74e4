/// The symbols that views are drawn with, each one column wide.
nonisolated public enum Glyphs {
  /// At the left of the focused row.
  public static let selectionBar: Character = "▌"
  /// At the right of the focused item of a grid.
  public static let closingSelectionBar: Character = "▐"
  /// At the left of selected rows; the row in focus has its own bar.
  public static let markBar = scrollThumb
  /// This and the seven below draw rules and boxes.
  public static let horizontal: Character = "─"
  public static let vertical: Character = "│"
  public static let topLeft: Character = "┌"
  public static let topRight: Character = "┐"
  public static let bottomLeft: Character = "└"
  public static let bottomRight: Character = "┘"
  /// A vertical rule begins at a horizontal one.
  public static let teeDown: Character = "┬"
  /// A vertical rule ends at a horizontal one.
  public static let teeUp: Character = "┴"
  /// The frames of a spinner.
  public static let spinner: [Character] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  /// From an empty cell to a full one.
  public static let progress: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  /// From an empty cell to a full one, growing upwards.
  public static let bars: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// The part of a scroll indicator that represents the window, and the rest of it.
  public static let scrollThumb: Character = "┃"
  public static let scrollTrack: Character = "│"
}
