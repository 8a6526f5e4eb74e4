import TerminalKit

/// How to send a picture to a terminal that stores none: it is drawn at the cursor, like text.
nonisolated enum InlineDialect: Hashable {
  case sixel
  case iTerm2

  /// iTerm2 pictures are sent in one sequence; terminals and multiplexers give up beyond about a megabyte.
  static let sequenceLimit = 1_000_000

  /// Why a picture cannot be drawn, however often it is tried.
  func refusal(of graphic: Graphic, isAtBottom: Bool) -> GraphicRefusal? {
    switch (self, graphic.content) {
    // See `bytes`.
    case (.sixel, .sixel): isAtBottom && graphic.size.rows == 1 ? .notTaken : nil
    case (.iTerm2, .png(let base64)), (.iTerm2, .jpeg(let base64)):
      base64.count < Self.sequenceLimit ? nil : .tooLarge
    default: nil
    }
  }

  /// The bytes that draw it; nil for content or sizes that the terminal does not support.
  ///
  /// - Parameter isAtBottom: Whether it ends in the last row of the screen.
  func bytes(_ graphic: Graphic, isAtBottom: Bool = false) -> [UInt8]? {
    switch (self, graphic.content) {
    case (.sixel, .sixel(var body)):
      if isAtBottom {
        // xterm moves to the row below a picture, whatever the modes (379); in the last row that scrolls.
        let rows = graphic.size.rows
        guard rows > 1 else { return nil }
        body = SixelBody.cut(body, toHeight: graphic.pixelSize.height / rows * (rows - 1))
      }
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
}

/// The data of a sixel picture (VT330/VT340 *Programmer Reference*, chapter 14).
nonisolated enum SixelBody {
  /// The body with only the top lines of a picture, in whole bands of six; if there are none, the original body.
  ///
  /// - Complexity: O(*bytes*).
  static func cut(_ body: [UInt8], toHeight height: Int) -> [UInt8] {
    let bands = max(1, height / 6)
    var seen = 0
    guard
      let end = body.firstIndex(where: { byte in
        // Graphics new line: the next six lines start.
        if byte == UInt8(ascii: "-") { seen += 1 }
        return seen == bands
      })
    else { return body }
    return withHeight(bands * 6, Array(body[..<end]))
  }

  /// Replaces the height in the raster attributes: `" Pan ; Pad ; Ph ; Pv`; the last one is the height.
  private static func withHeight(_ height: Int, _ body: [UInt8]) -> [UInt8] {
    guard body.first == UInt8(ascii: "\"") else { return body }
    let end = body.dropFirst().firstIndex { !(0x30...0x39).contains($0) && $0 != 0x3B }
    let attributes = body[1..<(end ?? body.endIndex)]
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard attributes.count == 4 else { return body }
    let kept = attributes.prefix(3).joined(separator: [UInt8(ascii: ";")])
    return Array("\"".utf8) + kept + Array(";\(height)".utf8) + body[(end ?? body.endIndex)...]
  }
}
