/// The signs that views are drawn with, for terminals with and without Unicode.
nonisolated public struct Glyphs: Hashable, Sendable {
  public var selectionBar: Character
  public var bullet: Character
  public var check: Character
  public var ellipsis: Character
  public var separator: Character
  public var horizontal: Character
  public var vertical: Character
  public var topLeft: Character
  public var topRight: Character
  public var bottomLeft: Character
  public var bottomRight: Character
  /// `┬`: a vertical rule begins at a horizontal one.
  public var teeDown: Character
  /// `┴`: a vertical rule ends at a horizontal one.
  public var teeUp: Character
  /// `├`
  public var teeRight: Character
  /// `┤`
  public var teeLeft: Character
  public var cross: Character
  /// The frames of a spinner, one column each.
  public var spinner: [Character]
  /// From an empty cell to a full one; at least two.
  public var progress: [Character]
  /// The part of a scroll indicator that shows where one is, and the rest.
  public var scrollThumb: Character
  public var scrollTrack: Character
  public var arrowUp: String
  public var arrowDown: String
  public var arrowLeft: String
  public var arrowRight: String
  public var enterKey: String
  public var spaceKey: String

  public static let unicode = Glyphs(
    selectionBar: "▌", bullet: "●", check: "✓", ellipsis: "…", separator: "·", horizontal: "─",
    vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", teeDown: "┬",
    teeUp: "┴", teeRight: "├", teeLeft: "┤", cross: "┼",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
    progress: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    scrollThumb: "┃", scrollTrack: "│", arrowUp: "↑", arrowDown: "↓", arrowLeft: "←",
    arrowRight: "→", enterKey: "⏎", spaceKey: "␣")

  /// For locales without UTF-8.
  public static let ascii = Glyphs(
    selectionBar: "|", bullet: "*", check: "+", ellipsis: "~", separator: "-", horizontal: "-",
    vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", teeDown: "+",
    teeUp: "+", teeRight: "+", teeLeft: "+", cross: "+",
    spinner: ["|", "/", "-", "\\"], progress: [" ", "#"],
    scrollThumb: "#", scrollTrack: "|", arrowUp: "Up", arrowDown: "Down", arrowLeft: "Left",
    arrowRight: "Right", enterKey: "Enter", spaceKey: "Space")
}
