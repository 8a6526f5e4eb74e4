import Foundation

/// A bucket of 10,000 photos behind 20 ms and 10 Mbit/s, read by the program itself and through `rclone mount`: what
/// `scripts/bench-remote` measures with Ceph's gateway.
struct RemoteBucket {
  private static let script = "scripts/bench-remote"
  private static let needed = [
    "python3", "ceph-mon", "ceph-osd", "ceph", "radosgw", "rclone", "fusermount", "vipsthumbnail",
  ]

  /// Seconds until the first names are shown, and until nothing changes any more, and the bytes received until then.
  private struct Figures: Decodable {
    var firstNames: Double
    var wholeScreen: Double
    var bytes: Double

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      firstNames = try list.decode(Double.self)
      wholeScreen = try list.decode(Double.self)
      bytes = try list.decode(Double.self)
    }
  }

  func run(_ bench: Bench) {
    bench.measure("bucket of 10,000 behind 20 ms, 10 Mbit/s") {
      try ChildProcess.need(Self.needed, script: Self.script)
      let output = try ChildProcess.output(
        of: [Self.script, "--json", "--vitrine", bench.vitrine])
      let figures = try JSONDecoder().decode([String: Figures].self, from: output)
      guard let own = figures["s3://"], let mount = figures["rclone mount"] else {
        throw BenchError.missing("the figures of \(Self.script)")
      }
      bench.report.figure(
        "bucket of 10,000 behind 20 ms, 10 Mbit/s → first names", own.firstNames, "s", digits: 2,
        aim: .atMost(mount.firstNames), note: "rclone mount")
      bench.report.figure(
        "  → thumbnails and preview", own.wholeScreen, "s", digits: 2,
        aim: .atMost(mount.wholeScreen), note: "rclone mount")
      // The names take 2.4 MB of them.
      bench.report.figure(
        "  bytes that came", own.bytes / 1e6, "MB", digits: 2, aim: .atMost(5.4),
        note: "rclone mount \((mount.bytes / 1e6).text(digits: 2))")
    }
  }
}
