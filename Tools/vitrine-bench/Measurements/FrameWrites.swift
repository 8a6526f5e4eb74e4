import Foundation
import Glibc

/// Whether a frame with pictures is one synchronized update and one write, as `strace` sees it.
struct FrameWrites {
  static let moves = 24

  func run(_ bench: Bench) {
    for kind in [TerminalKind.kitty, .symbols] {
      bench.measure("writes a frame, \(kind.words)") {
        guard ChildProcess.exists("strace") else { throw BenchError.missing("strace") }
        let pictures = try bench.madePictures()
        let folder = try pictures.folder(
          of: pictures.withThumbnail, count: 200, in: bench.scratch, name: "frames-\(kind)")
        try measure(bench, kind, folder.path)
      }
    }
  }

  private func measure(_ bench: Bench, _ kind: TerminalKind, _ folder: String) throws {
    // strace looks into it.
    let session = try bench.session(
      [folder], kind: kind, environment: ["VITRINE_DUMPABLE": "1"])
    defer { session.end() }
    _ = try session.waitForPicture()
    session.waitForQuiet(milliseconds: 800)
    let log = bench.scratch.url.appendingPathComponent("strace-\(kind)").path
    let trace = Process()
    trace.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
    trace.arguments = [
      "-f", "-s", "1000000", "-e", "trace=write,writev", "-o", log, "-p", "\(session.pid)",
    ]
    trace.standardError = FileHandle.nullDevice
    try trace.run()
    session.read(for: .milliseconds(700))
    var isOutside = false
    for index in 0..<Self.moves {
      session.press(index % 8 < 6 ? "\u{1B}[B" : "\u{1B}[A")
      session.waitForQuiet(milliseconds: 250)
      isOutside = isOutside || session.figures.isOutsideUpdate
    }
    trace.interrupt()
    trace.waitUntilExit()
    let counts = Self.counts(try String(contentsOfFile: log, encoding: .utf8), session)
    guard counts.updates > 0 else { throw BenchError.missing("frames in synchronized updates") }
    bench.report.figure(
      "writes a synchronized update, \(kind.words)",
      Double(counts.writes) / Double(counts.updates), digits: 2, aim: .atMost(1),
      note: "\(counts.updates) updates of \(Self.moves) keys")
    bench.report.figure(
      "  frames with pictures outside of one", isOutside ? 1 : 0, aim: .atMost(0))
  }

  /// How many updates there were, and how many writes to the terminal had a part of one.
  private static func counts(
    _ log: String, _ session: TerminalSession
  ) -> (updates: Int, writes: Int) {
    let terminals = descriptors(of: session.pid, named: [session.terminal.path, "/dev/tty"])
    var updates = 0
    var writes = 0
    var isWithin = false
    for line in log.split(separator: "\n") {
      guard let call = line.range(of: "write(") ?? line.range(of: "writev("),
        let number = Int32(line[call.upperBound...].prefix { $0.isNumber }),
        terminals.contains(number)
      else { continue }
      let begins = line.components(separatedBy: "[?2026h").count - 1
      let ends = line.components(separatedBy: "[?2026l").count - 1
      if isWithin || begins > 0 { writes += 1 }
      updates += begins
      if begins != ends { isWithin = begins > ends }
    }
    return (updates, writes)
  }

  private static func descriptors(of pid: pid_t, named names: [String]) -> Set<Int32> {
    let folder = "/proc/\(pid)/fd"
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      all.filter { number in
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: folder + "/" + number)
        return target.map(names.contains) ?? false
      }.compactMap { Int32($0) })
  }
}
