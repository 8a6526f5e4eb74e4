import Glibc

/// Standard output and standard error, written straight.
enum StandardStreams {
  /// Writes everything, however often the kernel takes a part only.
  ///
  /// - Returns: false when the reader is gone or the disk is full; then nothing more is worth
  ///   writing.
  static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        offset += count
      } else if count < 0, errno == EINTR {
        continue
      } else {
        return false
      }
    }
    return true
  }

  /// Why standard output could not be written, in words; nil when its reader went away, which is
  /// no failure (`| head`).
  ///
  /// - Parameter code: `errno`, right after `write`.
  static func failure(code: Int32) -> String? {
    guard code != EPIPE else { return nil }
    // Its buffer is this thread's alone (glibc 2.32).
    let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return "standard output could not be written: \(reason)"
  }

  /// One line on standard error, after the program's name.
  static func complain(_ message: String) {
    _ = write(Array("vitrine: \(message)\n".utf8), to: STDERR_FILENO)
  }
}
