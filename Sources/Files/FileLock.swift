import Glibc

/// A lock between programs, held until it is released or the program ends.
///
/// flock(2) belongs to an open file, so it also works between two parts of one program.
package final class FileLock: Sendable {
  package enum Fault: Error, Hashable {
    case isHeld
    /// The file can't be created; an errno.
    case failed(Int32)
  }

  /// Open for reading and writing.
  package let descriptor: Int32

  /// - Parameters:
  ///   - path: Of a file, which is created if there is none.
  ///   - mode: Of a new one.
  package init(_ path: some Sequence<UInt8>, mode: mode_t = 0o600) throws(Fault) {
    let file = FilePath.withCString(path) {
      open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    }
    guard file >= 0 else { throw .failed(errno) }
    guard Self.lock(file, waits: { _ in false }) else {
      close(file)
      throw .isHeld
    }
    descriptor = file
  }

  /// Locks an open file or folder, until it is closed or unlocked. On a file system without locks there is nothing to wait for.
  ///
  /// - Parameter waits: Called while another has it, with the number of calls before; whether to try again.
  /// - Returns: Whether nobody else has it.
  @discardableResult
  package static func lock(_ descriptor: Int32, waits: (_ count: Int) -> Bool) -> Bool {
    var count = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { break }
      guard waits(count) else { return false }
      count += 1
    }
    return true
  }

  deinit {
    // Closing isn't enough: a program that is being started has a copy of the descriptor until it runs.
    release()
    close(descriptor)
  }

  /// Releases the lock; calling it also keeps the lock alive until here.
  package func release() { flock(descriptor, LOCK_UN) }
}
