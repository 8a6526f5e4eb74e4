import Digests
import Glibc
import PictureProtocol

/// The desktop's thumbnail folder, shared with file managers (freedesktop.org *Thumbnail Managing Standard* 0.9.0).
///
/// Handles names, opening and writing only: workers look at the contents. A cache that is missing, full or read-only is
/// not an error; it is just empty.
nonisolated public struct ThumbnailCache: Hashable, Sendable {
  /// Absolute and canonical, such as `/home/ann/.cache/thumbnails`.
  public let folder: String
  /// The real path of the folder, if it is different.
  private let realFolder: String

  public init(folder: String) {
    let canonical = FileURI.canonicalPath(of: Array(folder.utf8))
    self.folder = String(decoding: canonical, as: UTF8.self)
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    realFolder =
      realpath(self.folder, &buffer).map { String(cString: $0) } ?? self.folder
  }

  /// The user's own cache: `$XDG_CACHE_HOME/thumbnails`, otherwise `$HOME/.cache/thumbnails`; nil with
  /// `VITRINE_CACHE=off`, and if neither is an absolute path.
  public init?(environment: [String: String]) {
    guard environment["VITRINE_CACHE"] != "off" else { return nil }
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    // Relative paths have to be ignored (XDG Base Directory Specification).
    guard let home = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map({ "\($0)/.cache" }) else {
      return nil
    }
    self.init(folder: "\(home)/thumbnails")
  }

  /// The folder below `fail` in which the program records what it could not show.
  ///
  /// The name includes the version, so that a later version tries again (section 8 of the standard).
  public static let failureFolderName = "vitrine-1.0.0.2"

  /// The names of a file's thumbnails; nil for files inside the cache, which get none.
  ///
  /// - Parameter path: The path of the picture, absolute or relative to the working directory.
  func name(of path: [UInt8]) -> ThumbnailName? {
    let path = FileURI.canonicalPath(of: path)
    let isInside = [folder, realFolder].contains { path.starts(with: Array("\($0)/".utf8)) }
    return isInside ? nil : ThumbnailName(canonicalPath: path)
  }

  /// The path of the smallest stored thumbnail of a picture; nil if there is none. The picture itself is not looked at,
  /// so it may be an old one.
  ///
  /// - Parameter path: Absolute.
  public func storedThumbnail(of path: [UInt8]) -> String? {
    guard let name = name(of: path) else { return nil }
    return ThumbnailSize.allCases.lazy.map { self.path(of: name, size: $0) }.first {
      access($0, R_OK) == 0
    }
  }

  /// Opens the best file for a size: the smallest one that is large enough, otherwise the record of a failure,
  /// otherwise the largest of the smaller ones.
  ///
  /// Blocks as long as the file system does; not for the main actor.
  func open(
    _ name: ThumbnailName, for size: ThumbnailSize, ignoresFailure: Bool = false
  ) -> OwnedDescriptor? {
    for enough in ThumbnailSize.allCases where enough >= size {
      if let file = open(path(of: name, size: enough)) { return file }
    }
    if !ignoresFailure, let file = open(path(of: name, size: nil)) { return file }
    for smaller in ThumbnailSize.allCases.reversed() where smaller < size {
      if let file = open(path(of: name, size: smaller)) { return file }
    }
    return nil
  }

  /// The path of a thumbnail; without a size, the path of a failure record.
  func path(of name: ThumbnailName, size: ThumbnailSize?) -> String {
    "\(folder(of: size))/\(name.fileName)"
  }

  func folder(of size: ThumbnailSize?) -> String {
    "\(folder)/\(size?.folderName ?? "fail/\(Self.failureFolderName)")"
  }

  private func open(_ path: String) -> OwnedDescriptor? {
    let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { return nil }
    let file = OwnedDescriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      status.st_size <= PictureProtocolLimits.thumbnailBytes
    else { return nil }
    return file
  }
}

/// The names of the thumbnails of one file.
nonisolated struct ThumbnailName: Hashable, Sendable {
  /// The file's URI, which its thumbnails contain, too.
  let uri: String
  /// For example `c6ee772d9e49320e97ec29a7eb5b1697.png`.
  let fileName: String

  init(canonicalPath: [UInt8]) {
    uri = FileURI.make(of: canonicalPath)
    fileName = "\(Digest.hex(Digest.md5.hash(Array(uri.utf8)))).png"
  }
}

extension ThumbnailCache {
  /// Removes files, but only thumbnails and failure records.
  ///
  /// - Parameter all: Also those of other programs.
  /// - Returns: What was removed, and how many files could not be removed.
  nonisolated public func clear(all: Bool) -> (
    fileCount: Int, byteCount: Int64, failureCount: Int
  ) {
    var result = (fileCount: 0, byteCount: Int64(0), failureCount: 0)
    forEachFile { file in
      guard all || file.isOwn else { return }
      if unlink(file.path) == 0 {
        result.fileCount += 1
        result.byteCount += file.byteCount
      } else {
        result.failureCount += 1
      }
    }
    return result
  }

  private nonisolated struct File {
    var path: String
    var byteCount: Int64
    var isOwn: Bool
  }

  private nonisolated func forEachFile(_ body: (File) -> Void) {
    for size in ThumbnailSize.allCases { forEachFile(in: folder(of: size), body) }
    for program in Self.names(in: "\(folder)/fail") {
      forEachFile(in: "\(folder)/fail/\(program)", body)
    }
  }

  private nonisolated func forEachFile(in folder: String, _ body: (File) -> Void) {
    for name in Self.names(in: folder) {
      let isTemporary = name.hasPrefix(Self.temporaryPrefix)
      guard isTemporary || name.hasSuffix(".png") else { continue }
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      body(
        File(
          path: path, byteCount: Int64(status.st_size), isOwn: isTemporary || Self.isOwn(path)))
    }
  }

  /// Whether Vitrine wrote it: looks for its signature at the start, where it puts its texts. Nothing is decoded.
  private nonisolated static func isOwn(_ path: String) -> Bool {
    let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else { return false }
    let file = OwnedDescriptor(number)
    let beginning = [UInt8](unsafeUninitializedCapacity: 8192) { buffer, count in
      count = max(0, read(file.number, buffer.baseAddress, buffer.count))
    }
    return beginning.firstRange(of: ownMark) != nil
  }

  private nonisolated static let ownMark = Array("tEXtSoftware\0Vitrine ".utf8)

  private nonisolated static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

extension ThumbnailCache {
  /// The prefix of files that are still being written.
  private nonisolated static let temporaryPrefix = ".vitrine-"

  /// Writes a thumbnail atomically and readable for its owner only, so that a reader sees all of it or nothing.
  ///
  /// - Parameter size: nil for a failure record.
  /// - Returns: Whether it was stored.
  nonisolated func store(_ png: [UInt8], as name: ThumbnailName, size: ThumbnailSize?) -> Bool {
    let folder = folder(of: size)
    guard makeFolders(folder) else { return false }
    var template = Array("\(folder)/\(Self.temporaryPrefix)XXXXXX".utf8CString)
    // Mode 0600, and an error if the file exists.
    let number = mkstemp(&template)
    guard number >= 0 else { return false }
    let file = OwnedDescriptor(number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    if write(png, to: file), rename(template, path(of: name, size: size)) == 0 {
      // A file that could be shown is no longer a failure.
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

  /// Creates a folder and its missing parents, for the owner only (section 4.2 of the standard).
  private nonisolated func makeFolders(_ folder: String) -> Bool {
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else {
      return false
    }
    guard makeFolders(String(folder[..<slash])) else { return false }
    return mkdir(folder, 0o700) == 0 || errno == EEXIST
  }
}
