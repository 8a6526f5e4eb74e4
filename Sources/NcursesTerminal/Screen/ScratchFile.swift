import CTerminalRestore
import Glibc

/// A file in memory that ncurses writes to in place of the terminal.
///
/// ncurses would write a frame in pieces, block on a slow terminal, and change the terminal's modes. This way a frame
/// is one sequence of bytes, and the terminal has a single owner.
final class ScratchFile {
  let stream: UnsafeMutablePointer<FILE>
  let fd: Int32

  init() throws(TerminalError) {
    fd = terminal_scratch_file()
    guard fd >= 0 else { throw .system(call: "memfd_create", code: errno) }
    guard let stream = fdopen(fd, "r+") else {
      let code = errno
      close(fd)
      throw .system(call: "fdopen", code: code)
    }
    self.stream = stream
  }

  /// The bytes written since the last call.
  func take() -> [UInt8] {
    let end = lseek(fd, 0, SEEK_CUR)
    guard end > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(end)) { buffer, count in
      count = max(0, pread(fd, buffer.baseAddress, buffer.count, 0))
    }
    _ = lseek(fd, 0, SEEK_SET)
    _ = ftruncate(fd, 0)
    return bytes
  }
}
