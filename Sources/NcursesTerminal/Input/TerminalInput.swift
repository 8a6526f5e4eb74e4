import TerminalKit

/// What the bytes of a terminal mean.
nonisolated enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case mouse(MouseReport)
  /// Text between the marks of a bracketed paste, as it came.
  case paste(String)
  /// An answer to DECRQM (xterm *ctlseqs*, `CSI ? Ps ; Pm $ y`): 0 unknown, 1 set, 2 reset, 3 and
  /// 4 fixed.
  case privateMode(Int, value: Int)
  /// `CSI 0 n` after DSR (ECMA-48 8.3.35): it has read everything that was written before the question.
  case ready
  /// `CSI I` (xterm *ctlseqs*, mode 1004): the window is looked at again.
  case focusGained
  /// What the terminal says of itself.
  case answer(TerminalAnswer)
}

/// What the mouse did, before clicks are counted.
nonisolated struct MouseReport: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }

  var action: Action
  var position: Point
}
