import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Synchronization

/// Where the body of a response goes: memory or a file, up to a limit.
struct BodySink {
  enum Destination {
    case memory
    case file(Int32)
  }

  let destination: Destination
  let byteLimit: Int
  /// What errors call the body.
  let name: String
  private(set) var bytes: [UInt8] = []
  private(set) var byteCount = 0

  init(_ destination: Destination, byteLimit: Int, name: String) {
    self.destination = destination
    self.byteLimit = byteLimit
    self.name = name
  }

  /// - Throws: `.tooLarge` before anything beyond the limit is kept, `.unreadable` if the file can't be written, such
  ///   as on a full disk.
  mutating func append(_ piece: UnsafeRawBufferPointer) throws(PhotoSourceError) {
    guard piece.count <= byteLimit - byteCount else {
      throw .tooLarge(name: name, byteCount: byteLimit, byteLimit: byteLimit)
    }
    switch destination {
    case .memory: bytes.append(contentsOf: piece)
    case .file(let descriptor): try write(piece, to: descriptor)
    }
    byteCount += piece.count
  }

  /// Appends as much of a piece as there is room for.
  ///
  /// - Returns: Whether that was all.
  mutating func appendBeginning(of piece: UnsafeRawBufferPointer) throws(PhotoSourceError) -> Bool {
    let count = min(piece.count, byteLimit - byteCount)
    try append(UnsafeRawBufferPointer(rebasing: piece.prefix(count)))
    return count == piece.count
  }

  /// Empties the file of an earlier attempt.
  func begin() throws(PhotoSourceError) {
    guard case .file(let descriptor) = destination else { return }
    guard ftruncate(descriptor, 0) == 0 || errno == EINVAL else {
      throw .unreadable(name: name, code: errno)
    }
  }

  private func write(
    _ piece: UnsafeRawBufferPointer, to descriptor: Int32
  ) throws(PhotoSourceError) {
    var written = 0
    while written < piece.count {
      let rest = UnsafeRawBufferPointer(rebasing: piece[written...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(byteCount + written))
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        throw .unreadable(name: name, code: count == 0 ? ENOSPC : errno)
      }
    }
  }
}

/// Reports the progress of a download, at most ten times a second.
final class PacedProgress: Sendable {
  private static let interval = Duration.milliseconds(100)

  private let now: @Sendable () -> Duration
  private let receiver: @Sendable (ImageProgress) -> Void
  private let last = Mutex<Duration?>(nil)

  init(now: @escaping @Sendable () -> Duration, report: @escaping @Sendable (ImageProgress) -> Void)
  {
    self.now = now
    receiver = report
  }

  func report(_ progress: ImageProgress) {
    let now = now()
    let isDue = last.withLock { last in
      if let last, now - last < Self.interval { return false }
      last = now
      return true
    }
    if isDue { receiver(progress) }
  }
}
