import Foundation

/// Measures the built programs; `make bench` runs it.
///
///     vitrine-bench [start] [keys] [moves] [million] [idle] [thumbnails]
///
/// Everything is measured from outside, through real pseudo-terminals, on the programs that lie
/// beside this one.
@main
struct VitrineBench {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.count == 2, arguments[0] == MillionPhotos.argument {
        try MainActor.assumeIsolated { try MillionGallery(folder: arguments[1]).run() }
      }
      let wanted = Set(arguments)
      let bench = try Bench()
      bench.report.head()
      for (name, run) in measurements where wanted.isEmpty || wanted.contains(name) { run(bench) }
    } catch {
      print("vitrine-bench: \(error)")
      exit(1)
    }
  }

  private static var measurements: [(name: String, run: (Bench) -> Void)] {
    [
      ("start", StartTime().run),
      ("keys", KeyLatency().run),
      ("moves", MoveBytes().run),
      ("million", MillionPhotos().run),
      ("idle", Idleness().run),
      ("thumbnails", Thumbnails().run),
    ]
  }
}
