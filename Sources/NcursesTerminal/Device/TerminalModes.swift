/// The bytes that take a terminal over and give it back.
nonisolated struct TerminalModes: Hashable, Sendable {
  /// To the second screen, without a drawn cursor, with mouse reports and marked pastes.
  let enter: [UInt8]
  /// The screen, the cursor, colours and reports as they were. Also written in a crash, and
  /// complete by itself: it does not matter what was written before.
  let leave: [UInt8]

  /// Reports of the mouse while its button is held (xterm *ctlseqs*, mode 1002), and back to clicks. One
  /// of the two tracks at a time, and turning either off turns all tracking off.
  let beginDrags: [UInt8]
  let endDrags: [UInt8]

  /// Synchronized updates: a frame is shown when it is complete (mode 2026, *Synchronized Output*,
  /// gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
  static let synchronizedUpdate = 2026
  static let beginUpdate = Array("\u{1B}[?2026h".utf8)
  static let endUpdate = Array("\u{1B}[?2026l".utf8)

  init(description: TerminalDescription) {
    // xterm *ctlseqs*, "DEC Private Mode Set": 1000 clicks and wheel, 1006 SGR reports, 2004
    // bracketed paste. Consoles ignore them.
    let isECMA48 = description.isECMA48
    // ncurses hides the cursor once and believes it hidden ever after, also when it was given back for a
    // suspension.
    enter = Array(
      ((description.strings["smcup"] ?? "") + (description.strings["civis"] ?? "")
        + (isECMA48 ? "\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h" : "")).utf8)

    var leave =
      isECMA48
      ? "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l" : ""
    if isECMA48 { leave += "\u{1B}[?7h" }
    for name in ["sgr0", "op", "cnorm"] { leave += description.strings[name] ?? "" }
    // Without a second screen the frame is cleared away, for the shell would write over it.
    leave += description.strings["rmcup"] ?? description.strings["clear"] ?? ""
    self.leave = Array((leave + "\r").utf8)
    beginDrags = isECMA48 ? Array("\u{1B}[?1002h".utf8) : []
    endDrags = isECMA48 ? Array("\u{1B}[?1002l\u{1B}[?1000h".utf8) : []
  }
}
