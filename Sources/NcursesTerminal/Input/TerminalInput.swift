import TerminalKit

/// The meaning of bytes from a terminal.
nonisolated enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case mouse(MouseReport)
  /// Text between the marks of a bracketed paste, unchanged.
  case paste(String)
  /// An answer to DECRQM (xterm *ctlseqs*, `CSI ? Ps ; Pm $ y`): 0 unknown, 1 set, 2 reset, 3 and 4 permanently so.
  case privateMode(Int, value: Int)
  /// `CSI 0 n` after DSR (ECMA-48 8.3.35): the terminal has read everything that was written before the question.
  case ready
  /// `CSI I` (xterm *ctlseqs*, mode 1004): the window has received the focus.
  case focusGained
  /// An answer of the terminal about itself.
  case answer(TerminalAnswer)
}

/// A mouse event before clicks are counted.
nonisolated struct MouseReport: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }

  var action: Action
  var position: Point
  /// Whether Ctrl was held while the wheel turned.
  var isControlled = false
}
