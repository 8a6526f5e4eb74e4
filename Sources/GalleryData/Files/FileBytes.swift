import GalleryDomain
import Glibc

/// Reads a regular file whole, within a limit.
package enum FileBytes {
  /// The same on a thread of its own, which a mount that doesn't answer may keep.
  package static func get(
    _ file: FileReference, byteLimit: Int
  ) async throws(PhotoSourceError) -> (bytes: [UInt8], stamp: FileStamp) {
    let answer = await FileAnswer.get(at: FilePath.absolute(file.path)) { sign in
      Result { () throws(PhotoSourceError) in
        let (bytes, stamp) = try read(file, byteLimit: byteLimit, sign: sign)
        return Content(bytes: bytes, stamp: stamp)
      }
    }
    guard let answer else {
      throw PhotoSourceError(code: ETIMEDOUT, name: FilePath.shownName(file))
    }
    let content = try answer.get()
    return (content.bytes, content.stamp)
  }

  private struct Content: Sendable {
    var bytes: [UInt8]
    var stamp: FileStamp
  }

  /// - Parameters:
  ///   - inspect: Receives the status of the open file before it is read.
  ///   - sign: Given for each piece.
  /// - Throws: `notFound`, `permissionDenied`, `notAFileOrFolder` for a FIFO, a device or a
  ///   folder, `tooLarge` before a byte is read, `unreadable`.
  package static func read(
    _ file: FileReference, byteLimit: Int, sign: FileAnswer.Sign? = nil,
    inspect: (stat) -> Void = { _ in }
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
      of: descriptor, name: name, expectedCount: stamp.byteCount, byteLimit: byteLimit, sign)
    return (bytes, stamp)
  }

  private static let pieceSize = 4 << 20

  /// Reads to the end: a file in `/proc` claims to have no bytes, and others may still grow.
  private static func contents(
    of descriptor: Int32, name: String, expectedCount: Int, byteLimit: Int,
    _ sign: FileAnswer.Sign?
  ) throws(PhotoSourceError) -> [UInt8] {
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
      sign?.give()
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
