import Foundation

/// What moving and scrolling in the grid writes while its pictures stay.
struct GridBytes {
  static let moves = 10
  static let scrolls = 6

  func run(_ bench: Bench) {
    let cases: [(TerminalKind, TerminalLink, String)] = [
      (.kitty, .local, ""), (.remoteKitty, .slow, ", 1 Mbit/s, 50 ms"), (.silent, .local, ""),
      (.silent, .slow, ", 1 Mbit/s, 50 ms"),
    ]
    for (kind, link, words) in cases {
      bench.measure("grid bytes, \(kind.words)\(words)") {
        let pictures = try bench.madePictures()
        let folder = try pictures.folder(
          of: pictures.withThumbnail, count: 300, in: bench.scratch,
          name: "bytes-\(kind)-\(link.delay.milliseconds)")
        try measure(bench, kind, link, words, folder.path)
      }
    }
  }

  private func measure(
    _ bench: Bench, _ kind: TerminalKind, _ link: TerminalLink, _ words: String, _ folder: String
  ) throws {
    let session = try bench.session([folder], kind: kind, link: link)
    defer { session.end() }
    _ = try session.waitForPicture()
    let quiet = link.delay == .zero ? 400 : 900
    session.waitForQuiet(milliseconds: quiet)
    session.press("\t")
    _ = try session.waitForPicture()
    session.waitForQuiet(milliseconds: 3 * quiet)

    let name = kind.words + words
    let focus = press((0..<Self.moves).map { $0 % 4 < 2 ? "\u{1B}[C" : "\u{1B}[D" }, session, quiet)
    report(bench, "moving the focus in the grid, \(name)", focus, kind, link)
    // Down beyond the screen and up again: rows that come back were there before.
    _ = press(Array(repeating: "\u{1B}[B", count: 4 + Self.scrolls), session, quiet)
    let back = press(Array(repeating: "\u{1B}[A", count: 4 + Self.scrolls), session, quiet)
    report(bench, "scrolling back by rows, \(name)", back, kind, link)
  }

  private struct Moves {
    var bytes: [Double] = []
    var pictureBytes = 0
    var sentPictures = 0
    var milliseconds: [Double] = []
    var updates = 0
    var keys = 0
  }

  private func press(_ keys: [String], _ session: TerminalSession, _ quiet: Int) -> Moves {
    var moves = Moves()
    for key in keys {
      let pressed = session.press(key)
      let time = try? session.waitForBytes()
      session.waitForQuiet(milliseconds: quiet)
      moves.keys += 1
      moves.bytes.append(Double(session.figures.bytes))
      moves.pictureBytes += session.figures.pictureBytes
      moves.sentPictures += session.figures.sentPictures
      moves.updates += session.figures.updates
      if let time { moves.milliseconds.append((time - pressed).milliseconds) }
    }
    return moves
  }

  private func report(
    _ bench: Bench, _ name: String, _ moves: Moves, _ kind: TerminalKind, _ link: TerminalLink
  ) {
    let bytes = Sample(moves.bytes)
    let time = Sample(moves.milliseconds).median.text(digits: 1)
    let note = "\(bytes.median.text()) bytes a key (max \(bytes.maximum.text())), \(time) ms"
    if kind.isKitty {
      bench.report.figure(
        "\(name): pictures sent", Double(moves.sentPictures), aim: .atMost(0), note: note)
      bench.report.figure("  picture bytes", Double(moves.pictureBytes), aim: .atMost(0))
    } else {
      bench.report.figure("\(name): bytes a key", bytes.median, note: note)
    }
  }
}
