import Foundation
import Glibc

/// The memory of the main process on a source of a million photos, after jumping about in it.
struct MillionPhotos {
  /// The argument that makes this program the gallery of a million photos.
  static let argument = "million-gallery"

  func run(_ bench: Bench) {
    bench.measure("a million photos") {
      let folder =
        try bench.pictures?.folder(of: 1_000, in: bench.scratch, name: "million")
        ?? bench.scratch.folder("empty")
      let session = try TerminalSession(
        [bench.own, Self.argument, folder.path], environment: ["VITRINE_PICTURES": bench.worker])
      defer { session.end() }
      _ = try session.wait(for: "1,000,000")
      let atStart = ProcessFigures(of: session.pid)
      try jump("G", to: "1000000", session)
      press("\u{1B}[5~", times: 200, session)
      try jump("g", to: "Photo", session)
      press("\u{1B}[6~", times: 300, session)
      press("j", times: 300, session)
      try jump("G", to: "1000000", session)
      session.waitForQuiet(milliseconds: 500)
      guard let atEnd = ProcessFigures(of: session.pid), let atStart else {
        throw BenchError.missing("the gallery of a million photos, which ended")
      }
      bench.report.line(
        "main process, 1,000,000 photos, after 800 jumps",
        "\(megabytes(atEnd.residentKilobytes)) MB resident", "60 MB")
      bench.report.line(
        "  at the start; not shared with files",
        "\(megabytes(atStart.residentKilobytes)) MB; \(megabytes(atEnd.anonymousKilobytes)) MB")
    }
  }

  private func jump(_ key: String, to text: String, _ session: TerminalSession) throws {
    session.press(key)
    _ = try session.wait(for: text)
    session.waitForQuiet()
  }

  private func press(_ key: String, times: Int, _ session: TerminalSession) {
    for _ in 0..<times {
      session.press(key)
      usleep(10_000)
    }
    session.waitForQuiet()
  }

  private func megabytes(_ kilobytes: Int) -> String {
    (Double(kilobytes) / 1024).text(digits: 1)
  }
}
