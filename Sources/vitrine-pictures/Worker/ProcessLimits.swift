import CLinux
import Glibc

/// What this process may never do, set before the first byte of a file; `vitrine_close_cell` limits what it can reach.
enum ProcessLimits {
  /// The memory that a worker may write to: 2 GiB, on small machines half of theirs, but not less than 768 MiB.
  private static let writableBytes: Int = {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return min(2048 << 20, max(768 << 20, machine / 2))
  }()

  /// How much of that a picture may need: the rest is for the worker itself, its answer, and estimates that are too
  /// low.
  static let pictureBytes = writableBytes - (256 << 20)

  /// The address space of a worker: what it may write to, a mapped file, and the libraries, which map 0.15 GiB.
  private static let addressSpaceBytes = writableBytes + FileMapping.byteLimit + (512 << 20)

  /// Descriptors: those of a request, and what libraries open.
  private static let openFiles = 256

  /// Added to the inherited priority (19 makes way for everything).
  private static let niceness: Int32 = 5

  static func apply() {
    vitrine_use_one_heap()
    vitrine_limit_worker(
      UInt64(addressSpaceBytes), UInt64(writableBytes), UInt64(openFiles))
    // A key press is answered before a picture is made, even without a spare core.
    _ = vitrine_give_way(niceness)
    // Keys in the terminal are handled by the main process; when it ends, it closes the socket.
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGHUP, SIGPIPE, SIGXFSZ] {
      signal(number, SIG_IGN)
    }
  }
}
