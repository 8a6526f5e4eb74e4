import Foundation
import Glibc

/// The workers that this process started, as `/proc` shows them (proc(5)).
struct WorkerWatch {
  private var seen: Set<Int32> = []
  /// The most memory that any of them has had.
  private(set) var peakKilobytes = 0

  /// Notes those that are running now.
  mutating func look() {
    for pid in Self.children() {
      seen.insert(pid)
      guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
      else { continue }
      peakKilobytes = max(peakKilobytes, Int(line.filter(\.isNumber)) ?? 0)
    }
  }

  /// Those that still exist, also as zombies, three seconds after all should have ended.
  func thoseLeft() async -> [Int32] {
    for _ in 0..<60 {
      if left().isEmpty { return [] }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return left()
  }

  private func left() -> [Int32] {
    let now = Self.children()
    return (now + seen.filter { !now.contains($0) && Self.isWorker($0) }).sorted()
  }

  private static func isWorker(_ pid: Int32) -> Bool {
    let name = try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)
    return name?.hasPrefix("vitrine-picture") ?? false
  }

  private static func children() -> [Int32] {
    let path = "/proc/self/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return threads.flatMap { thread in
      let text = try? String(contentsOfFile: "\(path)/\(thread)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
  }
}
