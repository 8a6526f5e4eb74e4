import Glibc

/// How many files and connections the process may have open (`ulimit -n`).
///
/// libdispatch opens descriptors of its own and traps if it gets none, so callers check the limit first.
public enum OpenFileLimit {
  /// What the program has open at its busiest in addition to its standard descriptors: 12 for the terminal and two
  /// workers, 8 for the stores and the log, 3 for the network's threads, 12 for six downloads and their files, and
  /// pictures that workers have open.
  public static let neededCount = 48

  /// A low soft limit is the caller's default and may be raised as far as the hard one.
  private static let comfortableCount: rlim_t = 256

  /// Raises the soft limit to more than a gallery ever needs, or to the hard limit.
  public static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    guard limit.rlim_cur < comfortableCount else { return }
    limit.rlim_cur = min(limit.rlim_max, comfortableCount)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// How many descriptors can be opened now, up to `count`: the limit doesn't tell how many the caller left open.
  ///
  /// - Complexity: Two system calls for each. All but the first are duplicates, which look up no path.
  public static func availableCount(upTo count: Int) -> Int {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < count {
      let descriptor =
        opened.first.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        ?? open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        // A system without that file has no other shortage.
        guard errno == EMFILE || errno == ENFILE else { return count }
        break
      }
      opened.append(descriptor)
    }
    return opened.count
  }
}
