import ArgumentParser
import GalleryData
import GalleryDomain
import Glibc

/// What commands print.
enum StandardOutput {
  /// - Throws: `ExitCode`, after an error message; nothing if the reader exited.
  static func write(_ text: String) throws(ExitCode) {
    signal(SIGPIPE, SIG_IGN)
    guard !LineOutput().write(text), let reason = failure(code: errno) else { return }
    StandardError.complain(reason)
    throw ExitCode(1)
  }

  /// Why standard output could not be written, in words; nil if its reader exited, which is not a failure (`| head`).
  ///
  /// - Parameter code: `errno`, right after writing.
  static func failure(code: Int32) -> String? {
    guard code != EPIPE else { return nil }
    return "can't write to standard output: \(SystemError.reason(code))"
  }
}
