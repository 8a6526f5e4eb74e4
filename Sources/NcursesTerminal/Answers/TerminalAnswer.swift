import TerminalKit

/// What a terminal says of itself when it is asked (`TerminalQuery`).
nonisolated enum TerminalAnswer: Hashable, Sendable {
  /// Primary device attributes, `CSI ? Ps ; … c` (xterm *ctlseqs*, "Send Device Attributes"); a 4 is
  /// sixel graphics. The end mark of a query: terminals answer in order.
  case attributes([Int])
  /// XTVERSION, `DCS > | text ST`: who it is.
  case version(TerminalVersion)
  /// `CSI 6 ; height ; width t`: the size of a cell in pixels.
  case cellSize(PixelSize)
  /// `CSI 4 ; height ; width t`: the size of all cells together in pixels.
  case textAreaSize(PixelSize)
  /// OSC 10: the colour of text that has none of its own.
  case foreground(RGBColor)
  /// OSC 11: the colour behind it.
  case background(RGBColor)
  /// XTSMGRAPHICS, `CSI ? 1 ; 0 ; Pv S`: the colour registers of sixel graphics.
  case sixelColors(Int)
  /// XTSMGRAPHICS, `CSI ? 2 ; 0 ; Pw ; Ph S`: the largest sixel picture in pixels.
  case sixelLimit(PixelSize)
  /// DECXCPR, `CSI ? row ; column [; page] R`: where the cursor is, columns from 1. Unlike the plain report it
  /// cannot be taken for a key: `CSI 1 ; 2 R` is Shift-F3.
  case cursorColumn(Int)
  /// To a command of the Kitty graphics protocol that had a number.
  case kitty(KittyAnswer)
}

/// `APC G i=<number> [, p=<placement>] ; OK ST`, or in place of `OK` a name such as `ENOENT` with words
/// behind a colon (Kitty graphics protocol, *Querying support*, *Display images on screen*).
nonisolated struct KittyAnswer: Hashable, Sendable {
  /// Of the picture; 0 where the answer names none.
  let id: UInt32
  /// Of the placement; 0 where the answer names none.
  let placement: UInt32
  /// Nil when the command was carried out; else the name of the error, such as `ENOENT`.
  let error: String?

  var isOK: Bool { error == nil }
}
