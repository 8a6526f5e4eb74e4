import Foundation

/// How many bytes a cursor move writes, with no pictures on the screen.
struct MoveBytes {
  func run(_ bench: Bench) {
    bench.measure("bytes per cursor move") {
      let pictures = try bench.madePictures()
      let folder = try pictures.folder(of: 200, in: bench.scratch)
      let session = try bench.session(
        [folder.path], columns: 80, rows: 24,
        environment: ["VITRINE_PICTURES": "/nonexistent"])
      defer { session.end() }
      _ = try session.wait(for: TestPictures.word(of: 0))
      session.waitForQuiet(milliseconds: 300)

      // Up and down among the rows that are on the screen, then through the list.
      let inside = bytes(session, keys: (0..<20).map { $0 % 6 < 3 ? "\u{1B}[B" : "\u{1B}[A" })
      _ = bytes(session, keys: Array(repeating: "\u{1B}[B", count: 10))
      let scrolling = bytes(session, keys: Array(repeating: "\u{1B}[B", count: 20))
      bench.report.line(
        "bytes per cursor move, text, 80×24", "\(inside.median.text()) bytes", "150 bytes")
      bench.report.line("  when the list scrolls", "\(scrolling.median.text()) bytes")
    }
  }

  private func bytes(_ session: TerminalSession, keys: [String]) -> Sample {
    Sample(
      keys.map { key in
        session.press(key)
        session.waitForQuiet()
        return Double(session.byteCount)
      })
  }
}
