import TerminalKit

/// How to send a picture to a terminal that stores none: it is drawn at the cursor, like text.
nonisolated enum InlineDialect: Hashable {
  case sixel
  case iTerm2

  /// iTerm2 pictures are sent in one sequence; terminals and multiplexers give up beyond about a megabyte, so that workers make
  /// smaller ones.
  static let sequenceLimit = 1_000_000

  /// The bytes that draw it; nil for content or sizes that the terminal does not support.
  func bytes(_ graphic: Graphic) -> [UInt8]? {
    switch (self, graphic.content) {
    case (.sixel, .sixel(let body)):
      // VT330/VT340 *Programmer Reference*, chapter 14. The second parameter is 1: pixels that the body does not set
      // stay unchanged, such as the rest of the last six lines.
      return Array("\u{1B}P0;1q".utf8) + body + ControlSequence.stringEnd
    case (.iTerm2, .png(let base64)), (.iTerm2, .jpeg(let base64)):
      guard base64.count < Self.sequenceLimit else { return nil }
      // iterm2.com/documentation-images.html; `doNotMoveCursor` is WezTerm's. A JPEG has no transparent background to
      // fill its last cells, so its shape is preserved.
      let padding = base64.suffix(2).count { $0 == UInt8(ascii: "=") }
      let keys =
        "inline=1;size=\(base64.count / 4 * 3 - padding);width=\(graphic.size.columns)"
        + ";height=\(graphic.size.rows);preserveAspectRatio=1;doNotMoveCursor=1"
      return Array("\u{1B}]1337;File=\(keys):".utf8) + base64 + ControlSequence.stringEnd
    default: return nil
    }
  }

  /// Whether the screen would scroll: xterm moves to the row below a sixel picture, whatever the modes (379). Screens leave the
  /// last row free.
  func scrolls(_ placement: GraphicPlacement, on screen: Size) -> Bool {
    self == .sixel && placement.rect.maxRow >= screen.rows
  }
}
