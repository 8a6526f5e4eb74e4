/// The bytes that take over the terminal and restore it.
nonisolated struct TerminalModes: Hashable, Sendable {
  /// Switches to the second screen, with a hidden cursor, mouse reports and bracketed pastes.
  let enter: [UInt8]
  /// Restores screen, cursor, colours and reports. Also written in a crash, and complete in itself: it works whatever
  /// was written before.
  let leave: [UInt8]

  /// Turns on reports of mouse movements while a button is held (xterm *ctlseqs*, mode 1002), or back to clicks only.
  /// The two modes exclude each other, and turning either off turns off all tracking.
  let beginDrags: [UInt8]
  let endDrags: [UInt8]

  /// Synchronized updates: a frame is shown once it is complete (mode 2026, *Synchronized Output*,
  /// gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
  static let synchronizedUpdate = 2026
  static let beginUpdate = Array("\u{1B}[?2026h".utf8)
  static let endUpdate = Array("\u{1B}[?2026l".utf8)

  init(type: TerminalType) {
    // xterm *ctlseqs*, "DEC Private Mode Set": 1000 clicks and wheel, 1006 SGR reports, 2004
    // bracketed paste. Consoles ignore them.
    // ncurses hides the cursor once and then assumes that it stays hidden, even after a suspension has shown it again.
    enter = Array(
      ((type.secondScreen ?? "") + TerminalDescription.hideCursor
        + "\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h").utf8)
    // Without a second screen, the frame is cleared; the shell would write over it.
    leave = Array(
      ("\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h"
        + TerminalDescription.plainText + TerminalDescription.defaultColors
        + TerminalDescription.showCursor + (type.firstScreen ?? "\u{1B}[H\u{1B}[J") + "\r").utf8)
    beginDrags = Array("\u{1B}[?1002h".utf8)
    endDrags = Array("\u{1B}[?1002l\u{1B}[?1000h".utf8)
  }
}
