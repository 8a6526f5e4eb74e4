/// Whether a frame with pictures is one synchronized update and one write.
struct FrameWrites {
  static let moves = 24

  func run(_ bench: Bench) {
    for kind in [TerminalKind.kitty, .silent] {
      bench.measure("writes a frame, \(kind.words)") {
        let pictures = try bench.madePictures()
        let folder = try pictures.folder(
          of: pictures.withThumbnail, count: 200, in: bench.scratch, name: "frames-\(kind)")
        let session = try bench.session([folder.path], kind: kind)
        defer { session.end() }
        _ = try session.waitForPicture()
        session.waitForQuiet(milliseconds: 800)
        guard let before = ProcessFigures(of: session.pid) else {
          throw BenchError.missing("the program")
        }
        var updates = 0
        var isOutside = false
        for index in 0..<Self.moves {
          session.press(index % 8 < 6 ? "\u{1B}[B" : "\u{1B}[A")
          session.waitForQuiet(milliseconds: 250)
          updates += session.figures.updates
          isOutside = isOutside || session.figures.isOutsideUpdate
        }
        guard let after = ProcessFigures(of: session.pid), updates > 0 else {
          throw BenchError.missing("frames in synchronized updates")
        }
        bench.report.figure(
          "write calls a frame, \(kind.words)",
          Double(after.writeCalls - before.writeCalls) / Double(updates), digits: 2,
          aim: .atMost(1), note: "\(updates) frames of \(Self.moves) keys; wake-ups counted too")
        bench.report.figure(
          "  frames with pictures outside of an update", isOutside ? 1 : 0, aim: .atMost(0))
      }
    }
  }
}
