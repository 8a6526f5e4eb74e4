import TerminalKit

/// What a terminal says about itself when it is asked (`TerminalQuery`).
nonisolated enum TerminalAnswer: Hashable, Sendable {
  /// Primary device attributes, `CSI ? Ps ; … c` (xterm *ctlseqs*, "Send Device Attributes"); a 4 stands for sixel
  /// graphics. It is the end mark of a query, because terminals answer in order.
  case attributes([Int])
  /// XTVERSION, `DCS > | text ST`: the terminal's name and version.
  case version(TerminalVersion)
  /// `CSI 6 ; height ; width t`: the size of a cell in pixels.
  case cellSize(PixelSize)
  /// `CSI 4 ; height ; width t`: the size of all cells together in pixels.
  case textAreaSize(PixelSize)
  /// OSC 10: the default text colour.
  case foreground(RGBColor)
  /// OSC 11: the default background colour.
  case background(RGBColor)
  /// XTSMGRAPHICS, `CSI ? 1 ; 0 ; Pv S`: the number of colour registers for sixel graphics.
  case sixelColors(Int)
  /// XTSMGRAPHICS, `CSI ? 2 ; 0 ; Pw ; Ph S`: the maximum size of a sixel picture in pixels.
  case sixelLimit(PixelSize)
  /// The answer to a command of the Kitty graphics protocol that had a number.
  case kitty(KittyAnswer)
}

/// `APC G i=<number> [, p=<placement>] ; OK ST`, or an error such as `ENOENT:message` in place of `OK` (Kitty graphics
/// protocol, *Querying support*, *Display images on screen*).
nonisolated struct KittyAnswer: Hashable, Sendable {
  /// The number of the picture; 0 if the answer has none.
  let id: UInt32
  /// The number of the placement; 0 if the answer has none.
  let placement: UInt32
  /// nil if the command succeeded, otherwise the name of the error, such as `ENOENT`.
  let error: String?

  var isOK: Bool { error == nil }
}
