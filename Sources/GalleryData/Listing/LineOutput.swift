import Glibc

/// Writes lines to a descriptor, such as standard output.
public struct LineOutput: Sendable {
  private let descriptor: Int32
  private let call: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int

  /// - Parameters:
  ///   - descriptor: Stays the caller's. If SIGPIPE is ignored, a closed pipe is noticed here; otherwise it ends the process, as it
  ///     does `cat`.
  ///   - call: write(2).
  public init(
    descriptor: Int32 = STDOUT_FILENO,
    call: @escaping @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { Glibc.write($0, $1, $2) }
  ) {
    self.descriptor = descriptor
    self.call = call
  }

  /// - Returns: Whether everything was written; false if the reader went away or the disk is full, and `errno` says why.
  public func write(_ text: String) -> Bool { write(bytes: Array(text.utf8)) }

  public func write(bytes: [UInt8]) -> Bool {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { call(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN, waitUntilWritable() else { return false }
        continue
      }
      guard count > 0 else {
        // A file system that writes nothing and gives no reason would be asked for ever.
        errno = EIO
        return false
      }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  private func waitUntilWritable() -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) > 0 || errno == EINTR
  }
}
