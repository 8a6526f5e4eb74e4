/// From starting the program to the first picture on the screen.
struct FirstPicture {
  static let runs = 7

  func run(_ bench: Bench) {
    for (kind, aim) in [(TerminalKind.silent, 100.0), (.kitty, 90)] {
      let name = "start → first picture, folder of 1,000, \(kind.words)"
      bench.measure(name) {
        let pictures = try bench.madePictures()
        let folder = try pictures.folder(
          of: pictures.files, count: 1_000, in: bench.scratch, name: "first-\(kind)")
        var times: [Double] = []
        for run in 0...Self.runs {
          let session = try bench.session([folder.path], kind: kind)
          let time = (try session.waitForPicture() - session.startTime).milliseconds
          session.end()
          if run > 0 { times.append(time) }
        }
        let sample = Sample(times)
        bench.report.figure(
          name, sample.median, "ms", digits: 1, aim: .atMost(aim),
          note: "max \(sample.maximum.text(digits: 1))")
      }
    }
  }
}

extension TerminalKind {
  /// For a line of the table.
  var words: String {
    switch self {
    case .silent: "symbols"
    case .kitty: "kitty"
    }
  }
}
