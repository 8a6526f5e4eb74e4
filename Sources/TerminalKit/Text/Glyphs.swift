/// The symbols that views are drawn with, for terminals with and without Unicode.
nonisolated public struct Glyphs: Hashable, Sendable {
  /// `▌` at the left of the selected row.
  public var selectionBar: Character
  /// `▐` at the right of the selected item of a grid.
  public var closingSelectionBar: Character
  /// `●` before a state.
  public var bullet: Character
  /// `✓` next to what is selected or complete.
  public var check: Character
  /// `…` where a text was cut.
  public var ellipsis: Character
  /// `·` between the facts on a line.
  public var separator: Character
  /// `─`; this and the five below draw rules and boxes.
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
  /// The frames of a spinner, one column each.
  public var spinner: [Character]
  /// From an empty cell to a full one; at least two glyphs.
  public var progress: [Character]
  /// From an empty cell to a full one, growing upwards; at least two glyphs.
  public var bars: [Character]
  /// The part of a scroll indicator that represents the window, and the rest of it.
  public var scrollThumb: Character
  public var scrollTrack: Character
  /// The names of keys, from here on.
  public var arrowUp: String
  public var arrowDown: String
  public var arrowLeft: String
  public var arrowRight: String
  public var enterKey: String
  public var spaceKey: String

  /// For UTF-8 locales; every glyph is one column wide.
  public static let unicode = Glyphs(
    selectionBar: "▌", closingSelectionBar: "▐", bullet: "●", check: "✓", ellipsis: "…",
    separator: "·", horizontal: "─",
    vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", teeDown: "┬",
    teeUp: "┴",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
    progress: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    bars: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    scrollThumb: "┃", scrollTrack: "│", arrowUp: "↑", arrowDown: "↓", arrowLeft: "←",
    arrowRight: "→", enterKey: "⏎", spaceKey: "␣")

  /// For other locales.
  public static let ascii = Glyphs(
    selectionBar: "|", closingSelectionBar: "|", bullet: "*", check: "+", ellipsis: "~",
    separator: "-", horizontal: "-",
    vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", teeDown: "+",
    teeUp: "+",
    spinner: ["|", "/", "-", "\\"], progress: [" ", "#"], bars: [" ", ".", ":", "#"],
    scrollThumb: "#", scrollTrack: "|", arrowUp: "Up", arrowDown: "Down", arrowLeft: "Left",
    arrowRight: "Right", enterKey: "Enter", spaceKey: "Space")
}
