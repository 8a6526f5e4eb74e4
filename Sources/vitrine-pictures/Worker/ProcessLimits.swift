import CLinux
import Glibc

/// What this process may never do, set before the first byte of a file; `vitrine_close_cell` limits what it can reach.
enum ProcessLimits {
  /// The memory that a worker may write to: 2 GiB, on small machines half of theirs, but not less than 768 MiB.
  private static let writableBytes: Int = {
    let machine = Int(clamping: vitrine_physical_memory_bytes())
    return min(2048 << 20, max(768 << 20, machine / 2))
  }()

  /// How much of that a picture may need: the rest is for the worker itself, its answer, and estimates that are too
  /// low.
  static let pictureBytes = writableBytes - (256 << 20)

  /// The address space of a worker: what it may write to, a mapped file, and the libraries, which map 0.15 GiB.
  private static let addressSpaceBytes = writableBytes + FileMapping.byteLimit + (512 << 20)

  /// Descriptors: those of queued requests, and what libraries open. A main process with more than about 100 requests
  /// waiting in one worker has a fault.
  private static let openFiles: UInt64 = 256

  /// Added to the inherited priority (19 makes way for everything).
  private static let niceness: Int32 = 5

  static func apply() {
    vitrine_use_one_heap()
    _ = vitrine_limit_address_space(UInt64(addressSpaceBytes))
    _ = vitrine_limit_writable_memory(UInt64(writableBytes))
    _ = vitrine_limit_file_size(0)
    _ = vitrine_limit_open_files(openFiles)
    _ = vitrine_forbid_core_files()
    // A key press is answered before a picture is made, even without a spare core.
    _ = vitrine_give_way(niceness)
    // Keys in the terminal are handled by the main process; when it ends, it closes the socket.
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGHUP, SIGPIPE, SIGXFSZ] {
      vitrine_ignore_signal(number)
    }
  }
}
