import TerminalKit

/// What a terminal is told beside ncurses so that it shows the pictures of a frame, and nothing of those
/// that are gone.
///
/// For each frame `begin` is called, ncurses draws the cells that it answers, and `finish` is called; the
/// three pieces are written as one, in this order. Big pictures wait for the time between frames:
/// `nextPiece` is called whenever the terminal has taken everything.
nonisolated protocol GraphicsWriter {
  /// Why a picture can never be shown where it stands on a screen; nil for those that can.
  ///
  /// Asked before `begin`, in each frame.
  func refusal(of placement: GraphicPlacement, on screen: Size) -> GraphicRefusal?

  /// - Parameter byteLimit: What the line takes without keys having to wait; roughly.
  /// - Returns: Bytes to write before those of ncurses, and the cells that ncurses draws.
  mutating func begin(_ surface: Surface, byteLimit: Int) -> (bytes: [UInt8], cells: Surface)

  /// - Parameter text: What ncurses writes for the frame.
  /// - Returns: Bytes to write after those of ncurses; they leave the cursor where it was.
  mutating func finish(_ surface: Surface, text: [UInt8], byteLimit: Int) -> [UInt8]

  /// More of the pictures that wait, at most about `byteLimit`; none when nothing waits.
  mutating func nextPiece(byteLimit: Int) -> [UInt8]

  /// Whether `nextPiece` has something to send.
  var isWaiting: Bool { get }

  /// Whether other sequences may stand behind what `nextPiece` answered last.
  var isBetweenCommands: Bool { get }

  /// Whether a picture arrived that the last frame could not show yet: it is to be shown again.
  var needsFrame: Bool { get }

  /// The screen was cleared, or something unknown stands on it.
  mutating func invalidate()

  /// The terminal lost everything, or may have: another program had it.
  mutating func forget()

  /// The terminal says that it has not got a picture, by the number that it knows it under.
  mutating func lost(_ number: UInt32)

  /// Takes away all that the writer put there.
  mutating func leave() -> [UInt8]

  /// The same for crashes: fixed bytes, right at any time, also in the middle of a picture.
  var crashBytes: [UInt8] { get }

  /// Modes that the terminal needs for it; `leaveModes` takes them back.
  var enterModes: [UInt8] { get }
  var leaveModes: [UInt8] { get }
}

nonisolated extension GraphicsWriter {
  func refusal(of placement: GraphicPlacement, on screen: Size) -> GraphicRefusal? { nil }
  mutating func nextPiece(byteLimit: Int) -> [UInt8] { [] }
  var isBetweenCommands: Bool { true }
  mutating func lost(_ number: UInt32) {}
  var enterModes: [UInt8] { [] }
  var leaveModes: [UInt8] { [] }
}

/// For terminals that show no pictures but symbols.
nonisolated struct NoGraphicsWriter: GraphicsWriter {
  var isWaiting: Bool { false }
  var needsFrame: Bool { false }
  var crashBytes: [UInt8] { [] }

  mutating func begin(_ surface: Surface, byteLimit: Int) -> (bytes: [UInt8], cells: Surface) {
    ([], surface)
  }
  mutating func finish(_ surface: Surface, text: [UInt8], byteLimit: Int) -> [UInt8] { [] }
  mutating func invalidate() {}
  mutating func forget() {}
  mutating func leave() -> [UInt8] { [] }
}

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
