/// A colour of a cell.
///
/// Text and rules use `.default` and the sixteen ANSI colours, which follow the terminal's theme. Pictures use `.rgb`,
/// or `.indexed` and `.ansi` if the terminal has fewer colours. Colours beyond the terminal's depth are reduced on
/// output.
nonisolated public enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case `default`
  /// One of the sixteen theme colours, 0–15.
  case ansi(UInt8)
  /// One of the 256 indexed colours (16–231 the 6×6×6 cube, 232–255 the greys).
  case indexed(UInt8)
  /// 24-bit sRGB.
  case rgb(UInt8, UInt8, UInt8)
}

/// How many colours a terminal can show.
nonisolated public enum ColorDepth: Hashable, Sendable, Comparable {
  case monochrome
  case ansi16
  case indexed256
  case truecolor
}
