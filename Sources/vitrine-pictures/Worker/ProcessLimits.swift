import CWorkerProcess
import Glibc

/// What this process may never do, set before the first foreign byte.
enum ProcessLimits {
  /// The address space of a worker.
  ///
  /// The libraries map 0.2 GiB. A picture of 100 megapixels needs 0.6 GiB at worst for its coefficients
  /// (progressive JPEG) or its pixels (interlaced PNG, 16 bits: 0.8), beside a file of at most 0.75 GiB.
  static let addressSpaceBytes: UInt64 = 2 << 30

  /// Descriptors: the queue's pictures and what libraries open. A main process that has more than about
  /// 100 requests waiting in one worker does something wrong.
  static let openFiles: UInt64 = 256

  static func apply() {
    _ = vitrine_forbid_new_privileges()
    vitrine_use_one_heap()
    _ = vitrine_limit_address_space(addressSpaceBytes)
    _ = vitrine_limit_file_size(0)
    _ = vitrine_limit_open_files(openFiles)
    _ = vitrine_forbid_core_files()
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
