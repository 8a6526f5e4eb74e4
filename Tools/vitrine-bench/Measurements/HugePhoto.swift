import Foundation
import Glibc
import PictureProtocol

/// A worker's memory with a baseline JPEG of 100 megapixels, and after it.
struct HugePhoto {
  func run(_ bench: Bench) {
    bench.measure("100 megapixels") {
      let file = try bench.madePictures().huge()
      let worker = try WorkerSession(worker: bench.worker)
      let before = ProcessFigures(of: worker.pid)?.residentKilobytes ?? 0
      let start = ContinuousClock.now
      try worker.ask(file.path, target: PictureTarget(columns: 120, rows: 37), output: .pixels)
      try worker.answer()
      let time = start.duration(to: .now)
      usleep(500_000)
      guard let after = ProcessFigures(of: worker.pid) else {
        throw BenchError.missing("the worker")
      }
      bench.report.figure(
        "worker's peak with 100 megapixels, baseline", Double(after.peakKilobytes) / 1024, "MB",
        digits: 1, aim: .atMost(512), note: "in \(time.milliseconds.text()) ms")
      bench.report.figure(
        "  after it", Double(after.residentKilobytes) / 1024, "MB", digits: 1, aim: .atMost(100),
        note: "before \((Double(before) / 1024).text(digits: 1))")
    }
  }
}
