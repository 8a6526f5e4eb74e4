import Foundation
import Glibc

/// What a move of the cursor costs in a folder of 1,000 photos at 120×40: the time until its first and its last byte, how many bytes
/// it writes, and processor time while `j` is held. Other browsers of folders are measured in the same way where they are installed.
struct Moves {
  /// A keyboard repeats 30 times a second.
  private static let keyInterval = Duration.milliseconds(33)
  private static let heldKeys = 240

  func run(_ bench: Bench) {
    bench.measure("cursor moves, text") {
      let folder = try bench.madePictures().folder(of: 1_000, in: bench.scratch, name: "moves")
      // What a file says isn't kept if it changed less than two seconds before, as a link does that has just been made: it would be
      // read again with each row that comes into sight.
      sleep(3)
      let own = try costs(bench.session(["--graphics", "none", folder.path]))
      let others = try bench.otherBrowsers.map { other in
        (other.name, try costs(bench.session([folder.path], program: other.path)))
      }
      func report(
        _ name: String, _ unit: String, digits: Int = 0, aim: Aim = .none,
        _ value: (Costs) -> Double
      ) {
        let beside = others.map { "\($0) \(value($1).text(digits: digits))" }
        bench.report.figure(
          name, value(own), unit, digits: digits, aim: aim,
          note: beside.joined(separator: " · "))
      }
      report("j → first byte, text", "ms", digits: 2, aim: .atMost(1.2), \.firstByte)
      report("  last byte", "ms", digits: 2, aim: .atMost(1), \.lastByte)
      report("  CPU of the tree, held at 30 a second", "ms", digits: 2, aim: .atMost(1.5), \.cpu)
      report("  bytes", "bytes", aim: .atMost(300), \.bytes)
      report("  bytes when the list scrolls", "bytes", \.scrollingBytes)
    }
    for kind in [TerminalKind.silent, .kitty] {
      bench.measure("cursor moves, \(kind.words)") { try measurePictures(bench, kind) }
    }
  }

  private struct Costs {
    /// Milliseconds.
    var firstByte: Double
    var lastByte: Double
    var cpu: Double
    var bytes: Double
    var scrollingBytes: Double
  }

  private func costs(_ session: TerminalSession) throws -> Costs {
    defer { session.end() }
    _ = try session.wait(for: TestPictures.word(of: 0))
    session.waitForQuiet(milliseconds: 500)
    let inside = try press(Self.keysOnTheScreen(40), session)
    // To the foot of the screen, whatever the height of a row.
    for _ in 0..<45 { session.pressFurther("j") }
    session.waitForQuiet(milliseconds: 300)
    let scrolling = try press(Array(repeating: "j", count: 20), session)
    let start = ProcessFigures.cpuSeconds(ofTree: session.pid)
    for _ in 0..<Self.heldKeys {
      session.pressFurther("j")
      session.read(for: Self.keyInterval)
    }
    session.waitForQuiet(milliseconds: 300)
    let seconds = ProcessFigures.cpuSeconds(ofTree: session.pid) - start
    return Costs(
      firstByte: Sample(inside.first).median, lastByte: Sample(inside.last).median,
      cpu: seconds * 1_000 / Double(Self.heldKeys), bytes: Sample(inside.bytes).median,
      scrollingBytes: Sample(scrolling.bytes).median)
  }

  /// Moves among pictures that were shown before.
  private func measurePictures(_ bench: Bench, _ kind: TerminalKind) throws {
    let pictures = try bench.madePictures()
    let folder = try pictures.folder(
      of: pictures.withThumbnail, count: 200, in: bench.scratch, name: "moves-\(kind)")
    let session = try bench.session([folder.path], kind: kind)
    defer { session.end() }
    _ = try session.waitForPicture()
    session.waitForQuiet(milliseconds: 1_000)
    _ = try press(Self.keysOnTheScreen(8), session, quiet: 500)
    let moves = try press(Self.keysOnTheScreen(40), session, quiet: 150)
    bench.report.figure(
      "j → first byte, \(kind.words)", Sample(moves.first).median, "ms", digits: 2,
      aim: .atMost(1.8))
    bench.report.figure("  last byte", Sample(moves.last).median, "ms", digits: 2)
    bench.report.figure("  bytes", Sample(moves.bytes).median, "bytes")
  }

  /// Down and up again.
  private static func keysOnTheScreen(_ count: Int) -> [String] {
    (0..<count).map { $0 % 8 < 4 ? "j" : "k" }
  }

  private func press(
    _ keys: [String], _ session: TerminalSession, quiet milliseconds: Int = 60
  ) throws -> (first: [Double], last: [Double], bytes: [Double]) {
    var moves: (first: [Double], last: [Double], bytes: [Double]) = ([], [], [])
    for key in keys {
      let pressed = session.press(key)
      moves.first.append((try session.waitForBytes() - pressed).milliseconds)
      session.waitForQuiet(milliseconds: milliseconds)
      moves.last.append((session.lastRead - pressed).milliseconds)
      moves.bytes.append(Double(session.byteCount))
    }
    return moves
  }
}
