import Foundation

/// The memory of the program and its workers after 10,000 photos went by in the grid.
struct GridMemory {
  func run(_ bench: Bench) {
    for kind in [TerminalKind.kitty, .silent] {
      bench.measure("memory, 10,000 photos, \(kind.words)") {
        let pictures = try bench.madePictures()
        let folder = try pictures.folder(
          of: pictures.withThumbnail, count: 10_000, in: bench.scratch, name: "memory-\(kind)")
        try measure(bench, kind, folder.path)
      }
    }
  }

  private func measure(_ bench: Bench, _ kind: TerminalKind, _ folder: String) throws {
    let session = try bench.session([folder], kind: kind)
    defer { session.end() }
    _ = try session.waitForPicture()
    session.press("\t")
    session.waitForQuiet(milliseconds: 500)
    // A page is 20 to 30 photos; at the last one further keys change nothing.
    for _ in 0..<600 {
      session.press("\u{1B}[6~")
      session.read(for: .milliseconds(40))
    }
    session.waitForQuiet(milliseconds: 800)
    let tree = ProcessFigures.tree(of: session.pid)
    guard let program = tree.first else { throw BenchError.missing("the program") }
    let all = tree.reduce(0) { $0 + $1.residentKilobytes }
    bench.report.figure(
      "program after 10,000 photos in the grid, \(kind.words)",
      megabytes(program.residentKilobytes),
      "MB", digits: 1, aim: .atMost(100),
      note: "peak \(megabytes(program.peakKilobytes).text(digits: 1))")
    bench.report.figure(
      "  with its \(tree.count - 1) workers", megabytes(all), "MB", digits: 1, aim: .atMost(200))
  }

  private func megabytes(_ kilobytes: Int) -> Double { Double(kilobytes) / 1024 }
}
