import Glibc

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
      }
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
