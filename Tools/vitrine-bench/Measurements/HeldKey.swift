import Glibc
import PseudoTerminalSupport

/// What follows after `j` was held for two seconds in a folder of 10,000 photos.
struct HeldKey {
  /// 30 a second, as keyboards repeat.
  static let keys = 60

  func run(_ bench: Bench) {
    for kind in [TerminalKind.silent, .kitty] {
      bench.measure("holding j, \(kind.words)") {
        let pictures = try bench.madePictures()
        let folder = try pictures.folder(
          of: pictures.files, count: 10_000, in: bench.scratch, name: "held-\(kind)")
        try measure(bench, kind, folder.path)
        // What kitty shows stands in no cells that could be looked at.
        if kind == .silent { try measurePreview(bench, folder.path) }
      }
    }
  }

  /// How often the preview is empty while thumbnails are made, and when they are known, and how soon it is sharp after that.
  private func measurePreview(_ bench: Bench, _ folder: String) throws {
    for pass in ["first", "cached"] {
      var times: [Double] = []
      var (blank, count) = (0, 0)
      for run in 0..<3 {
        // The first of the first pass fills it.
        let cache = pass == "cached" ? "held-preview-0" : "held-preview-\(run)"
        let session = try bench.session([folder], cache: cache)
        defer { session.end() }
        _ = try session.waitForPicture()
        session.waitForQuiet(milliseconds: 700)
        var preview = PreviewCells(session)
        for _ in 1..<Self.keys {
          session.pressFurther("j")
          session.read(for: .milliseconds(33))
          count += 1
          if preview.colors(session).isEmpty { blank += 1 }
        }
        let pressed = session.press("j")
        var (shown, sharp) = (preview.colors(session), ContinuousClock.now)
        while pressed.duration(to: .now) < .milliseconds(1_000) {
          session.read(for: .milliseconds(2))
          let colors = preview.colors(session)
          if colors != shown { (shown, sharp) = (colors, .now) }
        }
        times.append((sharp - pressed).milliseconds)
      }
      bench.report.figure(
        "previews that are blank while j is held, \(pass)", Double(blank), "of \(count)",
        aim: pass == "cached" ? .atMost(0) : .none)
      bench.report.figure(
        "j held for 2 s → the preview is sharp, \(pass)", Sample(times).median, "ms", digits: 1,
        aim: .atMost(110), note: "max \(Sample(times).maximum.text(digits: 1))")
    }
  }

  private func measure(_ bench: Bench, _ kind: TerminalKind, _ folder: String) throws {
    var lags: [Double] = []
    var costs: [Double] = []
    var restCosts: [Double] = []
    for _ in 0..<3 {
      let session = try bench.session([folder], kind: kind)
      defer { session.end() }
      _ = try session.waitForPicture()
      session.waitForQuiet(milliseconds: 700)
      let before = ProcessFigures.cpuSeconds(ofTree: session.pid)
      for _ in 1..<Self.keys {
        session.pressFurther("j")
        session.read(for: .milliseconds(33))
      }
      let pressed = session.press("j")
      let shown = try session.wait(for: TestPictures.word(of: Self.keys))
      let atRest = ProcessFigures.cpuSeconds(ofTree: session.pid)
      session.waitForQuiet(milliseconds: 700)
      costs.append(atRest - before)
      restCosts.append(ProcessFigures.cpuSeconds(ofTree: session.pid) - atRest)
      lags.append((shown - pressed).milliseconds)
    }
    bench.report.figure(
      "lag after holding j for 2 s, \(kind.words)", Sample(lags).median, "ms", digits: 1,
      aim: .atMost(33), note: "max \(Sample(lags).maximum.text(digits: 1))")
    bench.report.figure(
      "  CPU of the tree for it", Sample(costs).median, "s", digits: 2, aim: .atMost(1.5))
    bench.report.figure(
      "  and for the pictures of where it came to rest, and ahead", Sample(restCosts).median, "s",
      digits: 2)
  }
}

/// The cells of a picture right of the list, as a terminal shows them.
private struct PreviewCells {
  private var screen = ScreenEmulator(columns: 120, rows: 40)
  private var fed = 0

  init(_ session: TerminalSession) { follow(session) }

  /// Their characters and colours; empty for none. Words have no background.
  mutating func colors(_ session: TerminalSession) -> [String] {
    follow(session)
    let divider = screen.cells[10].firstIndex { $0.text == "│" } ?? screen.columns - 1
    return screen.cells.flatMap { $0[divider...] }.compactMap {
      $0.background.hasPrefix("48;2") ? $0.text + $0.foreground + $0.background : nil
    }
  }

  private mutating func follow(_ session: TerminalSession) {
    let output = session.terminal.output
    screen.feed(output[fed...])
    fed = output.count
  }
}
