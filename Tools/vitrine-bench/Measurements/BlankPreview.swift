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
    for kind in [TerminalKind.silent, .kitty] {
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
    var (blank, count) = (0, 0)
    let start = ContinuousClock.now
    var (nextKey, nextSample) = (start, start + .milliseconds(10))
    while start.duration(to: .now) < Self.heldTime {
      if ContinuousClock.now >= nextKey {
        session.pressFurther(key)
        nextKey += Self.keyInterval
      }
      session.read(for: .milliseconds(1))
      if ContinuousClock.now >= nextSample {
        count += 1
        if screen.isBlank { blank += 1 }
        nextSample += Self.sampleInterval
      }
    }
    return (blank, count)
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

  init(_ session: TerminalSession, isPhoto: Bool = false) {
    self.session = session
    self.isPhoto = isPhoto
    screen = ScreenEmulator(columns: 120, rows: 40)
  }

  /// Whether nothing of a picture is there.
  var isBlank: Bool { picture.isEmpty }

  /// What is there, to be compared.
  var picture: [String] { picture(upTo: session.terminal.output.count) }

  /// The same when so many bytes of the output had arrived; not fewer than the last time.
  func picture(upTo end: Int) -> [String] {
    follow(to: end)
    let columns = (isPhoto ? 0 : divider + 1)..<screen.columns
    var shown: [String] = placements.values.compactMap {
      columns.contains($0.column) ? "\($0.column) \($0.row) \($0.keys)" : nil
    }.sorted()
    // Words have no background.
    for row in screen.cells {
      for cell in row[columns] where cell.background.hasPrefix("48;2") {
        shown.append(cell.text + cell.foreground + cell.background)
      }
    }
    return shown
  }

  /// The rule beside the preview.
  private var divider: Int {
    screen.cells[10].firstIndex { $0.text == "│" } ?? screen.columns - 1
  }

  private func follow(to end: Int) {
    for byte in session.terminal.output[fed..<end] {
      screen.feed([byte])
      guard byte == UInt8(ascii: "\\"), let command = screen.unknown.last else { continue }
      note(command)
      screen.forgetUnknown()
    }
    fed = end
  }

  /// A kitty command that places or removes a picture (*Display images on screen*, *Deleting images*).
  private func note(_ command: String) {
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
