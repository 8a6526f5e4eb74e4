import GalleryData
import Glibc

/// Files that are there whole or not at all, for their owner only.
enum NewFile {
  enum Result: Equatable {
    case written
    /// Something of that name is there, and was not to be replaced.
    case exists
    case failed
  }

  /// - Parameter replaces: Whether a file of that name gives way.
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

  /// A link has its name at once or not at all, and takes no other's. Where a file system has none, the name is
  /// taken by an empty file, which then gives way.
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

  /// The name is on the disk when the folder is.
  private static func synced(_ path: String) -> Result {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
    return .written
  }

  /// Whether this is the name of a file that is not there whole: of a program that was ended while it wrote.
  static func isUnfinished(_ name: String) -> Bool {
    guard let ending = name.split(separator: ".").last, name.contains(".") else { return false }
    return ending.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The names in a folder in any order; none where it cannot be read.
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

  /// Makes a folder with all above it, for its owner only.
  ///
  /// - Returns: Whether it is there.
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

  /// - Returns: nil where there is no such name; no bytes for what is no regular file, is too large or cannot be
  ///   read.
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
