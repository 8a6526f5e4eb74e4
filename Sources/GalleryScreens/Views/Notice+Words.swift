import TerminalKit

extension Notice {
  /// A sentence in the signs of the terminal.
  public init(words: String, kind: Kind = .message, theme: Theme) {
    self.init(theme.glyphs.words(words), kind: kind, theme: theme)
  }
}
