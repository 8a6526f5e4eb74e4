import Foundation

/// A bucket of 10,000 photos behind 20 ms and 10 Mbit/s: what `scripts/bench-remote` measures with Ceph's gateway.
struct RemoteBucket {
  private static let script = "scripts/bench-remote"
  private static let needed = [
    "python3", "ceph-mon", "ceph-osd", "ceph", "radosgw", "rclone", "vipsthumbnail",
  ]

  func run(_ bench: Bench) {
    bench.measure("bucket of 10,000 behind 20 ms, 10 Mbit/s") {
      try ChildProcess.need(Self.needed, script: Self.script)
      let output = try ChildProcess.output(
        of: [Self.script, "--json", "--vitrine", bench.vitrine])
      // Seconds until the first names are shown, and until nothing changes any more, and the bytes received until then.
      let figures = try JSONDecoder().decode([Double].self, from: output)
      guard figures.count == 3 else { throw BenchError.missing("the figures of \(Self.script)") }
      bench.report.figure(
        "bucket of 10,000 behind 20 ms, 10 Mbit/s → first names", figures[0], "s", digits: 2)
      bench.report.figure("  → thumbnails and preview", figures[1], "s", digits: 2)
      // The names take 2.4 MB of them.
      bench.report.figure(
        "  bytes that came", figures[2] / 1e6, "MB", digits: 2, aim: .atMost(5.4))
    }
  }
}
