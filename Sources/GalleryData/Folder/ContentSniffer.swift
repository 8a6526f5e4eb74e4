import FeedFormats
import GalleryDomain
import Glibc
import PictureProtocol
import Synchronization

/// Recognises pictures by their first bytes if their names don't say what they are, and remembers the result: an
/// unchanged file is opened only once.
///
/// Only regular files are opened, without blocking: a FIFO, a socket or a device, or a file that becomes one in
/// between, is left alone.
final class ContentSniffer: Sendable {
  private struct Key: Hashable {
    var device: UInt64
    var stamp: FileStamp
  }

  private let known = Mutex<[Key: Bool]>([:])

  /// How many files are remembered: about 16 MB.
  private static let memoryLimit = 200_000

  /// - Parameters:
  ///   - name: Without a zero byte; relative to `directory`, or a path.
  ///   - directory: An open directory, or `AT_FDCWD`.
  /// - Returns: false also for a file that can't be read; that is not remembered.
  /// - Complexity: stat(2); the first time also open, fstat, pread and close.
  func isPicture(_ name: some BidirectionalCollection<UInt8>, in directory: Int32) -> Bool {
    var status = stat()
    guard FilePath.withCString(name, { fstatat(directory, $0, &status, 0) }) == 0,
      status.isRegularFile, status.st_size > 0
    else { return false }
    let key = Key(device: UInt64(status.st_dev), stamp: FileStamp(status))
    if let isPicture = known.withLock({ $0[key] }) { return isPicture }
    let descriptor = FilePath.withCString(name) {
      openat(directory, $0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0, status.isRegularFile else { return false }
    var bytes = [UInt8](repeating: 0, count: PictureFormat.beginningByteCount)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { return false }
    let format = PictureFormat(beginning: bytes[..<count])
    // Most raw files begin like TIFFs, including those that can't be shown.
    let isPicture = format != nil && (format != .tiff || FileNameKind(name) != .otherRaw)
    known.withLock { known in
      if known.count < Self.memoryLimit { known[key] = isPicture }
    }
    return isPicture
  }
}
