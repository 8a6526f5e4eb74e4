import GalleryDomain
import Glibc

/// Reads a regular file whole, within a limit.
package enum FileBytes {
  /// - Parameter inspect: Receives the status of the open file before it is read.
  /// - Throws: `notFound`, `permissionDenied`, `notAFileOrFolder` for a FIFO, a device or a
  ///   folder, `tooLarge` before a byte is read, `unreadable`.
  package static func read(
    _ file: FileReference, byteLimit: Int, inspect: (stat) -> Void = { _ in }
  ) throws(PhotoSourceError) -> (bytes: [UInt8], stamp: FileStamp) {
    let name = FilePath.shownName(file)
    // Checked before opening: opening a device may have effects, opening a FIFO would block.
    var status = stat()
    guard FilePath.withCString(file.path, { stat($0, &status) }) == 0 else {
      throw PhotoSourceError(code: errno, name: name)
    }
    guard status.isRegularFile else { throw .notAFileOrFolder(name: name) }
    let descriptor = FilePath.withCString(file.path) {
      open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw PhotoSourceError(code: errno, name: name) }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0, status.isRegularFile else {
      throw .notAFileOrFolder(name: name)
    }
    inspect(status)
    let stamp = FileStamp(status)
    guard stamp.byteCount <= byteLimit else {
      throw .tooLarge(name: name, byteCount: stamp.byteCount, byteLimit: byteLimit)
    }
    let bytes = try contents(
      of: descriptor, name: name, expectedCount: stamp.byteCount, byteLimit: byteLimit)
    return (bytes, stamp)
  }

  /// Reads to the end: a file in `/proc` claims to have no bytes, and others may still grow.
  private static func contents(
    of descriptor: Int32, name: String, expectedCount: Int, byteLimit: Int
  ) throws(PhotoSourceError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(expectedCount + 1, 4_096))
    var count = 0
    while true {
      if count == bytes.count {
        bytes.append(contentsOf: repeatElement(0, count: bytes.count))
      }
      let result = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if result < 0 {
        if errno == EINTR { continue }
        throw PhotoSourceError(code: errno, name: name)
      }
      if result == 0 { break }
      count += result
      guard count <= byteLimit else {
        throw .tooLarge(name: name, byteCount: count, byteLimit: byteLimit)
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}

extension PhotoSourceError {
  /// - Parameter code: An errno.
  init(code: Int32, name: String) {
    switch code {
    case ENOENT, ENOTDIR: self = .notFound(name: name)
    case EACCES, EPERM: self = .permissionDenied(name: name)
    case ENXIO, ENODEV: self = .notAFileOrFolder(name: name)
    default: self = .unreadable(name: name, code: code)
    }
  }
}
