import Glibc

/// Other programs, run to their end.
enum ChildProcess {
  struct Cost {
    var cpuSeconds: Double
    var wallSeconds: Double
    /// The most that was ever resident.
    var peakKilobytes: Int
  }

  /// Runs a program that needs no terminal and whose output nobody reads.
  ///
  /// - Returns: What it took.
  /// - Throws: `BenchError` when it cannot be started or fails.
  @discardableResult
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Cost {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for fd in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0)
    }

    var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp"]
    variables.merge(environment) { $1 }
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argv + envp { free(text) } }

    let start = ContinuousClock.now
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, program, &actions, nil, &argv, &envp)
    guard code == 0 else { throw BenchError.system(call: program, code: code) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
    guard status == 0 else { throw BenchError.failed(program: program, status: status) }
    return Cost(
      cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
      wallSeconds: start.duration(to: .now).seconds, peakKilobytes: usage.ru_maxrss)
  }

  /// Whether a program is on the usual path.
  static func exists(_ program: String) -> Bool {
    ["/usr/local/bin", "/usr/bin", "/bin"].contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
