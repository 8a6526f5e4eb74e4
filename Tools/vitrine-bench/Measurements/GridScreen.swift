import Foundation

/// A screenful of the grid, from the start of the program to its last picture, compared with `timg --grid`.
struct GridScreen {
  static let runs = 3

  func run(_ bench: Bench) {
    for kind in [TerminalKind.kitty, .silent] {
      bench.measure("grid screenful, \(kind.words)") {
        let pictures = try bench.madePictures()
        let folder = try pictures.folder(
          of: pictures.files, count: 200, in: bench.scratch, name: "grid-\(kind)")
        try measure(bench, kind, folder, pictures)
      }
    }
  }

  private func measure(
    _ bench: Bench, _ kind: TerminalKind, _ folder: URL, _ pictures: TestPictures
  ) throws {
    var cold: [Double] = []
    var warm: [Double] = []
    var shown = 0
    for run in 0..<Self.runs {
      let cache = "grid-\(kind)-\(run)"
      let first = try fill(bench, kind, folder.path, cache: cache)
      cold.append(first.milliseconds)
      warm.append(try fill(bench, kind, folder.path, cache: cache).milliseconds)
      shown = max(shown, first.pictures)
    }
    // If pictures cannot be counted: four rows of six, as at 120×40 cells.
    let count = kind == .kitty && shown > 0 ? shown : 24
    let other = try timg(kind, pictures.files.map(\.path), count: count)
    bench.report.figure(
      "start → full grid, \(count) photos, \(kind.words)", Sample(cold).median, "ms",
      aim: other.map { .atMost($0) } ?? .none,
      note: other == nil ? "timg is missing" : "timg --grid of as many")
    bench.report.figure(
      "  from the thumbnail cache", Sample(warm).median, "ms", aim: .atMost(100))
  }

  private func fill(
    _ bench: Bench, _ kind: TerminalKind, _ folder: String, cache: String
  ) throws -> (milliseconds: Double, pictures: Int) {
    let session = try bench.session([folder], kind: kind, cache: cache)
    defer { session.end() }
    session.pressFurther("\t")
    _ = try session.waitForPicture()
    session.waitForQuiet(milliseconds: 1_000)
    guard let last = session.figures.lastPicture else { throw BenchError.missing("a picture") }
    return ((last - session.startTime).milliseconds, session.figures.sentPictures)
  }

  /// - Returns: Milliseconds by the clock, the median; nil where it is not installed.
  private func timg(_ kind: TerminalKind, _ files: [String], count: Int) throws -> Double? {
    guard ChildProcess.exists("timg") else { return nil }
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let all = (0..<count).map { files[$0 % files.count] }
    let times = try (0..<Self.runs).map { _ in
      try ChildProcess.run(
        "timg",
        [
          "-p\(kind == .kitty ? "k" : "q")", "-g120x40", "--grid=\(columns)", "-o", "/dev/null",
        ] + all
      ).wallSeconds * 1000
    }
    return Sample(times).median
  }
}
