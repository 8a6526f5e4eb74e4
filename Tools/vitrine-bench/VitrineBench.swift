import Foundation

/// Measures the built programs; `make bench` runs it.
///
///     vitrine-bench [NAME ...]     start, key, moves, …: the list is below
///     vitrine-bench compare [DIR]  other programs beside it, as a table in Markdown
///
/// Everything is measured from outside, through real pseudo-terminals, on the programs next to this one.
@main
struct VitrineBench {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == Comparison.argument {
        return try Comparison().run(Bench(), folder: arguments.dropFirst().first)
      }
      let wanted = Set(arguments)
      let known = measurements.map(\.name)
      guard wanted.isSubset(of: known) else {
        print("vitrine-bench: known are \(known.joined(separator: " "))")
        exit(64)
      }
      let bench = try Bench()
      bench.report.head()
      for (name, run) in measurements
      where wanted.contains(name) || wanted.isEmpty && !longNames.contains(name) { run(bench) }
      print("\(bench.report.missed) figures missed their aims")
    } catch {
      print("vitrine-bench: \(error)")
      exit(1)
    }
  }

  /// Some minutes to a quarter of an hour, only if they are named.
  private static let longNames: Set = ["library-million", "questions-million"]

  private static var measurements: [(name: String, run: (Bench) -> Void)] {
    [
      ("start", StartTime().run),
      ("key", KeyLatency().run),
      ("moves", Moves().run),
      ("idle", Idleness().run),
      ("thumbnails", Thumbnails().run),
      ("first", FirstPicture().run),
      ("held", HeldKey().run),
      ("memory", GridMemory().run),
      ("library", RememberedFolder(folderCount: 300).run),
      ("library-million", RememberedFolder(folderCount: 1_000).run),
      (
        "questions",
        { bench in
          Questions(photoCount: 10_000, aims: (15, 15, 20, 10)).run(bench)
          Questions(photoCount: 300_000, aims: (50, 200, 350, 150)).run(bench)
        }
      ),
      (
        "questions-million",
        Questions(photoCount: 1_000_000, aims: (100, 700, 1_500, 500)).run
      ),
      ("remote", RemoteBucket().run),
      ("clickhouse", ClickHousePages().run),
    ]
  }
}
