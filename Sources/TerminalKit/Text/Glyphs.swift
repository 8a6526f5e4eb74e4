/// The symbols that views are drawn with, for terminals with and without Unicode.
///
/// An object, because every view has them, and copying two dozen characters counts two dozen references.
nonisolated public final class Glyphs: Sendable {
  /// `▌` at the left of the selected row.
  public let selectionBar: Character
  /// `▐` at the right of the selected item of a grid.
  public let closingSelectionBar: Character
  /// `●` before a state.
  public let bullet: Character
  /// `✓` next to what is selected or complete.
  public let check: Character
  /// `…` where a text was cut.
  public let ellipsis: Character
  /// `·` between the facts on a line.
  public let separator: Character
  /// `─`; this and the five below draw rules and boxes.
  public let horizontal: Character
  public let vertical: Character
  public let topLeft: Character
  public let topRight: Character
  public let bottomLeft: Character
  public let bottomRight: Character
  /// `┬`: a vertical rule begins at a horizontal one.
  public let teeDown: Character
  /// `┴`: a vertical rule ends at a horizontal one.
  public let teeUp: Character
  /// The frames of a spinner, one column each.
  public let spinner: [Character]
  /// From an empty cell to a full one; at least two glyphs.
  public let progress: [Character]
  /// From an empty cell to a full one, growing upwards; at least two glyphs.
  public let bars: [Character]
  /// The part of a scroll indicator that represents the window, and the rest of it.
  public let scrollThumb: Character
  public let scrollTrack: Character
  /// The names of keys, from here on.
  public let arrowUp: String
  public let arrowDown: String
  public let arrowLeft: String
  public let arrowRight: String
  public let enterKey: String
  public let spaceKey: String

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

  private init(
    selectionBar: Character, closingSelectionBar: Character, bullet: Character, check: Character,
    ellipsis: Character, separator: Character, horizontal: Character, vertical: Character,
    topLeft: Character, topRight: Character, bottomLeft: Character, bottomRight: Character,
    teeDown: Character, teeUp: Character, spinner: [Character], progress: [Character],
    bars: [Character], scrollThumb: Character, scrollTrack: Character, arrowUp: String,
    arrowDown: String, arrowLeft: String, arrowRight: String, enterKey: String, spaceKey: String
  ) {
    self.selectionBar = selectionBar
    self.closingSelectionBar = closingSelectionBar
    self.bullet = bullet
    self.check = check
    self.ellipsis = ellipsis
    self.separator = separator
    self.horizontal = horizontal
    self.vertical = vertical
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
    self.teeDown = teeDown
    self.teeUp = teeUp
    self.spinner = spinner
    self.progress = progress
    self.bars = bars
    self.scrollThumb = scrollThumb
    self.scrollTrack = scrollTrack
    self.arrowUp = arrowUp
    self.arrowDown = arrowDown
    self.arrowLeft = arrowLeft
    self.arrowRight = arrowRight
    self.enterKey = enterKey
    self.spaceKey = spaceKey
  }
}

nonisolated extension Glyphs: Hashable {
  public static func == (one: Glyphs, other: Glyphs) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
