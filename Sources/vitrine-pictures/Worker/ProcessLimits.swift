import CLinux
import Glibc

/// What this process may never do, set before the first foreign byte; what it can reach is the business of
/// `vitrine_close_cell`.
enum ProcessLimits {
  /// The memory that a worker may write to: 2 GiB, on small machines half of theirs, but not less than 768 MiB.
  private static let writableBytes: Int = {
    let machine = Int(clamping: vitrine_physical_memory_bytes())
    return min(2048 << 20, max(768 << 20, machine / 2))
  }()

  /// What of that a picture may need: the rest is for the worker itself, its answer, and estimates that are too low.
  static let pictureBytes = writableBytes - (256 << 20)

  /// The address space of a worker: what it may write to, a file that is mapped, and the libraries, which
  /// map 0.15 GiB.
  private static let addressSpaceBytes = writableBytes + FileMapping.byteLimit + (512 << 20)

  /// Descriptors: the queue's pictures and what libraries open. A main process that has more than about
  /// 100 requests waiting in one worker does something wrong.
  private static let openFiles: UInt64 = 256

  /// Added to the priority that was inherited (19 gives way to everything).
  private static let niceness: Int32 = 5

  /// - Parameter writesLog: Whether a file was opened to write to; otherwise none may be written.
  static func apply(writesLog: Bool) {
    vitrine_use_one_heap()
    _ = vitrine_limit_address_space(UInt64(addressSpaceBytes))
    _ = vitrine_limit_writable_memory(UInt64(writableBytes))
    if !writesLog { _ = vitrine_limit_file_size(0) }
    _ = vitrine_limit_open_files(openFiles)
    _ = vitrine_forbid_core_files()
    // A key is answered before a picture is made, also where there is no core to spare.
    _ = nice(niceness)
    // The terminal's keys are the main process's business; so is its end, which closes the socket.
    for number in [SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGHUP, SIGPIPE, SIGXFSZ] {
      vitrine_ignore_signal(number)
    }
  }

  /// Sends what libraries write nowhere: the interface is on the terminal.
  ///
  /// - Parameter log: A file to append to instead, for looking into a problem.
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
