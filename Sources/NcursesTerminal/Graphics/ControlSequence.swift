import TerminalKit

/// Sequences of ECMA-48 and xterm that pictures are written with.
nonisolated enum ControlSequence {
  /// DECSC and DECRC: the cursor's place and look, past which ncurses must not see a change.
  static let saveCursor = Array("\u{1B}7".utf8)
  static let restoreCursor = Array("\u{1B}8".utf8)
  /// ST, which ends APC, DCS and OSC; nothing where none is open.
  static let stringEnd = Array("\u{1B}\\".utf8)
  /// CAN breaks a string off where the terminal knows it (ECMA-48 8.3.6); ST ends it elsewhere.
  static let breakOff = [0x18] + stringEnd

  /// CUP.
  static func move(to point: Point) -> [UInt8] {
    Array("\u{1B}[\(point.row + 1);\(point.column + 1)H".utf8)
  }
}
