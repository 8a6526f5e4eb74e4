/// The styles that views use, by role.
///
/// All come from the terminal's own colours and one accent, so that they fit any theme, light or dark.
/// Colour never stands alone: without colours attributes, signs and words make the difference.
nonisolated public struct Theme: Hashable, Sendable {
  /// Ordinary text.
  public var primary: Style
  /// Less important text: dim.
  public var secondary: Style
  /// Headings: bold.
  public var title: Style
  /// Spinners, progress, prompts and the border of alerts.
  public var accent: Style
  /// Text of the selected row.
  public var selection: Style
  /// `▌` at the left of the selected row.
  public var selectionBar: Style
  /// Rows that are chosen for what comes next, whichever row is in focus; always with a sign.
  public var chosen: Style
  /// A good state; like all states always with a sign or a word.
  public var success: Style
  /// Something to look at.
  public var warning: Style
  /// Something failed.
  public var error: Style
  /// Lines between parts of the screen.
  public var rule: Style
  /// The key itself in a list of keys.
  public var key: Style
  /// The signs that go with the styles.
  public var glyphs: Glyphs

  /// The terminal's colours with an accent.
  ///
  /// - Parameter accent: One of the sixteen theme colours fits any theme.
  public static func standard(accent: Color = .ansi(6), glyphs: Glyphs = .unicode) -> Theme {
    Theme(
      primary: .plain, secondary: Style(attributes: .dim), title: Style(attributes: .bold),
      accent: Style(foreground: accent), selection: Style(attributes: .bold),
      selectionBar: Style(foreground: accent, attributes: .bold),
      chosen: Style(foreground: .ansi(3), attributes: .bold),
      success: Style(foreground: .ansi(2)), warning: Style(foreground: .ansi(3)),
      error: Style(foreground: .ansi(1), attributes: .bold),
      rule: Style(attributes: .dim), key: Style(foreground: accent), glyphs: glyphs)
  }

  /// Attributes only, for `NO_COLOR` and terminals without colours.
  public static func monochrome(glyphs: Glyphs = .unicode) -> Theme {
    Theme(
      primary: .plain, secondary: Style(attributes: .dim), title: Style(attributes: .bold),
      accent: Style(attributes: .bold), selection: Style(attributes: .bold),
      selectionBar: Style(attributes: .bold), chosen: Style(attributes: [.bold, .reverse]),
      success: .plain, warning: Style(attributes: .bold),
      error: Style(attributes: .bold),
      rule: Style(attributes: .dim), key: Style(attributes: .bold), glyphs: glyphs)
  }

  /// The theme for a terminal: attributes only where it shows no colours.
  public static func standard(for depth: ColorDepth, glyphs: Glyphs = .unicode) -> Theme {
    depth == .monochrome ? .monochrome(glyphs: glyphs) : .standard(glyphs: glyphs)
  }
}
