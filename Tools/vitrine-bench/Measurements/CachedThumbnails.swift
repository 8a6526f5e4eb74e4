import Foundation
import Glibc
import PictureProtocol

/// Thumbnails from a warm freedesktop.org cache compared with decoded ones.
struct CachedThumbnails {
  static let rounds = 5

  func run(_ bench: Bench) {
    bench.measure("thumbnails from the cache") {
      let files = try bench.madePictures().baseline.map(\.path)
      let folder = try bench.scratch.folder("thumbnail-files")
      let worker = try WorkerSession(worker: bench.worker)
      for (index, file) in files.enumerated() {
        let png = try make(of: file, worker)
        try Data(png).write(to: folder.appendingPathComponent("\(index).png"))
      }
      let all = (0..<files.count * Self.rounds).map { $0 % files.count }
      let decoded = try cpu(worker) {
        for index in all { try ask(files[index], cached: nil, worker) }
      }
      let cached = try cpu(worker) {
        for _ in 0..<Self.factor {
          for index in all {
            try ask(
              files[index], cached: folder.appendingPathComponent("\(index).png").path, worker)
          }
        }
      }
      bench.report.figure(
        "from the thumbnail cache, as many times as fast as decoding",
        decoded * Double(Self.factor) / cached, "×", digits: 1, aim: .atLeast(20),
        note:
          "\((cached * 1000 / Double(all.count * Self.factor)).text(digits: 2)) ms of CPU a photo")
    }
  }

  /// The CPU clock of a process has a resolution of a hundredth of a second: cached thumbnails are read more often.
  private static let factor = 10

  private func make(of file: String, _ worker: WorkerSession) throws -> [UInt8] {
    try worker.ask(
      file, target: Thumbnails.pixels, output: .pixels, thumbnail: try offer(file, wanted: .large))
    try worker.answer()
    return try worker.thumbnail()
  }

  private func ask(_ file: String, cached: String?, _ worker: WorkerSession) throws {
    var thumbnail: ThumbnailOffer?
    if cached != nil {
      thumbnail = try offer(file, wanted: nil)
      thumbnail?.hasCachedFile = true
    }
    try worker.ask(
      file, target: Thumbnails.pixels, output: .pixels, thumbnail: thumbnail, cached: cached)
    try worker.answer()
  }

  private func offer(_ file: String, wanted: ThumbnailSize?) throws -> ThumbnailOffer {
    var status = stat()
    guard stat(file, &status) == 0 else { throw BenchError.system(call: file, code: errno) }
    return ThumbnailOffer(
      uri: "file://" + file, modificationSeconds: Int64(status.st_mtim.tv_sec),
      byteCount: Int64(status.st_size), wanted: wanted)
  }

  private func cpu(_ worker: WorkerSession, _ work: () throws -> Void) throws -> Double {
    let before = ProcessFigures(of: worker.pid)?.cpuSeconds ?? 0
    try work()
    return (ProcessFigures(of: worker.pid)?.cpuSeconds ?? 0) - before
  }
}
