import Foundation

/// `vitrine show` compared with programs that do only this, for a 13-megapixel JPEG at 120×40 cells.
struct ShowCommand {
  static let runs = 5

  func run(_ bench: Bench) {
    bench.measure("vitrine show") {
      let file = try bench.madePictures().usual.path
      let own = try time(bench.vitrine, ["show", "--size", "120x40", file], bench)
      var others: [String] = []
      for (name, arguments) in [
        ("chafa", ["-f", "symbols", "-s", "120x40", file]),
        ("timg", ["-pq", "-g120x40", "-o", "/dev/null", file]),
      ] where ChildProcess.exists(name) {
        let other = try time(name, arguments, bench)
        others.append("\(name) \(other.text()) ms: \((own / other).text(digits: 2)) times that")
      }
      bench.report.figure(
        "vitrine show, 13 MP to symbols", own, "ms", note: others.joined(separator: ", "))
    }
  }

  private func time(_ program: String, _ arguments: [String], _ bench: Bench) throws -> Double {
    let cache = try bench.scratch.folder("cache-show").path
    return Sample(
      try (0..<Self.runs).map { _ in
        try ChildProcess.run(program, arguments, environment: ["XDG_CACHE_HOME": cache])
          .wallSeconds * 1000
      }
    ).median
  }
}
