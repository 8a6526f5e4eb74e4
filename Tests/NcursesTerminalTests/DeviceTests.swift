import ExpectationSupport
import Glibc
import TerminalKit
import Testing

@testable import NcursesTerminal

struct DeviceTests {
  @Test func `an unknown size is replaced by the last one`() {
    let last = Size(columns: 90, rows: 30)

    let none = WindowSize(columns: 0, rows: 0, pixelWidth: 0, pixelHeight: 0, last: last)
    expectEqual(none.size, last)
    expectEqual(none.cellPixelSize, nil)

    let half = WindowSize(columns: 0, rows: 7, pixelWidth: 0, pixelHeight: 0, last: last)
    expectEqual(half.size, Size(columns: 90, rows: 7))
  }

  @Test func `an impossible size is reduced`() {
    let window = WindowSize(
      columns: 65535, rows: 65535, pixelWidth: 0, pixelHeight: 0, last: WindowSize.fallback)

    expectEqual(window.size, WindowSize.limit)
  }

  @Test(
    arguments: [
      (800, 480, PixelSize(width: 10, height: 20)), (0, 0, nil), (640, 48, nil), (80, 48, nil),
      (8000, 480, nil), (160, 240, nil), (6400, 1536, nil),
      (320, 192, PixelSize(width: 4, height: 8)),
    ] as [(UInt16, UInt16, PixelSize?)])
  func `the pixels of a cell are accepted within limits`(
    _ width: UInt16, _ height: UInt16, _ expected: PixelSize?
  ) {
    let window = WindowSize(
      columns: 80, rows: 24, pixelWidth: width, pixelHeight: height, last: WindowSize.fallback)

    expectEqual(window.cellPixelSize, expected)
  }

  @Test func `a configured locale is used; one that says nothing follows the line`() {
    func choice(_ codeset: String, line: Bool, _ environment: [String: String] = [:])
      -> TerminalLocale.Choice
    {
      TerminalLocale.choice(codeset: codeset, isUTF8Line: line) { environment[$0] }
    }

    expectEqual(choice("UTF-8", line: false), .asSet(isUTF8: true))
    expectEqual(choice("ISO-8859-1", line: true), .asSet(isUTF8: false))
    expectEqual(choice("ANSI_X3.4-1968", line: true), .portableUTF8)
    expectEqual(choice("ANSI_X3.4-1968", line: false), .asSet(isUTF8: false))
    expectEqual(choice("", line: false, ["LANG": "de_DE.UTF-8"]), .portableUTF8)
    expectEqual(choice("", line: false, ["LC_ALL": "C", "LANG": "a.utf8"]), .asSet(isUTF8: false))
  }

  @Test func `padding is removed from strings, and nothing else`() {
    expectEqual(TerminalDescription.withoutPadding("\u{1B}[H$<5/>x$<1.5*>"), "\u{1B}[Hx")
    expectEqual(TerminalDescription.withoutPadding("$<"), "$<")
    expectEqual(TerminalDescription.withoutPadding("a$<b>c$<2>"), "a$<b>c")
    expectEqual(TerminalDescription.withoutPadding(""), "")
  }

  @Test func `the restoring bytes fit what a crash can write`() {
    for type in ["xterm", "xterm-256color", "tmux", "screen", "linux", "vt100", "xterm-kitty"] {
      let description = TerminalDescription.lookUp(type, fd: 1) ?? .xterm
      let modes = TerminalModes(description: description)

      #expect(!modes.leave.isEmpty && modes.leave.count <= 512, "\(type)")
    }
  }

  @Test func `large frames are wrapped once the terminal supports synchronized updates`() {
    var output = FrameOutput()
    let frame = [UInt8](repeating: 0x78, count: FrameOutput.synchronizedByteCount)

    expectEqual(output.wrapped(frame), frame)
    output.isSynchronized = false
    expectEqual(output.wrapped(frame), frame)
    output.isSynchronized = true
    expectEqual(
      output.wrapped(frame), Array("\u{1B}[?2026h".utf8) + frame + Array("\u{1B}[?2026l".utf8))
    expectEqual(output.wrapped([0x78]), [0x78])
  }

  @Test func `signals that arrive together are reported with the most serious first`() {
    let signals = SignalSet([SIGINT, SIGHUP, SIGTERM])

    expectEqual(signals.terminations, [.hangUp, .terminate, .interrupt])
    expectEqual(SignalSet([SIGUSR2, 64]).terminations, [.signal(SIGUSR2), .signal(64)])
    expectEqual(SignalSet(bits: 0).terminations, [])
  }
}
