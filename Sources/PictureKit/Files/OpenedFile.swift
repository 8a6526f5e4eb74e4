import Glibc
import PictureProtocol

/// A regular file, open for reading.
///
/// The main process opens it, and a worker gets nothing but the descriptor, so a compromised decoder cannot reach any
/// other file.
nonisolated struct OpenedFile: Sendable {
  let descriptor: OwnedDescriptor
  let stamp: PictureFileStamp

  /// Opens a file by its name, unless it is already open.
  init(_ file: PictureFile) throws(PictureFailure) {
    guard let descriptor = file.descriptor else {
      try self.init(path: file.path)
      return
    }
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.isRegularFile else { throw .notARegularFile }
    self.init(descriptor: descriptor, stamp: PictureFileStamp(status))
  }

  private init(descriptor: OwnedDescriptor, stamp: PictureFileStamp) {
    self.descriptor = descriptor
    self.stamp = stamp
  }

  /// Blocks as long as the file system does; not for the main actor.
  ///
  /// - Throws: `unreadable` with the system's error code, `notARegularFile`.
  init(path: [UInt8]) throws(PictureFailure) {
    guard !path.isEmpty, !path.contains(0) else { throw .unreadable(errno: ENOENT) }
    let name = path.map { CChar(bitPattern: $0) } + [0]
    var status = stat()
    // Checked first, because opening some devices has side effects (a tape rewinds).
    guard stat(name, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.isRegularFile else { throw .notARegularFile }

    // The file may have been replaced in between; O_NONBLOCK keeps a FIFO from waiting for a writer.
    var number: Int32
    repeat {
      number = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw .unreadable(errno: errno) }
    descriptor = OwnedDescriptor(number)
    guard fstat(number, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.isRegularFile else { throw .notARegularFile }
    stamp = PictureFileStamp(status)
  }
}

extension PictureFileStamp {
  nonisolated init(_ status: stat) {
    // In a damaged file system, times may have any value.
    let seconds = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    self.init(
      modificationNanoseconds: seconds.partialValue &+ Int64(status.st_mtim.tv_nsec),
      byteCount: Int64(status.st_size))
  }
}

extension stat {
  fileprivate nonisolated var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}
