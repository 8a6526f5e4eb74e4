import CLinux
import Glibc

/// What this process may never do, set before the first foreign byte; what it can reach is the business of
/// `vitrine_close_cell`.
enum ProcessLimits {
  /// The address space of a worker.
  ///
  /// The libraries map 0.15 GiB. Pictures of 100 megapixels took at most, all in all: progressive JPEG 0.70
  /// GiB, PNG of 16 bits with alpha, interlaced 0.91, WebP 0.86, AVIF 1.03, GIF 0.56, all others less than
  /// 0.5. A file is mapped beside that.
  private static let addressSpaceBytes: UInt64 = 1536 << 20

  /// Descriptors: the queue's pictures and what libraries open. A main process that has more than about
  /// 100 requests waiting in one worker does something wrong.
  private static let openFiles: UInt64 = 256

  /// Added to the priority that was inherited (19 gives way to everything).
  private static let niceness: Int32 = 5

  /// - Parameter writesLog: Whether a file was opened to write to; otherwise none may be written.
  static func apply(writesLog: Bool) {
    vitrine_use_one_heap()
    _ = vitrine_limit_address_space(addressSpaceBytes)
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
