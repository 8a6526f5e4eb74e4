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
      (800, 480, PixelSize(width: 10, height: 20)), (0, 0, nil), (640, 48, nil),
    ] as [(UInt16, UInt16, PixelSize?)])
  func `the pixels of a cell are accepted within limits`(
    _ width: UInt16, _ height: UInt16, _ expected: PixelSize?
  ) {
    let window = WindowSize(
      columns: 80, rows: 24, pixelWidth: width, pixelHeight: height, last: WindowSize.fallback)

    expectEqual(window.cellPixelSize, expected)
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "UTF-8", true), ("C", "ANSI_X3.4-1968", true), ("de_DE", "ISO-8859-1", false),
    ("xx_YY.UTF-8", nil, true), ("xx_YY.utf8@euro", nil, true), ("UTF-8", nil, true),
    ("xx_YY", nil, true), ("xx_YY.ISO-8859-15@euro", nil, false), ("xx_YY.eucJP", nil, false),
  ])
  func `a locale is UTF-8 unless it names another character set`(
    _ locale: String, _ codeset: String?, _ isUTF8: Bool
  ) {
    expectEqual(TerminalLocale.isUTF8(locale: locale, codeset: codeset), isUTF8)
  }

  @Test func `the restoring bytes fit what a crash can write`() {
    for type in ["xterm", "xterm-256color", "tmux", "screen", "linux", "vt100", "xterm-kitty"] {
      let modes = TerminalModes(type: TerminalType.lookUp(type, fd: 1) ?? .unknown)

      #expect(!modes.leave.isEmpty && modes.leave.count <= 512, "\(type)")
    }
  }

  @Test func `signals that arrive together are reported with the most serious first`() {
    let signals = SignalSet([SIGINT, SIGHUP, SIGTERM])

    expectEqual(signals.terminations, [.hangUp, .terminate, .interrupt])
    expectEqual(SignalSet([SIGUSR2, 64]).terminations, [.signal(SIGUSR2), .signal(64)])
    expectEqual(SignalSet(bits: 0).terminations, [])
  }
}
