import CLinux
import Foundation

/// Other programs, run to their end.
enum ChildProcess {
  struct Cost {
    var cpuSeconds: Double
    var wallSeconds: Double
    /// The maximum of resident memory.
    var peakKilobytes: Int
  }

  /// Runs a program that needs no terminal and whose output is not read.
  ///
  /// - Returns: The resources it used.
  /// - Throws: `BenchError` if it cannot be started or fails.
  @discardableResult
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Cost {
    let start = ContinuousClock.now
    let pid = try spawn(program, arguments, environment)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
    guard status == 0 else { throw BenchError.failed(program: program, status: status) }
    return Cost(
      cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
      wallSeconds: start.duration(to: .now).seconds, peakKilobytes: usage.ru_maxrss)
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> pid_t {
    var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp"]
    variables.merge(environment) { $1 }
    let argv = ([program] + arguments).map { strdup($0) } + [nil]
    let envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var pid: pid_t = 0
    let code = vitrine_start(&pid, program, argv, envp, -1, -1, -1, 0)
    guard code == 0 else { throw BenchError.system(call: program, code: code) }
    return pid
  }

  /// Whether a program is on the usual path.
  static func exists(_ program: String) -> Bool { path(of: program) != nil }

  /// - Returns: nil unless it is on the usual path.
  static func path(of program: String) -> String? {
    ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin"].lazy.map { "\($0)/\(program)" }.first {
      access($0, X_OK) == 0
    }
  }

  /// - Parameter script: A script of this repository; the benchmark has to run in its root.
  /// - Throws: `BenchError.missing` for the first that is missing.
  static func need(_ programs: [String], script: String) throws {
    guard access(script, X_OK) == 0 else { throw BenchError.missing(script) }
    if let program = programs.first(where: { !exists($0) }) {
      throw BenchError.missing("\(program) (scripts/set-up engines)")
    }
  }

  /// What a program prints, with the environment of this one.
  static func output(of command: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchError.failed(program: command[0], status: process.terminationStatus)
    }
    return data
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
