import TerminalKit

extension Notice {
  /// A sentence in the signs of the terminal.
  nonisolated public init(words: String, theme: Theme) {
    self.init(theme.glyphs.words(words), theme: theme)
  }
}
