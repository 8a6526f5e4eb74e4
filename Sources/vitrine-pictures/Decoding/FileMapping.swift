import Glibc
import PictureProtocol

/// A file's bytes, mapped for as long as this lives; the descriptor may be closed.
///
/// If another program truncates the file meanwhile, the worker dies of SIGBUS, which costs one photo.
final class FileMapping {
  /// An uncompressed TIFF of a gigapixel has 3 GB.
  static let byteLimit = 4096 << 20

  let view: ByteView

  /// Maps a regular file; anything else is refused without a read that could block.
  init(_ descriptor: OwnedDescriptor) throws(PictureFailure) {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
    guard status.st_size > 0 else { throw .emptyFile }
    guard status.st_size <= Self.byteLimit else { throw .unreadable(errno: EFBIG) }
    let count = Int(status.st_size)
    let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor.number, 0)
    guard let start, start != MAP_FAILED else { throw .unreadable(errno: errno) }
    view = ByteView(bytes: UnsafeRawBufferPointer(start: start, count: count))
    hide(RefusedBoxes.types(in: view))
  }

  /// Lends a file's bytes.
  static func read<Result>(
    _ descriptor: OwnedDescriptor, _ body: (ByteView) throws(PictureFailure) -> Result
  ) throws(PictureFailure) -> Result {
    let mapping = try FileMapping(descriptor)
    // The view does not keep the mapping alive by itself.
    defer { withExtendedLifetime(mapping) {} }
    return try body(mapping.view)
  }

  /// Gives boxes a type that decoders pass over. The pages become copies; the file stays as it is.
  private func hide(_ types: [Int]) {
    guard let first = types.first, let last = types.last, let base = view.bytes.baseAddress else {
      return
    }
    let page = Int(getpagesize())
    let start = first / page * page
    let part = UnsafeMutableRawPointer(mutating: base + start)
    let count = last + 4 - start
    guard mprotect(part, count, PROT_READ | PROT_WRITE) == 0 else { return }
    for type in types {
      (part + (type - start)).copyMemory(from: Self.passedOver, byteCount: Self.passedOver.count)
    }
    mprotect(part, count, PROT_READ)
  }

  /// ISO/IEC 14496-12, 8.1.2.
  private static let passedOver = Array("skip".utf8)

  deinit { munmap(UnsafeMutableRawPointer(mutating: view.bytes.baseAddress), view.count) }
}

/// Shows whether a file is the same as the last time, and unchanged.
struct MappedFileIdentity: Equatable {
  private let device: dev_t
  private let inode: ino_t
  private let seconds: Int
  private let nanoseconds: Int
  private let byteCount: Int

  init(_ descriptor: OwnedDescriptor) throws(PictureFailure) {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw .unreadable(errno: errno) }
    device = status.st_dev
    inode = status.st_ino
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    byteCount = Int(status.st_size)
  }
}
