import Files
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
    do throws(FileReader.Failure) {
      let (number, status) = try FileReader.open(path)
      self.init(descriptor: OwnedDescriptor(number), stamp: PictureFileStamp(status))
    } catch {
      guard case .failed(let code) = error else { throw .notARegularFile }
      throw .unreadable(errno: code)
    }
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

extension PictureFile {
  /// Opens the sidecar; an unreadable one counts as missing.
  nonisolated func openSidecar() -> OpenedFile? {
    (sidecar.map { [$0] } ?? SidecarName.paths(of: path)).lazy
      .compactMap { try? OpenedFile(path: $0) }.first
  }
}
