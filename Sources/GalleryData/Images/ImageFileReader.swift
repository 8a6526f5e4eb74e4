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
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return Array(bytes.prefix(max(0, read)))
  }

  /// - Returns: Whether all of it arrived.
  func copy(to target: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var offset = 0
    while true {
      let count = buffer.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 }
      offset += count
      var written = 0
      while written < count {
        let step = buffer[written..<count].withUnsafeBytes {
          write(target, $0.baseAddress, $0.count)
        }
        if step < 0, errno == EINTR { continue }
        guard step > 0 else { return false }
        written += step
      }
    }
  }
}
