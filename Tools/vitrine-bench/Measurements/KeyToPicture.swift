/// From a key to the sharp picture of the photo screen, 13 megapixels, baseline.
struct KeyToPicture {
  static let photos = 8

  func run(_ bench: Bench) {
    for kind in [TerminalKind.silent, .kitty] {
      bench.measure("key → picture, \(kind.words)") {
        let pictures = try bench.madePictures()
        let folder = try pictures.folder(
          of: [pictures.usual, pictures.otherUsual], count: 60, in: bench.scratch,
          name: "photos-\(kind)")
        try measure(bench, kind, folder.path)
      }
    }
  }

  private func measure(_ bench: Bench, _ kind: TerminalKind, _ folder: String) throws {
    let session = try bench.session([folder], kind: kind)
    defer { session.end() }
    _ = try session.waitForPicture()
    session.waitForQuiet(milliseconds: 600)
    let opened = try times(Self.photos, session, key: "\r") {
      session.press("q")
      session.waitForQuiet(milliseconds: 300)
      // An open photo's neighbours are fetched ahead: start far from them.
      session.press("jjjjjj")
      session.waitForQuiet(milliseconds: 600)
    }
    bench.report.figure(
      "⏎ → sharp picture, not prefetched, \(kind.words)", opened.median, "ms", digits: 1,
      aim: .atMost(60), note: "max \(opened.maximum.text(digits: 1))")
    session.press("\r")
    session.waitForQuiet(milliseconds: 800)
    let next = try times(Self.photos, session, key: "n") {}
    bench.report.figure(
      "next → sharp picture, prefetched, \(kind.words)", next.median, "ms", digits: 1,
      aim: .atMost(10), note: "max \(next.maximum.text(digits: 1))")
  }

  private func times(
    _ count: Int, _ session: TerminalSession, key: String, afterwards: () -> Void
  ) throws -> Sample {
    var times: [Double] = []
    for _ in 0..<count {
      let pressed = session.press(key)
      _ = try session.waitForPicture()
      // Anything sharper arrives within this time.
      session.waitForQuiet(milliseconds: 600)
      guard let last = session.figures.lastPicture else { throw BenchError.missing("a picture") }
      times.append((last - pressed).milliseconds)
      afterwards()
    }
    return Sample(times)
  }
}
