import Glibc

/// Reads regular files, within a limit.
package enum FileReader {
  package enum Failure: Error, Hashable {
    /// An errno.
    case failed(Int32)
    /// A folder, a FIFO, a device.
    case notRegularFile
    case tooLarge(byteCount: Int)

    /// An errno.
    package var code: Int32 {
      switch self {
      case .failed(let code): code
      case .notRegularFile: ELOOP
      case .tooLarge: EFBIG
      }
    }
  }

  /// - Parameters:
  ///   - didRead: Called for each piece.
  /// - Throws: `tooLarge` before a byte is read, if the file says that it is.
  /// - Returns: The status is that of the file that was read.
  package static func read(
    _ path: some Sequence<UInt8>, byteLimit: Int, followsLink: Bool = true,
    didRead: () -> Void = {}
  ) throws(Failure) -> (bytes: [UInt8], status: stat) {
    let (file, status) = try open(path, followsLink: followsLink)
    defer { close(file) }
    let byteCount = Int(status.st_size)
    guard byteCount <= byteLimit else { throw .tooLarge(byteCount: byteCount) }
    let bytes = try read(
      toEndOf: file, expecting: byteCount, byteLimit: byteLimit, didRead: didRead)
    return (bytes, status)
  }

  /// The first bytes of a file; fewer if it has fewer, none if it can't be read.
  package static func beginning(of path: some Sequence<UInt8>, count: Int) -> [UInt8] {
    guard let (file, _) = try? open(path) else { return [] }
    defer { close(file) }
    return read(file, at: 0, count: count) ?? []
  }

  /// Opens a file for reading.
  ///
  /// - Parameter followsLink: Whether it may be a link.
  package static func open(
    _ path: some Sequence<UInt8>, followsLink: Bool = true
  ) throws(Failure) -> (descriptor: Int32, status: stat) {
    // Looked at before it is opened: opening a device may have effects.
    guard let status = stat(of: path, followsLink: followsLink) else { throw .failed(errno) }
    guard status.isRegularFile else { throw .notRegularFile }
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW)
    var file: Int32
    repeat {
      file = FilePath.withCString(path) { Glibc.open($0, flags) }
    } while file < 0 && errno == EINTR
    guard file >= 0 else { throw .failed(errno) }
    var opened = stat()
    guard fstat(file, &opened) == 0, opened.isRegularFile else {
      close(file)
      throw .notRegularFile
    }
    return (file, opened)
  }

  private static let pieceSize = 4 << 20

  /// Reads from where a descriptor is to its end: a file in `/proc` claims to have no bytes, and others may still grow.
  package static func read(
    toEndOf descriptor: Int32, expecting expectedCount: Int = 0, byteLimit: Int,
    didRead: () -> Void = {}
  ) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(expectedCount + 1, 4_096))
    var count = 0
    while true {
      if count == bytes.count {
        bytes.append(contentsOf: repeatElement(0, count: bytes.count))
      }
      let result = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(
          descriptor, buffer.baseAddress.map { $0 + count }, min(buffer.count - count, pieceSize))
      }
      didRead()
      if result < 0 {
        if errno == EINTR { continue }
        throw .failed(errno)
      }
      if result == 0 { break }
      count += result
      guard count <= byteLimit else { throw .tooLarge(byteCount: count) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// - Returns: Fewer bytes only at the end; nil if they can't be read.
  package static func read(_ descriptor: Int32, at start: Int, count: Int) -> [UInt8]? {
    var isBroken = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let result = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(start + filled))
        if result < 0, errno == EINTR { continue }
        if result < 0 { isBroken = true }
        guard result > 0 else { return }
        filled += result
      }
    }
    return isBroken ? nil : bytes
  }
}
