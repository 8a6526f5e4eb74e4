import Glibc
import PictureProtocol

extension ThumbnailCache {
  /// How the files begin that are written and have not got their name yet.
  nonisolated static let temporaryPrefix = ".vitrine-"

  /// Puts a thumbnail into its place, readable for its owner only, so that whoever reads sees all of it
  /// or nothing.
  ///
  /// - Parameter size: nil for the entry of a failure.
  /// - Returns: Whether it is there now.
  nonisolated func store(_ png: [UInt8], as name: ThumbnailName, size: ThumbnailSize?) -> Bool {
    let folder = folder(of: size)
    guard makeFolders(folder) else { return false }
    var template = Array("\(folder)/\(Self.temporaryPrefix)XXXXXX".utf8CString)
    // 0600, and an error if it is there.
    let number = mkstemp(&template)
    guard number >= 0 else { return false }
    let file = OwnedDescriptor(number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    if write(png, to: file), rename(template, path(of: name, size: size)) == 0 {
      // What could be shown is no failure any more.
      if size != nil { unlink(path(of: name, size: nil)) }
      return true
    }
    let code = errno
    unlink(template)
    errno = code
    return false
  }

  private nonisolated func write(_ bytes: [UInt8], to file: OwnedDescriptor) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Makes a folder and what is missing above it, for the owner only (the standard, section 4.2).
  private nonisolated func makeFolders(_ folder: String) -> Bool {
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else {
      return false
    }
    guard makeFolders(String(folder[..<slash])) else { return false }
    return mkdir(folder, 0o700) == 0 || errno == EEXIST
  }
}
