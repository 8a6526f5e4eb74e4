import Glibc
import TerminalKit

/// The terminal as a file: modes, size, input and output.
nonisolated final class TerminalDevice: Sendable {
  let fd: Int32
  /// The original modes; restored by `CTerminalRestore`.
  let formerModes: termios
  /// Whether the descriptor is non-blocking. An open file description shared with the shell must stay blocking.
  private let isOwnDescription: Bool

  /// Opens the terminal of standard input and output, or the controlling terminal if either is redirected.
  ///
  /// It is reopened if possible, so that it can be non-blocking without affecting the shell.
  init() throws(TerminalError) {
    let flags = O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK
    let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    var opened = isInteractive ? open("/proc/self/fd/0", flags) : -1
    if opened < 0 { opened = open("/dev/tty", flags) }
    isOwnDescription = opened >= 0
    if opened < 0 && isInteractive { opened = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) }
    guard opened >= 0 else { throw .noTerminal }
    var modes = termios()
    guard tcgetattr(opened, &modes) == 0 else {
      close(opened)
      throw .noTerminal
    }
    fd = opened
    formerModes = modes
  }

  /// The terminal of a path, if the process may read from it: it is the controlling terminal and the process is in the
  /// foreground.
  ///
  /// - Parameter path: `standardOutput` or `controlling`; it is reopened, so that it can be non-blocking without affecting
  ///   the shell.
  init?(inForeground path: String) {
    let opened = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { return nil }
    var modes = termios()
    guard tcgetattr(opened, &modes) == 0, tcgetpgrp(opened) == getpgrp() else {
      close(opened)
      return nil
    }
    fd = opened
    formerModes = modes
    isOwnDescription = true
  }

  static let standardOutput = "/proc/self/fd/1"
  static let controlling = "/dev/tty"

  /// Keys one by one, without echo or flow control; output unprocessed.
  ///
  /// - Parameter interrupts: Whether Ctrl-C sends SIGINT, so that it ends a program that reads no keys. Elsewhere than in
  ///   the controlling terminal, from which no signal comes, it is a byte in any case; so are the other keys for signals.
  func enterRawMode(interrupts: Bool) throws(TerminalError) {
    var modes = formerModes
    cfmakeraw(&modes)
    modes.c_iflag |= formerModes.c_iflag & tcflag_t(IUTF8)
    if interrupts, tcgetpgrp(fd) >= 0 {
      // NOFLSH: keys that were typed before it stay.
      modes.c_lflag |= tcflag_t(ISIG | NOFLSH)
      withUnsafeMutableBytes(of: &modes.c_cc) { keys in
        keys[Int(VINTR)] = 0x03
        // _POSIX_VDISABLE: no key.
        for key in [VQUIT, VSUSP] { keys[Int(key)] = 0 }
      }
    }
    while tcsetattr(fd, TCSANOW, &modes) != 0 {
      if errno != EINTR { throw .system(call: "tcsetattr", code: errno) }
    }
  }

  /// Whether the process may use the terminal now; true without job control.
  var isForeground: Bool {
    let group = tcgetpgrp(fd)
    return group < 0 || group == getpgrp()
  }

  /// Moves to the foreground if the foreground group has ended: a shell that was killed does not hand the terminal
  /// back.
  func takeFromEndedGroup() {
    let group = tcgetpgrp(fd)
    guard group > 0, group != getpgrp(), kill(-group, 0) < 0, errno == ESRCH else { return }
    // Called from the background, tcsetpgrp stops the process with SIGTTOU unless that is blocked.
    var (output, former) = (sigset_t(), sigset_t())
    sigemptyset(&output)
    sigaddset(&output, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &output, &former)
    tcsetpgrp(fd, getpgrp())
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  enum ReadOutcome: Equatable {
    case nothing, bytes, hangUp
  }

  /// Appends what has arrived, at most 64 kB; never blocks.
  func read(into buffer: inout [UInt8]) -> ReadOutcome {
    var outcome = ReadOutcome.nothing
    for _ in 0..<16 {
      if !isOwnDescription, !waitForInput(milliseconds: 0) { return outcome }
      var count = 0
      let start = buffer.count
      buffer.append(contentsOf: repeatElement(0, count: 4096))
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        count = Glibc.read(fd, base + start, 4096)
      }
      let code = errno
      buffer.removeLast(4096 - max(0, count))
      if count > 0 {
        outcome = .bytes
        // That was all: a terminal gives what there is.
        if count < 4096 { return outcome }
      } else if count < 0 && (code == EAGAIN || code == EINTR) {
        return outcome
      } else {
        return .hangUp
      }
    }
    return outcome
  }

  /// Waits for input; false if there is none in time.
  func waitForInput(milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, milliseconds) > 0
  }

  /// Writes what the terminal accepts now; a blocking descriptor accepts everything.
  ///
  /// - Returns: How many bytes were written; nil if the terminal is gone.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        return Glibc.write(fd, base + done, buffer.count - done)
      }
      if written > 0 {
        done += written
      } else if written == 0 || errno == EAGAIN {
        return done
      } else if errno != EINTR {
        return nil
      }
    }
    return done
  }

  func closeDescriptor() {
    close(fd)
  }
}

nonisolated extension Duration {
  /// The timeout for poll(2), rounded up, so that a loop never spins without waiting.
  var pollMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int32(min(seconds, 1000) * 1000) + Int32(attoseconds / 1_000_000_000_000_000) + 1
  }
}

/// The size of a terminal in cells and pixels, from `TIOCGWINSZ`, with implausible values corrected.
nonisolated struct WindowSize: Hashable, Sendable {
  let size: Size
  let cellPixelSize: PixelSize?

  /// If nothing is known: the size of a VT100, which every program must support.
  static let fallback = Size(columns: 80, rows: 24)
  /// A larger size is not credible, and would waste memory on cells.
  static let limit = Size(columns: 1000, rows: 500)

  /// - Parameters:
  ///   - columns: 0 if unknown, as for serial lines and new pseudo-terminals.
  ///   - last: Replaces unknown values.
  init(columns: UInt16, rows: UInt16, pixelWidth: UInt16, pixelHeight: UInt16, last: Size) {
    size = Size(
      columns: min(columns == 0 ? last.columns : Int(columns), Self.limit.columns),
      rows: min(rows == 0 ? last.rows : Int(rows), Self.limit.rows))
    cellPixelSize = Self.cellPixelSize(
      columns: Int(columns), rows: Int(rows), width: Int(pixelWidth), height: Int(pixelHeight))
  }

  /// Asks the terminal; returns `last` if it doesn't know.
  init(of fd: Int32, last: Size = fallback) {
    var window = winsize()
    if ioctl(fd, UInt(TIOCGWINSZ), &window) != 0 { window = winsize() }
    self.init(
      columns: window.ws_col, rows: window.ws_row,
      pixelWidth: window.ws_xpixel, pixelHeight: window.ws_ypixel, last: last)
  }

  private static func cellPixelSize(columns: Int, rows: Int, width: Int, height: Int)
    -> PixelSize?
  {
    guard columns > 0, rows > 0 else { return nil }
    let cell = PixelSize(width: width / columns, height: height / rows)
    return CellPixelSizes.isCredible(cell) ? cell : nil
  }
}

/// The bytes that take over the terminal and restore it.
nonisolated struct TerminalModes: Hashable, Sendable {
  /// Switches to the second screen, with a hidden cursor, mouse reports and bracketed pastes.
  let enter: [UInt8]
  /// Restores screen, cursor, colours and reports. Also written in a crash, and complete in itself: it works whatever
  /// was written before.
  let leave: [UInt8]

  /// Synchronized updates: a frame is shown once it is complete (mode 2026, *Synchronized Output*,
  /// gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
  static let synchronizedUpdate = 2026
  static let beginUpdate = Array("\u{1B}[?2026h".utf8)
  static let endUpdate = Array("\u{1B}[?2026l".utf8)

  init(type: TerminalType) {
    // xterm *ctlseqs*, "DEC Private Mode Set": 1000 clicks and wheel, 1002 in its place also movements while a button is
    // held, 1006 SGR reports, 2004 bracketed paste. Consoles ignore them.
    // ncurses hides the cursor once and then assumes that it stays hidden, even after a suspension has shown it again.
    // Consoles don't know kitty's keyboard protocol (sw.kovidgoyal.net/kitty/keyboard-protocol), which another program may
    // have left on: it is off for as long as the screen is ours.
    let (keysOff, keysBack) = type.secondScreen == nil ? ("", "") : ("\u{1B}[>0u", "\u{1B}[<u")
    enter = Array(
      ((type.secondScreen ?? "") + keysOff + TerminalDescription.hideCursor
        + "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h").utf8)
    // Without a second screen, the frame is cleared; the shell would write over it.
    leave = Array(
      (keysBack + "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h"
        + TerminalDescription.plainText + TerminalDescription.defaultColors
        + TerminalDescription.showCursor + (type.firstScreen ?? "\u{1B}[H\u{1B}[J") + "\r").utf8)
  }
}
