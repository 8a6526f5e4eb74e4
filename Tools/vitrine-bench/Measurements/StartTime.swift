import Foundation

/// From starting the program to its first frame with a photo's name in it.
struct StartTime {
  static let runs = 15

  func run(_ bench: Bench) {
    bench.measure("start, built-in gallery") {
      let first = try firstTitle(in: bench)
      try report(bench, "start → first names, built-in gallery", ["--sample"], first, aim: "")
    }
    for (count, aim) in [(1_000, "30 ms"), (10_000, "60 ms")] {
      let name = "start → first names, folder of \(Double(count).text())"
      bench.measure(name) {
        let pictures = try bench.madePictures()
        let folder = try pictures.folder(of: count, in: bench.scratch)
        try report(bench, name, [folder.path], TestPictures.word(of: 0), aim: aim)
      }
    }
  }

  private func report(
    _ bench: Bench, _ name: String, _ arguments: [String], _ title: String, aim: String
  ) throws {
    var times: [Double] = []
    for run in 0...Self.runs {
      let session = try bench.session(arguments)
      let time = (try session.wait(for: title) - session.startTime).milliseconds
      session.end()
      // The first run fills the caches of the system.
      if run > 0 { times.append(time) }
    }
    let sample = Sample(times)
    bench.report.line(
      name, "\(sample.median.text(digits: 1)) ms (max \(sample.maximum.text(digits: 1)))", aim)
  }

  /// A word that the first frame of the built-in gallery shows: the first title in ASCII.
  private func firstTitle(in bench: Bench) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: bench.vitrine)
    process.arguments = ["list", "--sample", "--json"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    struct Line: Decodable { var title: String }
    let titles = data.split(separator: 0x0A).compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0)).title
    }
    // Nine rows fit on the screen.
    let title = titles.prefix(8).first { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
    guard let word = title?.split(separator: " ").first else {
      throw BenchError.missing("the sample gallery")
    }
    return String(word)
  }
}
