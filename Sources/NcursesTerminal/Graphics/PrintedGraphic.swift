import TerminalKit

/// Pictures among printed text, for programs without an interactive screen.
public enum PrintedGraphic {
  /// What draws a picture in lines of its own, and leaves the cursor below it.
  ///
  /// The lines are created first, with line feeds, so that nothing scrolls while it is being drawn. It is then drawn from the saved
  /// upper left corner, because terminals leave the cursor in different places after a picture.
  ///
  /// - Parameters:
  ///   - graphic: Not as high as the screen.
  ///   - method: A method of the terminal's own, outside a multiplexer.
  /// - Returns: nil for a picture that the terminal doesn't take.
  public nonisolated static func lines(
    _ graphic: Graphic, by method: GraphicsMethod
  ) -> [UInt8]? {
    let drawing: [UInt8]?
    switch method {
    case .kitty: drawing = kitty(graphic)
    case .sixel: drawing = InlineDialect.sixel.bytes(graphic)
    case .iTerm2: drawing = InlineDialect.iTerm2.bytes(graphic)
    case .kittyPlaceholders, .symbols, .none: drawing = nil
    }
    guard let drawing else { return nil }
    let height = graphic.size.rows
    // CUU and CUD of ECMA-48.
    return [UInt8](repeating: UInt8(ascii: "\n"), count: height)
      + Array("\r\u{1B}[\(height)A".utf8) + ControlSequence.saveCursor + drawing
      + ControlSequence.restoreCursor + Array("\u{1B}[\(height)B\r".utf8)
  }

  private nonisolated static func kitty(_ graphic: Graphic) -> [UInt8]? {
    let command = KittyCommand(quiet: 2, isPassedThrough: false)
    // The picture stays when this program has ended, so the next one must not have the same number.
    let number = UInt32.random(in: 1 << 24...UInt32.max)
    guard
      var transmission = KittyTransmission(
        graphic, number: number, memoryName: nil, command: command)
    else { return nil }
    var bytes: [UInt8] = []
    while !transmission.isFinished { bytes += transmission.next() }
    return bytes
      + command.place(number, as: 1, on: Rect(origin: .zero, size: graphic.size), source: nil)
  }
}
