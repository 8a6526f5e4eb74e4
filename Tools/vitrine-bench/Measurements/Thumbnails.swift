import Foundation
import PictureProtocol

/// Thumbnails per second of CPU: a worker's, and those of other programs for the same files.
///
/// `djpeg -scale 1/8` is the lower bound of decoding a baseline JPEG: it rotates, filters and encodes nothing.
struct Thumbnails {
  static let rounds = 3

  func run(_ bench: Bench) {
    bench.measure("thumbnails per CPU-second") {
      let pictures = try bench.madePictures()
      let baseline = Array(repeating: pictures.baseline.map(\.path), count: Self.rounds).flatMap {
        $0
      }
      let mixed = Array(repeating: pictures.files.map(\.path), count: Self.rounds).flatMap { $0 }
      let own = try rate(of: baseline, Self.pixels, .pixels, in: bench)
      let vips = try vipsthumbnail(baseline, in: bench)
      bench.report.figure(
        "thumbnails/CPU-s, JPEG of 6–24 MP to 256 px", own, digits: 1, aim: .atLeast(vips),
        note: "vipsthumbnail \(vips.text(digits: 1)): \((own / vips).text(digits: 2)) times that")
      bench.measure("  djpeg -scale 1/8") {
        let floor = try djpeg(baseline)
        bench.report.line(
          "  djpeg -scale 1/8, the floor", floor.text(digits: 1),
          "\((own / floor).text(digits: 2)) times that")
      }
      let ownMixed = try rate(of: mixed, Self.pixels, .pixels, in: bench)
      let vipsMixed = try vipsthumbnail(mixed, in: bench)
      bench.report.figure(
        "  one of nine progressive", ownMixed, digits: 1, aim: .atLeast(vipsMixed),
        note: "vipsthumbnail \(vipsMixed.text(digits: 1))")
      let cells = PictureTarget(columns: 9, rows: 3)
      let symbols = try rate(of: baseline, cells, .symbols(SymbolOptions()), in: bench)
      bench.report.figure("  to 9×3 cells, as in the list", symbols, digits: 1)
    }
  }

  /// 256×256 pixels.
  static let pixels = PictureTarget(
    columns: 256, rows: 256, cellPixelWidth: 1, cellPixelHeight: 1)

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
    let cost = try ChildProcess.run(
      "vipsthumbnail", ["--size", "256x256", "--output", output + "/%s.jpg"] + files,
      environment: ["VIPS_CONCURRENCY": "1"])
    return Double(files.count) / cost.cpuSeconds
  }

  private func djpeg(_ files: [String]) throws -> Double {
    guard ChildProcess.exists("djpeg") else {
      throw BenchError.missing("djpeg (libjpeg-turbo-progs)")
    }
    var seconds = 0.0
    for file in files {
      seconds += try ChildProcess.run(
        "djpeg", ["-scale", "1/8", "-outfile", "/dev/null", file]
      ).cpuSeconds
    }
    return Double(files.count) / seconds
  }
}
