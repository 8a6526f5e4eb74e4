import CTerminalRestore
import Glibc

/// A file in memory that ncurses writes to in place of the terminal.
///
/// ncurses would write a frame in pieces, block on a slow terminal, and change the terminal's modes. This way a frame
/// is one sequence of bytes, and the terminal has a single owner.
///
/// The file is mapped, so that a frame is read without a system call. It is all zeros behind the last byte written, and
/// ncurses writes no zeros: they would only be padding, which the terminal's description doesn't have.
final class ScratchFile {
  let stream: UnsafeMutablePointer<FILE>
  let fd: Int32
  private let memory: UnsafeMutablePointer<UInt8>
  /// Where the next frame begins.
  private var start = 0

  private let mappedByteCount: Int
  private static let mostMappedBytes = 1 << 20
  /// Behind this many bytes, ncurses writes from the beginning again: one system call for a few hundred frames, and not
  /// more memory than that.
  private static let usualByteCount = 1 << 16

  init() throws(TerminalError) {
    fd = terminal_scratch_file()
    guard fd >= 0 else { throw .system(call: "memfd_create", code: errno) }
    mappedByteCount = Self.allowedByteCount
    guard ftruncate(fd, mappedByteCount) == 0,
      let memory = mmap(
        nil, mappedByteCount, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0),
      memory != MAP_FAILED
    else {
      let code = errno
      close(fd)
      throw .system(call: "mmap", code: code)
    }
    self.memory = memory.assumingMemoryBound(to: UInt8.self)
    guard let stream = fdopen(fd, "r+") else {
      let code = errno
      munmap(memory, mappedByteCount)
      close(fd)
      throw .system(call: "fdopen", code: code)
    }
    self.stream = stream
  }

  /// Under a limit for files (`ulimit -f`) a longer one would end the program.
  private static var allowedByteCount: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
      return mostMappedBytes
    }
    let page = Int(getpagesize())
    return max(page, min(mostMappedBytes, Int(clamping: limit.rlim_cur) / page * page))
  }

  /// The bytes written since the last call.
  ///
  /// - Complexity: O(*bytes*).
  func take() -> [UInt8] {
    let room = mappedByteCount - start
    let count = strnlen(UnsafeRawPointer(memory + start).assumingMemoryBound(to: CChar.self), room)
    guard count < room else { return takeBeyondMapping() }
    let bytes = [UInt8](UnsafeBufferPointer(start: memory + start, count: count))
    memset(memory + start, 0, count)
    start += count
    if start > min(Self.usualByteCount, mappedByteCount / 2) { rewind() }
    return bytes
  }

  /// A frame that ends beyond the mapped part of the file.
  private func takeBeyondMapping() -> [UInt8] {
    let end = Int(lseek(fd, 0, SEEK_CUR))
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, end - start)) { buffer, count in
      while count < buffer.count {
        let read = pread(
          fd, buffer.baseAddress.map { $0 + count }, buffer.count - count, start + count)
        guard read > 0 else { break }
        count += read
      }
    }
    memset(memory, 0, mappedByteCount)
    // Only made shorter, which can't fail for want of memory.
    _ = ftruncate(fd, mappedByteCount)
    rewind()
    return bytes
  }

  private func rewind() {
    start = 0
    _ = lseek(fd, 0, SEEK_SET)
  }
}
