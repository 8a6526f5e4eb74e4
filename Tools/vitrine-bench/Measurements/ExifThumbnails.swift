import Glibc

/// From a row on the screen to the rough picture that its file contains in its EXIF data.
struct ExifThumbnails {
  static let pages = 12

  func run(_ bench: Bench) {
    bench.measure("row → EXIF thumbnail") {
      let pictures = try bench.madePictures()
      let folder = try pictures.folder(
        of: pictures.withThumbnail, count: 900, in: bench.scratch, name: "thumbnails-in-exif")
      let session = try bench.session([folder.path])
      defer { session.end() }
      _ = try session.waitForPicture()
      session.waitForQuiet(milliseconds: 700)
      var times: [Double] = []
      for _ in 0..<Self.pages {
        // Five pages at once, in one frame: the last was not fetched ahead.
        session.press(String(repeating: "\u{1B}[6~", count: 5))
        // The frame with the new rows' words is the first output.
        let rows = try session.waitForBytes()
        times.append(max(0, (try session.waitForPicture() - rows).milliseconds))
        session.waitForQuiet(milliseconds: 400)
      }
      let sample = Sample(times)
      bench.report.figure(
        "rows on the screen → first EXIF thumbnail", sample.median, "ms", digits: 1,
        aim: .atMost(10),
        note: "max \(sample.maximum.text(digits: 1)); pages that were not fetched ahead")
    }
  }
}
