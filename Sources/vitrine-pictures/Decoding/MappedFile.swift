import Glibc
import PictureProtocol

/// A file's bytes, mapped for the time of a call.
///
/// When another program shortens the file meanwhile, the worker dies of SIGBUS: one photo's cost.
enum MappedFile {
  /// More than any picture within the limits has, and less than the address space of a worker.
  static let byteLimit = 768 << 20

  /// Maps a regular file; everything else is refused without a read that could wait.
  static func read<Result>(
    _ descriptor: OwnedDescriptor, _ body: (ByteView) throws(PictureFailure) -> Result
  ) throws(PictureFailure) -> Result {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
    guard status.st_size > 0 else { throw .emptyFile }
    guard status.st_size <= byteLimit else { throw .unreadable(errno: EFBIG) }
    let count = Int(status.st_size)
    let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor.number, 0)
    guard let start, start != MAP_FAILED else { throw .unreadable(errno: errno) }
    defer { munmap(start, count) }
    return try body(ByteView(bytes: UnsafeRawBufferPointer(start: start, count: count)))
  }
}
