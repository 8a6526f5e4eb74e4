/// The styles that views use, by role.
///
/// All come from the terminal's own colours and one accent, so that they fit any theme, light or dark.
/// Every difference is one of attributes too, so that nothing is lost without colours.
nonisolated public struct Theme: Hashable, Sendable {
  public var primary: Style
  /// What is said in passing: dim.
  public var secondary: Style
  public var title: Style
  public var accent: Style
  /// The selected row's text, and its bar.
  public var selection: Style
  public var selectionBar: Style
  public var success: Style
  public var warning: Style
  public var error: Style
  public var status: Style
  public var rule: Style
  /// The key itself in a list of keys.
  public var key: Style
  public var glyphs: Glyphs

  /// The terminal's colours with an accent.
  ///
  /// - Parameter accent: One of the sixteen theme colours, unless the owner asks for more.
  public static func standard(accent: Color = .ansi(6), glyphs: Glyphs = .unicode) -> Theme {
    Theme(
      primary: .plain, secondary: Style(attributes: .dim), title: Style(attributes: .bold),
      accent: Style(foreground: accent), selection: Style(attributes: .bold),
      selectionBar: Style(foreground: accent, attributes: .bold),
      success: Style(foreground: .ansi(2)), warning: Style(foreground: .ansi(3)),
      error: Style(foreground: .ansi(1), attributes: .bold), status: Style(attributes: .dim),
      rule: Style(attributes: .dim), key: Style(foreground: accent), glyphs: glyphs)
  }

  /// Attributes only, for `NO_COLOR` and terminals without colours.
  public static func monochrome(glyphs: Glyphs = .unicode) -> Theme {
    Theme(
      primary: .plain, secondary: Style(attributes: .dim), title: Style(attributes: .bold),
      accent: Style(attributes: .bold), selection: Style(attributes: .bold),
      selectionBar: Style(attributes: .bold), success: .plain, warning: Style(attributes: .bold),
      error: Style(attributes: .bold), status: Style(attributes: .dim),
      rule: Style(attributes: .dim), key: Style(attributes: .bold), glyphs: glyphs)
  }
}
