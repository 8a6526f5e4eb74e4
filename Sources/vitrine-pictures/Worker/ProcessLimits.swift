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

  /// - Parameter writesLog: Whether a file was opened for writing; otherwise no file may be written.
  static func apply(writesLog: Bool) {
    vitrine_use_one_heap()
    _ = vitrine_limit_address_space(UInt64(addressSpaceBytes))
    _ = vitrine_limit_writable_memory(UInt64(writableBytes))
    if !writesLog { _ = vitrine_limit_file_size(0) }
    _ = vitrine_limit_open_files(openFiles)
    _ = vitrine_forbid_core_files()
    // A key press is answered before a picture is made, even without a spare core.
    _ = vitrine_give_way(niceness)
    // Keys in the terminal are handled by the main process; when it ends, it closes the socket.
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGHUP, SIGPIPE, SIGXFSZ] {
      vitrine_ignore_signal(number)
    }
  }

  /// Discards what libraries print: the interface is on the terminal.
  ///
  /// - Parameter log: A file to append to instead, for investigating a problem.
  static func silence(log: String?) {
    var target: Int32 = -1
    if let log { target = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600) }
    if target < 0 { target = open("/dev/null", O_WRONLY | O_CLOEXEC) }
    guard target >= 0 else { return }
    dup2(target, STDOUT_FILENO)
    dup2(target, STDERR_FILENO)
    close(target)
  }
}
