import FeedFormats
import Files
import Glibc
import PictureProtocol

/// Recognises pictures by their first bytes if their names don't say what they are.
///
/// Only regular files are opened, without blocking: a FIFO, a socket or a device, or a file that becomes one in
/// between, is left alone.
enum ContentSniffer {
  /// - Parameters:
  ///   - name: Without a zero byte; relative to `directory`, or a path.
  ///   - directory: An open directory, or `AT_FDCWD`.
  /// - Returns: false also for a file that can't be read.
  static func isPicture(
    _ name: some BidirectionalCollection<UInt8>, in directory: Int32
  ) -> Bool {
    var status = stat()
    guard FilePath.withCString(name, { fstatat(directory, $0, &status, 0) }) == 0,
      status.isRegularFile, status.st_size > 0
    else { return false }
    let descriptor = FilePath.withCString(name) {
      openat(directory, $0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0, status.isRegularFile,
      let bytes = FileReader.read(descriptor, at: 0, count: PictureFormat.beginningByteCount),
      let format = PictureFormat(beginning: bytes[...])
    else { return false }
    // Most raw files begin like TIFFs, including those that can't be shown.
    return format != .tiff || FileNameKind(name) != .otherRaw
  }
}
