import Foundation
import Glibc

/// What the program and its workers do while no key is pressed.
///
/// One wake-up a second is libdispatch's own: once it has had a thread for anything but the main queue, it checks every
/// second whether its pools need more (`_dispatch_workq_monitor_pools` in its sources). That cannot be switched off,
/// and Swift's concurrency runs on those pools.
struct Idleness {
  static let seconds: UInt32 = 10

  func run(_ bench: Bench) {
    bench.measure("idle") {
      let session = try bench.session(["--sample"])
      defer { session.end() }
      _ = try session.waitForBytes()
      session.waitForQuiet(milliseconds: 1500)
      // Dispatch keeps idle threads for five seconds.
      sleep(7)
      let processes = [session.pid] + ProcessFigures.children(of: session.pid)
      let before = processes.map { ProcessFigures(of: $0) }
      sleep(Self.seconds)
      let after = processes.map { ProcessFigures(of: $0) }
      var cpu = 0.0
      var wakeUps = 0
      for case (let old?, let new?) in zip(before, after) {
        cpu += new.cpuSeconds - old.cpuSeconds
        wakeUps += new.wakeUps(since: old)
      }
      bench.report.line(
        "idle for \(Self.seconds) s, program and \(processes.count - 1) workers: CPU",
        "\((cpu * 1000).text()) ms", "0")
      bench.report.line("  wake-ups", "\(wakeUps)", "0, but for libdispatch's \(Self.seconds)")
      if let memory = before.first ?? nil {
        bench.report.line(
          "  resident, built-in gallery",
          "\((Double(memory.residentKilobytes) / 1024).text(digits: 1)) MB")
      }
    }
  }
}
