import Glibc

/// What is in a folder, one by one, without `.` and `..`.
///
/// A large folder is read in pieces: a search for one name need not read the rest.
package final class FolderEntries: Sequence, IteratorProtocol {
  /// Valid until the next one is read.
  package struct Entry {
    fileprivate let folder: Int32
    /// What the folder says that it is, such as `DT_REG`; `DT_UNKNOWN` on file systems that don't know.
    package var type: Int32
    package let bytes: UnsafeBufferPointer<UInt8>

    package var name: [UInt8] { Array(bytes) }

    /// The `type`, looked up if the folder doesn't say it: a folder, a link, a regular file, or `DT_UNKNOWN` for anything else.
    package var kind: Int32 {
      guard type == Int32(DT_UNKNOWN) else { return type }
      var status = stat()
      let result = FilePath.withCString(bytes) {
        fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW)
      }
      guard result == 0 else { return Int32(DT_UNKNOWN) }
      if status.isRegularFile { return Int32(DT_REG) }
      if status.isDirectory { return Int32(DT_DIR) }
      return status.isLink ? Int32(DT_LNK) : Int32(DT_UNKNOWN)
    }
  }

  private let stream: OpaquePointer
  /// Why the folder could not be read to its end: an errno, or 0.
  package private(set) var code: Int32 = 0

  /// - Returns: nil if it can't be opened, and `errno` says why.
  package init?(_ path: some Sequence<UInt8>) {
    guard let stream = FilePath.withCString(path, { opendir($0) }) else { return nil }
    self.stream = stream
  }

  /// - Parameter descriptor: Of an open folder; closed with this value, or at once if it can't be read.
  init(descriptor: Int32) throws(SystemCallError) {
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw SystemCallError(code: code)
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  package var descriptor: Int32 { dirfd(stream) }

  package func next() -> Entry? {
    // The name can be longer than Swift's tuple if the file system allows it, and the tuple reaches beyond a short entry; so it is read by
    // its address, up to the zero byte that readdir(3) promises.
    guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return nil }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        code = errno
        return nil
      }
      let start = UnsafeRawPointer(entry) + offset
      let count = strlen(start.assumingMemoryBound(to: CChar.self))
      let bytes = UnsafeBufferPointer(
        start: start.assumingMemoryBound(to: UInt8.self), count: count)
      if count <= 2, bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) { continue }
      return Entry(folder: descriptor, type: Int32(entry.pointee.d_type), bytes: bytes)
    }
  }

  /// The names in a folder, in any order; none if it can't be read.
  package static func names(in path: some Sequence<UInt8>) -> [[UInt8]] {
    FolderEntries(path)?.map(\.name) ?? []
  }

  /// The names as text.
  package static func names(in path: String) -> [String] {
    names(in: path.utf8).map { String(decoding: $0, as: UTF8.self) }
  }
}
