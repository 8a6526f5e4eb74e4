/// The symbols that views are drawn with, for terminals with and without Unicode.
///
/// Every view has a copy, which is one bit.
nonisolated public struct Glyphs: Hashable, Sendable {
  /// For UTF-8 locales; every glyph is one column wide.
  public static let unicode = Glyphs(isUnicode: true)
  /// For other locales.
  public static let ascii = Glyphs(isUnicode: false)

  public let isUnicode: Bool

  /// `▌` at the left of the selected row.
  public var selectionBar: Character { isUnicode ? "▌" : "|" }
  /// `▐` at the right of the selected item of a grid.
  public var closingSelectionBar: Character { isUnicode ? "▐" : "|" }
  /// `●` before a state.
  public var bullet: Character { isUnicode ? "●" : "*" }
  /// `✓` next to what is selected or complete.
  public var check: Character { isUnicode ? "✓" : "+" }
  /// `…` where a text was cut.
  public var ellipsis: Character { isUnicode ? "…" : "~" }
  /// `·` between the facts on a line.
  public var separator: Character { isUnicode ? "·" : "-" }
  /// `─`; this and the five below draw rules and boxes.
  public var horizontal: Character { isUnicode ? "─" : "-" }
  public var vertical: Character { isUnicode ? "│" : "|" }
  public var topLeft: Character { isUnicode ? "┌" : "+" }
  public var topRight: Character { isUnicode ? "┐" : "+" }
  public var bottomLeft: Character { isUnicode ? "└" : "+" }
  public var bottomRight: Character { isUnicode ? "┘" : "+" }
  /// `┬`: a vertical rule begins at a horizontal one.
  public var teeDown: Character { isUnicode ? "┬" : "+" }
  /// `┴`: a vertical rule ends at a horizontal one.
  public var teeUp: Character { isUnicode ? "┴" : "+" }
  /// The frames of a spinner, one column each.
  public var spinner: [Character] {
    isUnicode ? ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] : ["|", "/", "-", "\\"]
  }
  /// From an empty cell to a full one; at least two glyphs.
  public var progress: [Character] {
    isUnicode ? [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"] : [" ", "#"]
  }
  /// From an empty cell to a full one, growing upwards; at least two glyphs.
  public var bars: [Character] {
    isUnicode ? [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : [" ", ".", ":", "#"]
  }
  /// The part of a scroll indicator that represents the window, and the rest of it.
  public var scrollThumb: Character { isUnicode ? "┃" : "#" }
  public var scrollTrack: Character { isUnicode ? "│" : "|" }
  /// The names of keys, from here on.
  public var arrowUp: String { isUnicode ? "↑" : "Up" }
  public var arrowDown: String { isUnicode ? "↓" : "Down" }
  public var arrowLeft: String { isUnicode ? "←" : "Left" }
  public var arrowRight: String { isUnicode ? "→" : "Right" }
}
