import Foundation

/// What the kernel knows about a process and its threads (proc(5)).
struct ProcessFigures {
  /// User and system time since its start, with that of children that have ended.
  var cpuSeconds: Double
  /// How often each of its threads went to sleep voluntarily, and so woke up again.
  var wakeUps: [String: Int] = [:]
  /// Resident memory, and the part of it that is not backed by files.
  var residentKilobytes: Int
  var anonymousKilobytes: Int
  /// The maximum of resident memory.
  var peakKilobytes: Int

  /// - Returns: nil if the process is gone.
  init?(of pid: Int32) {
    guard let stat = Self.read("/proc/\(pid)/stat"), let status = Self.read("/proc/\(pid)/status")
    else { return nil }
    // Fields after the name, which may contain anything: state is the first, utime, stime, cutime and cstime the 12th to 15th.
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 14 else { return nil }
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    let seconds = fields[11..<15].map { (Double($0) ?? 0) / ticks }
    // The clock of a process is exact (clock_getcpuclockid(3)); these fields count hundredths of a second.
    cpuSeconds = (Self.clock(of: pid) ?? seconds[0] + seconds[1]) + seconds[2] + seconds[3]
    residentKilobytes = Self.number("VmRSS", in: status)
    anonymousKilobytes = Self.number("RssAnon", in: status)
    peakKilobytes = Self.number("VmHWM", in: status)
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    for thread in threads {
      let text = Self.read("/proc/\(pid)/task/\(thread)/status") ?? ""
      wakeUps[thread] = Self.number("voluntary_ctxt_switches", in: text)
    }
  }

  /// Wake-ups since; threads that ended in between are skipped.
  func wakeUps(since former: ProcessFigures) -> Int {
    wakeUps.reduce(0) { $0 + max(0, $1.value - (former.wakeUps[$1.key] ?? 0)) }
  }

  /// A process and those started by it that are still running.
  static func tree(of pid: Int32) -> [ProcessFigures] {
    ([pid] + children(of: pid)).compactMap { ProcessFigures(of: $0) }
  }

  /// The processes started by a process, and by those, that are still running.
  static func children(of pid: Int32) -> [Int32] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var started: [Int32: [Int32]] = [:]
    for process in entries.compactMap({ Int32($0) }) {
      let fields = read("/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " ")
      guard let parent = fields?.dropFirst().first.flatMap({ Int32($0) }) else { continue }
      started[parent, default: []].append(process)
    }
    var (found, next) = ([Int32](), started[pid] ?? [])
    while let process = next.popLast() {
      found.append(process)
      next += started[process] ?? []
    }
    return found
  }

  /// Processor time of a process and those started by it that are still running.
  static func cpuSeconds(ofTree pid: Int32) -> Double {
    tree(of: pid).reduce(0) { $0 + $1.cpuSeconds }
  }

  private static func clock(of pid: Int32) -> Double? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func read(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  private static func number(_ name: String, in status: String) -> Int {
    for line in status.split(separator: "\n") where line.hasPrefix(name + ":") {
      let digits = line.drop { !$0.isNumber }.prefix { $0.isNumber }
      return Int(digits) ?? 0
    }
    return 0
  }
}
