import Foundation
import PictureProtocol

/// Thumbnails per second of one core: a worker's, and those of `vipsthumbnail` of the same files.
struct Thumbnails {
  static let rounds = 6

  func run(_ bench: Bench) {
    bench.measure("thumbnails per second and core") {
      guard let pictures = bench.pictures else { throw BenchError.missing(bench.reason) }
      let files = (0..<Self.rounds).flatMap { _ in pictures.files.map(\.path) }
      let pixels = PictureTarget(
        columns: 26, rows: 13, cellPixelWidth: 10, cellPixelHeight: 20, pixelWidth: 256,
        pixelHeight: 256)
      let cells = PictureTarget(columns: 9, rows: 3)
      let own = try rate(of: files, pixels, .pixels, in: bench)
      let symbols = try rate(of: files, cells, .symbols(SymbolOptions()), in: bench)
      let other = try vipsthumbnail(files, in: bench)
      bench.report.line(
        "thumbnails/s and core, 12 MP JPEG to 256 px", own.text(digits: 1),
        "\(other.text(digits: 1)), vipsthumbnail: \((own / other).text(digits: 2)) times that")
      bench.report.line("  to 9×3 cells, as in the list", symbols.text(digits: 1))
    }
  }

  private func rate(
    of files: [String], _ target: PictureTarget, _ output: PictureOutput, in bench: Bench
  ) throws -> Double {
    let worker = try WorkerSession(worker: bench.worker)
    try worker.ask(files[0], target: target, output: output)
    try worker.answer()
    let before = ProcessFigures(of: worker.pid)?.cpuSeconds ?? 0
    for file in files {
      try worker.ask(file, target: target, output: output)
      try worker.answer()
    }
    let after = ProcessFigures(of: worker.pid)?.cpuSeconds ?? 0
    return Double(files.count) / (after - before)
  }

  private func vipsthumbnail(_ files: [String], in bench: Bench) throws -> Double {
    guard ChildProcess.exists("vipsthumbnail") else {
      throw BenchError.missing("vipsthumbnail (libvips-tools)")
    }
    let output = try bench.scratch.folder("thumbnails").path
    let cpu = try ChildProcess.run(
      "vipsthumbnail", ["--size", "256x256", "--output", output + "/%s.jpg"] + files,
      environment: ["VIPS_CONCURRENCY": "1"])
    return Double(files.count) / cpu
  }
}
