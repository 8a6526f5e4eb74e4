import Foundation
import Glibc

/// From a key to its bytes on the terminal, while ten thousand photos are selected, inverted and sorted.
///
/// ↓ is pressed over and over, from the key that starts the work until it is done, and some times after that; the
/// measurement waits for the word in the name of the row that gets the focus.
struct SelectionKeys {
  static let photos = 10_000
  static let keys = 60

  func run(_ bench: Bench) {
    bench.measure("keys with \(Self.photos) photos selected") {
      let pictures = try bench.madePictures()
      let folder = try pictures.folder(
        of: Self.photos, in: bench.scratch, name: "selection")
      let session = try bench.session([folder.path])
      defer { session.end() }
      _ = try session.wait(for: TestPictures.word(of: 0))
      var row = 0
      for (name, keys) in [("select all", "A"), ("invert twice", "**"), ("sort by rating", "sr")] {
        session.press(keys)
        var times: [Double] = []
        for _ in 0..<Self.keys {
          row += 1
          let pressed = session.press("\u{1B}[B")
          let time = try session.wait(for: TestPictures.word(of: row)) - pressed
          times.append(time.milliseconds)
          usleep(20_000)
        }
        let sample = Sample(times)
        bench.report.line(
          "key → bytes, \(Self.photos) photos: \(name)",
          "\(sample.median.text(digits: 2)) ms (max \(sample.maximum.text(digits: 1)))", "max 16 ms"
        )
      }
    }
  }
}
