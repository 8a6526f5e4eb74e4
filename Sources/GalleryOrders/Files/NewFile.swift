import GalleryData
import Glibc

/// Files that are complete or absent, readable for their owner only.
enum NewFile {
  enum Result: Equatable {
    case written
    /// A file with that name exists, and was not to be replaced.
    case exists
    case failed
  }

  /// - Parameter replaces: Whether to replace an existing file.
  static func write(_ text: String, to path: String, replaces: Bool) -> Result {
    let name = "\(path).\(UInt64.random(in: 0 ... .max))"
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return .failed }
    defer { unlink(name) }
    let isWhole =
      LineOutput(descriptor: descriptor).write(text) && fsync(descriptor) == 0
    guard close(descriptor) == 0, isWhole else { return .failed }
    return move(name, to: path, replaces: replaces)
  }

  /// A link gets its name at once or not at all, and never takes that of another file. On file systems without links,
  /// an empty file reserves the name and is then replaced.
  private static func move(_ name: String, to path: String, replaces: Bool) -> Result {
    if !replaces {
      if link(name, path) == 0 { return synced(path) }
      let descriptor =
        errno == EEXIST ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return errno == EEXIST ? .exists : .failed }
      close(descriptor)
    }
    return rename(name, path) == 0 ? synced(path) : .failed
  }

  /// The name is on the disk once the folder is.
  private static func synced(_ path: String) -> Result {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
    return .written
  }

  /// Whether this is the name of an incomplete file, left by a program that ended while writing it.
  static func isUnfinished(_ name: String) -> Bool {
    guard let ending = name.split(separator: ".").last, name.contains(".") else { return false }
    return ending.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The names in a folder, in any order; none if it can't be read.
  static func names(in path: String) -> [String] {
    guard let listing = opendir(path) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  /// Creates a folder and those above it, for their owner only.
  ///
  /// - Returns: Whether the folder exists.
  static func makeFolder(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 { return true }
    if errno == EEXIST { return isFolder(path) }
    guard errno == ENOENT, let end = path.lastIndex(of: "/"), end > path.startIndex,
      makeFolder(String(path[..<end]))
    else { return false }
    return mkdir(path, 0o700) == 0 || isFolder(path)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// - Returns: nil if there is no such file; no bytes if it isn't a regular file, is too large or can't be read.
  static func contents(of path: String, byteLimit: Int) -> [UInt8]? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) <= byteLimit else { return [] }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= byteLimit {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : [] }
      bytes += buffer[..<count]
    }
    return []
  }
}
