import Foundation
import Glibc

/// From a key to the focused row's bytes on the terminal, while pictures load.
///
/// ↓ is pressed as often as a held key repeats, down a list that needs a new thumbnail and a new preview for every
/// press. The measurement waits for the word in the name of the row that gets the focus: it is written in bold then,
/// and no picture contains it.
struct KeyLatency {
  static let keys = 400

  func run(_ bench: Bench) {
    bench.measure("key → bytes while pictures load") {
      let pictures = try bench.madePictures()
      let folder = try pictures.folder(of: Self.keys + 100, in: bench.scratch)
      let session = try bench.session([folder.path])
      defer { session.end() }
      _ = try session.wait(for: TestPictures.word(of: 0))
      var times: [Double] = []
      for row in 1...Self.keys {
        let pressed = session.press("\u{1B}[B")
        times.append((try session.wait(for: TestPictures.word(of: row)) - pressed).milliseconds)
        usleep(30_000)
      }
      let sample = Sample(times)
      bench.report.line(
        "key → bytes while pictures load, \(Self.keys) keys",
        "\(sample.median.text(digits: 2)) ms", "1 ms")
      bench.report.line(
        "  99th percentile (max)",
        "\(sample.quantile(0.99).text(digits: 2)) ms (\(sample.maximum.text(digits: 1)))", "8 ms")
    }
  }
}
