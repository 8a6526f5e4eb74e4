import Foundation
import Glibc

/// What the program and its workers do while nobody presses a key.
struct Idleness {
  static let seconds: UInt32 = 10

  func run(_ bench: Bench) {
    bench.measure("idle") {
      let session = try TerminalSession([bench.vitrine])
      defer { session.end() }
      _ = try session.waitForBytes()
      session.waitForQuiet(milliseconds: 1500)
      let processes = [session.pid] + ProcessFigures.children(of: session.pid)
      let before = processes.map { ProcessFigures(of: $0) }
      sleep(Self.seconds)
      let after = processes.map { ProcessFigures(of: $0) }
      var cpu = 0.0
      var wakeUps = 0
      for case (let old?, let new?) in zip(before, after) {
        cpu += new.cpuSeconds - old.cpuSeconds
        wakeUps += new.wakeUps - old.wakeUps
      }
      bench.report.line(
        "idle for \(Self.seconds) s, program and \(processes.count - 1) workers: CPU",
        "\((cpu * 1000).text()) ms", "0")
      bench.report.line("  wake-ups", "\(wakeUps)", "0")
      if let memory = before.first ?? nil {
        bench.report.line(
          "  resident, built-in gallery",
          "\((Double(memory.residentKilobytes) / 1024).text(digits: 1)) MB")
      }
    }
  }
}
