import CLinux
import Glibc

/// A file in memory that ncurses writes to in place of the terminal.
///
/// ncurses would write a frame in pieces, block on a slow terminal, and change the terminal's modes. This way a frame
/// is one sequence of bytes, and the terminal has a single owner.
final class ScratchFile {
  let stream: UnsafeMutablePointer<FILE>
  let fd: Int32

  init() throws(TerminalError) {
    fd = memfd_create("vitrine-frame", VITRINE_MEMFD_CLOEXEC)
    guard fd >= 0 else { throw .system(call: "memfd_create", code: errno) }
    guard let stream = fdopen(fd, "r+") else {
      let code = errno
      close(fd)
      throw .system(call: "fdopen", code: code)
    }
    self.stream = stream
  }

  /// The bytes written since the last call.
  ///
  /// - Complexity: O(*bytes*).
  func take() -> [UInt8] {
    let end = Int(lseek(fd, 0, SEEK_CUR))
    guard end > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: end) { buffer, count in
      while count < end {
        let read = pread(fd, buffer.baseAddress.map { $0 + count }, end - count, count)
        guard read > 0 else { break }
        count += read
      }
    }
    _ = ftruncate(fd, 0)
    _ = lseek(fd, 0, SEEK_SET)
    return bytes
  }
}
