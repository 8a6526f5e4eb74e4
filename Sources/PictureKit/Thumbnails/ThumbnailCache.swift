import Glibc
import PictureProtocol

/// The desktop's folder of thumbnails, shared with file managers (freedesktop.org *Thumbnail Managing
/// Standard* 0.9.0).
///
/// Names, opening and writing only: what is in the files is looked at by workers. A cache that is missing,
/// full or read-only is no failure; there is just nothing in it.
nonisolated public struct ThumbnailCache: Hashable, Sendable {
  /// Absolute and canonical, such as `/home/ann/.cache/thumbnails`.
  public let folder: String
  /// Where the folder really is, if that is another place.
  private let realFolder: String

  public init(folder: String) {
    let canonical = FileURI.canonicalPath(of: Array(folder.utf8))
    self.folder = String(decoding: canonical, as: UTF8.self)
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    realFolder =
      realpath(self.folder, &buffer).map { String(cString: $0) } ?? self.folder
  }

  /// The user's own: `$XDG_CACHE_HOME/thumbnails`, else `$HOME/.cache/thumbnails`; nil with
  /// `VITRINE_CACHE=off`, and where neither is an absolute path.
  public init?(environment: [String: String]) {
    guard environment["VITRINE_CACHE"] != "off" else { return nil }
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    // Relative ones are to be ignored (XDG Base Directory Specification).
    guard let home = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map({ "\($0)/.cache" }) else {
      return nil
    }
    self.init(folder: "\(home)/thumbnails")
  }

  /// The folder in which the program notes what it could not show, below `fail`.
  ///
  /// With the version in it, so that a later one tries again (the standard, section 8).
  public static let failureFolderName = "vitrine-0.1.0"

  /// What a file's thumbnails are called; nil for files inside the cache, which get none.
  ///
  /// - Parameter path: Of the picture, absolute or in the working directory.
  func name(of path: [UInt8]) -> ThumbnailName? {
    let path = FileURI.canonicalPath(of: path)
    let isInside = [folder, realFolder].contains { path.starts(with: Array("\($0)/".utf8)) }
    return isInside ? nil : ThumbnailName(canonicalPath: path)
  }

  /// Opens the file that is the best for a size: the smallest that is large enough, else the entry of a
  /// failure, else the largest of the smaller ones.
  ///
  /// Blocks as a file system does; not for the main actor.
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

  /// Where a thumbnail is kept; with no size, where a failure is.
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

/// What the thumbnails of one file are called.
nonisolated struct ThumbnailName: Hashable, Sendable {
  /// The file's address, which its thumbnails hold too.
  let uri: String
  /// Such as `c6ee772d9e49320e97ec29a7eb5b1697.png`.
  let fileName: String

  init(canonicalPath: [UInt8]) {
    uri = FileURI.make(of: canonicalPath)
    fileName = "\(MD5.hex(Array(uri.utf8))).png"
  }
}
