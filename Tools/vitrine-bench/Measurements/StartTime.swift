import Foundation
import PseudoTerminalSupport

/// From starting the program to its first frame with a photo's name in it, and until all photos are counted.
struct StartTime {
  static let runs = 15
  /// For the largest folder.
  static let fewRuns = 7

  func run(_ bench: Bench) {
    bench.measure("start, built-in gallery") {
      let sample = try firstNames(bench, ["--sample"], firstTitle(in: bench))
      report(bench, "start → first names, built-in gallery", sample)
    }
    for (count, aim) in [(1_000, 20.0), (10_000, 30)] {
      let name = "start → first names, folder of \(Double(count).text())"
      bench.measure(name) {
        let folder = try bench.madePictures().folder(of: count, in: bench.scratch)
        let word = TestPictures.word(of: 0)
        let others = try bench.otherBrowsers.map { other in
          let sample = try firstNames(bench, [folder.path], word, program: other.path)
          return "\(other.name) \(sample.median.text(digits: 1))"
        }
        report(
          bench, name, try firstNames(bench, [folder.path], word), aim: .atMost(aim), others)
      }
    }
    bench.measure("start, 300,000 photos in 30 folders") { try measureFolders(bench) }
  }

  private func measureFolders(_ bench: Bench) throws {
    let folder = try bench.madePictures().folders(
      30, of: 10_000, in: bench.scratch, name: "folders")
    var (named, counted): ([Double], [Double]) = ([], [])
    for run in 0...Self.fewRuns {
      let session = try bench.session([folder.path])
      let name = try session.wait(for: TestPictures.word(of: 0)) - session.startTime
      let count = try session.waitOnScreen(for: "300,000") - session.startTime
      session.end()
      guard run > 0 else { continue }
      named.append(name.milliseconds)
      counted.append(count.seconds)
    }
    report(
      bench, "start → first names, 300,000 in 30 folders", Sample(named), aim: .atMost(30))
    bench.report.figure(
      "  counted", Sample(counted).median, "s", digits: 2, aim: .atMost(0.4),
      note: "max \(Sample(counted).maximum.text(digits: 2))")
  }

  private func firstNames(
    _ bench: Bench, _ arguments: [String], _ title: String, program: String? = nil
  ) throws -> Sample {
    var times: [Double] = []
    for run in 0...Self.runs {
      let session = try bench.session(arguments, program: program)
      let time = (try session.wait(for: title) - session.startTime).milliseconds
      session.end()
      // The first run fills the caches of the system.
      if run > 0 { times.append(time) }
    }
    return Sample(times)
  }

  private func report(
    _ bench: Bench, _ name: String, _ sample: Sample, aim: Aim = .none, _ others: [String] = []
  ) {
    let notes = ["max \(sample.maximum.text(digits: 1))"] + others
    bench.report.figure(
      name, sample.median, "ms", digits: 1, aim: aim, note: notes.joined(separator: " · "))
  }

  /// A word that the first frame of the built-in gallery shows: the first title in ASCII.
  private func firstTitle(in bench: Bench) throws -> String {
    struct Line: Decodable { var title: String }
    let data = try ChildProcess.output(of: [bench.vitrine, "list", "--sample", "--json"])
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
