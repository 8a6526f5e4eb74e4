import Foundation
import PseudoTerminalSupport

/// How often the place of the picture is blank while a key is held, in a folder of 1,000 photos of 12 megapixels without
/// thumbnails in their files, and how soon the picture is sharp afterwards.
struct BlankPreview {
  /// A keyboard repeats 30 times a second.
  private static let keyInterval = Duration.milliseconds(33)
  /// Not the same as the keys', so that every moment between two of them is looked at.
  private static let sampleInterval = Duration.milliseconds(35)
  private static let heldTime = Duration.seconds(3)
  private static let restKeys = 60

  func run(_ bench: Bench) {
    for kind in [TerminalKind.silent, .kitty, .sixel, .inlineFiles] {
      bench.measure("blank pictures while a key is held, \(kind.words)") {
        let pictures = try bench.madePictures()
        let folder = try pictures.folder(
          of: [pictures.usual, pictures.otherUsual], count: 1_000, in: bench.scratch,
          name: "blank-\(kind)")
        try measureHeld(bench, kind, folder.path)
        try measureRest(bench, kind, folder.path)
      }
    }
    bench.measure("back over six photos, kitty") { try measureBack(bench) }
  }

  private func measureHeld(_ bench: Bench, _ kind: TerminalKind, _ folder: String) throws {
    let cache = "blank-\(kind)"
    for (pass, key, limit) in [("first", "j", 10.0), ("cached", "j", 0), ("photo view", "n", 10)] {
      let isPhoto = key == "n"
      let session = try bench.session(
        [folder], kind: kind, cache: isPhoto ? nil : cache)
      defer { session.end() }
      let screen = PictureScreen(session, isPhoto: isPhoto)
      _ = try session.waitForPicture()
      session.waitForQuiet(milliseconds: 1_000)
      if isPhoto {
        session.pressFurther("\r")
        session.waitForQuiet(milliseconds: 1_000)
      }
      let (blank, count) = hold(key, session, screen)
      bench.report.figure(
        "blank while \(key) is held, \(pass), \(kind.words)", Double(blank), "of \(count)",
        aim: .atMost(limit))
    }
  }

  private func hold(
    _ key: String, _ session: TerminalSession, _ screen: PictureScreen
  ) -> (blank: Int, count: Int) {
    // Interpreting the output takes longer than making it: it is looked at afterwards.
    var samples: [Int] = []
    let start = ContinuousClock.now
    var (nextKey, nextSample) = (start, start + .milliseconds(10))
    while start.duration(to: .now) < Self.heldTime {
      if ContinuousClock.now >= nextKey {
        session.pressFurther(key)
        nextKey += Self.keyInterval
      }
      session.read(for: .milliseconds(1))
      if ContinuousClock.now >= nextSample {
        samples.append(session.terminal.output.count)
        nextSample += Self.sampleInterval
      }
    }
    return (samples.count { screen.shownPicture(upTo: $0).isEmpty }, samples.count)
  }

  private func measureRest(_ bench: Bench, _ kind: TerminalKind, _ folder: String) throws {
    var times: [Double] = []
    for _ in 0..<5 {
      let session = try bench.session([folder], kind: kind)
      defer { session.end() }
      let screen = PictureScreen(session)
      _ = try session.waitForPicture()
      session.waitForQuiet(milliseconds: 700)
      for _ in 1..<Self.restKeys {
        session.pressFurther("j")
        session.read(for: Self.keyInterval)
      }
      let pressed = session.press("j")
      // Interpreting the output takes longer than making it: it is looked at afterwards.
      var arrivals = [(time: pressed, end: session.terminal.output.count)]
      while pressed.duration(to: .now) < .milliseconds(1_000) {
        session.read(for: .milliseconds(1))
        let end = session.terminal.output.count
        if end != arrivals[arrivals.count - 1].end { arrivals.append((.now, end)) }
      }
      var (sharp, shown) = (pressed, [String]())
      for arrival in arrivals {
        let picture = screen.picture(upTo: arrival.end)
        if picture != shown { (shown, sharp) = (picture, arrival.time) }
      }
      guard !shown.isEmpty else { throw NoPicture() }
      times.append((sharp - pressed).milliseconds)
    }
    let sample = Sample(times)
    bench.report.figure(
      "j held for 2 s → sharp picture under the bar, \(kind.words)", sample.median, "ms",
      aim: .atMost(100), note: "max \(sample.maximum.text())")
  }

  /// Of the key that was pressed last.
  private struct NoPicture: Error {}

  private func measureBack(_ bench: Bench) throws {
    let pictures = try bench.madePictures()
    let folder = try pictures.folder(of: 200, in: bench.scratch, name: "back")
    let session = try bench.session([folder.path], kind: .kitty)
    defer { session.end() }
    _ = try session.waitForPicture()
    session.waitForQuiet(milliseconds: 1_000)
    for _ in 0..<6 {
      session.press("j")
      session.waitForQuiet(milliseconds: 800)
    }
    var bytes: [Double] = []
    var sent = 0
    for _ in 0..<6 {
      session.press("k")
      session.waitForQuiet(milliseconds: 500)
      bytes.append(Double(session.byteCount))
      sent += session.figures.sentPictures
    }
    let sample = Sample(bytes)
    bench.report.figure(
      "kitty, back over six photos: bytes a key", sample.median, "bytes", aim: .atMost(600),
      note: "max \(sample.maximum.text())")
    bench.report.figure("  pictures sent", Double(sent), aim: .atMost(0))
  }
}

/// The picture in the preview, or of the photo screen, as far as it has been written.
final class PictureScreen {
  private let session: TerminalSession
  private let isPhoto: Bool
  private var screen: ScreenEmulator
  private var fed = 0
  /// What is placed where, by kitty's numbers.
  private var placements: [String: (column: Int, row: Int, keys: String)] = [:]
  /// Sixel's and iTerm2's, which are drawn like text: what is written over them later removes them.
  private var drawn: [(column: Int, row: Int, cells: [Cell: Int], number: Int)] = []
  private var drawnCount = 0

  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  init(_ session: TerminalSession, isPhoto: Bool = false) {
    self.session = session
    self.isPhoto = isPhoto
    screen = ScreenEmulator(columns: 120, rows: 40)
  }

  /// What is there, to be compared, when so many bytes of the output had arrived; not fewer than the last time. Empty if nothing
  /// of a picture is there.
  func picture(upTo end: Int) -> [String] {
    follow(to: end)
    let columns = (isPhoto ? 0 : divider + 1)..<screen.columns
    var shown: [String] = placements.values.compactMap {
      columns.contains($0.column) ? "\($0.column) \($0.row) \($0.keys)" : nil
    }.sorted()
    for picture in drawn where columns.contains(picture.column) {
      let left = picture.cells.count { screen.writeCounts[$0.key.row][$0.key.column] == $0.value }
      if left > 0 { shown.append("\(picture.number): \(left) cells") }
    }
    // Words have no background.
    for row in screen.cells {
      for cell in row[columns] where cell.background.hasPrefix("48;2") {
        shown.append(cell.text + cell.foreground + cell.background)
      }
    }
    return shown
  }

  /// What a terminal shows then: nothing of an update that hasn't ended (mode 2026).
  func shownPicture(upTo end: Int) -> [String] {
    let output = session.terminal.output
    func last(_ mode: String) -> Int? {
      let sequence = Array("\u{1B}[?2026\(mode)".utf8)
      return (fed..<max(fed, end - sequence.count + 1)).last {
        output[$0..<($0 + sequence.count)].elementsEqual(sequence)
      }
    }
    let begun = last("h")
    if let ended = last("l"), ended > begun ?? -1 { return picture(upTo: end) }
    return picture(upTo: begun ?? end)
  }

  /// The rule beside the preview.
  private var divider: Int {
    screen.cells[10].firstIndex { $0.text == "│" } ?? screen.columns - 1
  }

  private func follow(to end: Int) {
    let output = session.terminal.output
    while fed < end {
      // Commands of pictures end with ESC and a backslash.
      let start = fed
      repeat {
        fed += 1
      } while fed < end
        && !(output[fed - 1] == UInt8(ascii: "\\") && fed > 1 && output[fed - 2] == 0x1B)
      screen.feed(output[start..<fed])
      if let command = screen.unknown.last { note(command) }
      screen.forgetUnknown()
    }
  }

  private func note(_ command: String) {
    if let size = Self.inlineSize(command.prefix(200)) { draw(size) } else { note(kitty: command) }
  }

  /// The cells of a sixel picture, by the pixels that it begins with (DECGRA), or of iTerm2's; nil for other commands.
  private static func inlineSize(_ command: Substring) -> (columns: Int, rows: Int)? {
    if let match = command.firstMatch(of: /q"1;1;(\d+);(\d+)/) {
      return (Int(match.1).map { ($0 + 9) / 10 } ?? 0, Int(match.2).map { ($0 + 19) / 20 } ?? 0)
    }
    return command.firstMatch(of: /1337;File=.*width=(\d+);height=(\d+)/).map {
      (Int($0.1) ?? 0, Int($0.2) ?? 0)
    }
  }

  private func draw(_ size: (columns: Int, rows: Int)) {
    let (column, row) = (screen.cursorColumn, screen.cursorRow)
    var cells: [Cell: Int] = [:]
    for row in row..<min(screen.rows, row + size.rows) {
      for column in column..<min(screen.columns, column + size.columns) {
        cells[Cell(column: column, row: row)] = screen.writeCounts[row][column]
      }
    }
    for index in drawn.indices { for cell in cells.keys { drawn[index].cells[cell] = nil } }
    drawn.removeAll { $0.cells.isEmpty }
    drawnCount += 1
    drawn.append((column, row, cells, drawnCount))
  }

  /// A kitty command that places or removes a picture (*Display images on screen*, *Deleting images*).
  private func note(kitty command: String) {
    guard let start = command.range(of: "_G")?.upperBound else { return }
    let keys = command[start...].prefix { $0 != ";" && $0 != "\u{1B}" && $0 != "\\" && $0 != "^" }
    var values: [String: String] = [:]
    for pair in keys.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    let number = values["i"] ?? ""
    switch values["a"] {
    case "p":
      placements["\(number)/\(values["p"] ?? "")"] =
        (screen.cursorColumn, screen.cursorRow, String(keys))
    case "d" where values["d"] == "a": placements = [:]
    case "d":
      let prefix = "\(number)/" + (values["p"] ?? "")
      placements = placements.filter { !$0.key.hasPrefix(prefix) }
    default: break
    }
  }
}
