import Foundation
import PictureProtocol

/// How much faster two workers are than one, by the clock. Other running programs distort it.
struct TwoWorkers {
  func run(_ bench: Bench) {
    bench.measure("two workers against one") {
      let files = Array(repeating: try bench.madePictures().files.map(\.path), count: 4)
        .flatMap { $0 }
      var ratios: [Double] = []
      for _ in 0..<3 {
        ratios.append(
          try time(of: files, workers: 1, in: bench) / time(of: files, workers: 2, in: bench))
      }
      bench.report.figure(
        "two workers, as many times as fast as one", Sample(ratios).median, "×", digits: 2,
        aim: .atLeast(1.7))
    }
  }

  /// Each worker has two requests at a time, as in the program, so that it never waits for the next.
  private func time(of files: [String], workers count: Int, in bench: Bench) throws -> Double {
    let workers = try (0..<count).map { _ in try WorkerSession(worker: bench.worker) }
    for worker in workers {
      try worker.ask(files[0], target: Thumbnails.pixels, output: .pixels)
      try worker.answer()
    }
    var left = files[...]
    var underWay = Array(repeating: 0, count: count)
    func feed(_ index: Int) throws {
      while underWay[index] < 2, let file = left.popFirst() {
        try workers[index].ask(file, target: Thumbnails.pixels, output: .pixels)
        underWay[index] += 1
      }
    }
    let start = ContinuousClock.now
    for index in workers.indices { try feed(index) }
    while underWay.contains(where: { $0 > 0 }) {
      let ready = try WorkerSession.waitForAny(of: workers)
      for index in ready where underWay[index] > 0 {
        try workers[index].answer()
        underWay[index] -= 1
        try feed(index)
      }
    }
    return start.duration(to: .now).seconds
  }
}
