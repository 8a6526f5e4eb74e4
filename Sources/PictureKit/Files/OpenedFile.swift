import CLinux
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

  /// Blocks as long as the file system does; not for the main actor.
  ///
  /// - Throws: `unreadable` with the system's error code, `notARegularFile`.
  init(path: [UInt8]) throws(PictureFailure) {
    guard !path.isEmpty, !path.contains(0) else { throw .unreadable(errno: ENOENT) }
    do throws(FileReader.Failure) {
      let (number, status) = try FileReader.open(path)
      descriptor = OwnedDescriptor(number)
      stamp = PictureFileStamp(status)
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

/// The contents of a pipe as a file that a worker can map.
public nonisolated enum MemoryFile {
  /// No picture within the limits is larger.
  public static let byteLimit = 512 << 20

  /// Copies a descriptor to its end into memory; blocks until then.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: The file, open for reading.
  /// - Throws: `unreadable` with the system's error code; EFBIG beyond the limit.
  public static func copy(
    of descriptor: Int32, limit: Int = byteLimit
  ) throws(PictureFailure) -> OwnedDescriptor {
    let created = memfd_create("vitrine", VITRINE_MEMFD_CLOEXEC)
    guard created >= 0 else { throw .unreadable(errno: errno) }
    let memory = OwnedDescriptor(created)
    try fill(memory, from: descriptor, limit: limit)
    // The worker gets a descriptor that it cannot write to.
    let reading = open("/proc/self/fd/\(created)", O_RDONLY | O_CLOEXEC)
    return reading >= 0 ? OwnedDescriptor(reading) : memory
  }

  private static func fill(
    _ memory: OwnedDescriptor, from descriptor: Int32, limit: Int
  ) throws(PictureFailure) {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var total = 0
    let input = PictureSocket(descriptor: descriptor)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return }
      guard count > 0 else {
        if errno == EINTR || (errno == EAGAIN && input.wait(for: POLLIN)) { continue }
        throw .unreadable(errno: errno)
      }
      total += count
      guard total <= limit else { throw .unreadable(errno: EFBIG) }
      var written = 0
      while written < count {
        let step = buffer[written..<count].withUnsafeBytes {
          write(memory.number, $0.baseAddress, $0.count)
        }
        guard step > 0 else {
          if step < 0, errno == EINTR { continue }
          throw .unreadable(errno: errno)
        }
        written += step
      }
    }
  }
}
