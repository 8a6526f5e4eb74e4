import Files
import GalleryDomain
import Glibc

/// A file that was written just now, open for reading, so that it can still be read after its name is gone.
struct ImageFileReader: ~Copyable {
  private let descriptor: Int32

  /// - Returns: nil if it can't be opened.
  init?(_ file: FileReference) {
    descriptor = FilePath.withCString(file.path) { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// - Returns: At most `count` bytes; fewer at the end of the file, or if it can't be read.
  func beginning(_ count: Int) -> [UInt8] {
    FileReader.read(descriptor, at: 0, count: count) ?? []
  }

  /// - Returns: Whether all of it arrived.
  func copy(to target: Int32) -> Bool {
    (try? FileSystemCalls().copy(descriptor, to: target) { false }) != nil
  }
}
