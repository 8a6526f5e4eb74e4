import Digests
import Files
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
    let canonical = FilePath.normal(FilePath.absolute(Array(folder.utf8)))
    self.folder = String(decoding: canonical, as: UTF8.self)
    realFolder = String(
      decoding: FilePath.real(self.folder.utf8) ?? canonical, as: UTF8.self)
  }

  /// The user's own cache: `$XDG_CACHE_HOME/thumbnails`, otherwise `$HOME/.cache/thumbnails`; nil with
  /// `VITRINE_CACHE=off`, and if neither is an absolute path.
  public init?(environment: [String: String]) {
    guard environment["VITRINE_CACHE"] != "off" else { return nil }
    guard let home = BaseFolder.cache.path({ environment[$0] }) else { return nil }
    self.init(folder: "\(home)/thumbnails")
  }

  /// The names of a file's thumbnails; nil for files inside the cache, which get none.
  ///
  /// - Parameter path: The path of the picture, absolute or relative to the working directory.
  func name(of path: [UInt8]) -> ThumbnailName? {
    // As `g_canonicalize_filename` makes it: links aren't followed, so a link has its own thumbnails.
    let path = FilePath.normal(FilePath.absolute(path))
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

  /// Opens the best file for a size: the smallest one that is large enough, otherwise the largest of the smaller ones.
  ///
  /// Blocks as long as the file system does; not for the main actor.
  func open(_ name: ThumbnailName, for size: ThumbnailSize) -> OwnedDescriptor? {
    let all = ThumbnailSize.allCases
    return (all.filter { $0 >= size } + all.reversed().filter { $0 < size }).lazy
      .compactMap { open(path(of: name, size: $0)) }.first
  }

  func path(of name: ThumbnailName, size: ThumbnailSize) -> String {
    "\(folder(of: size))/\(name.fileName)"
  }

  func folder(of size: ThumbnailSize) -> String { "\(folder)/\(size.folderName)" }

  private func open(_ path: String) -> OwnedDescriptor? {
    guard let (number, status) = try? FileReader.open(path.utf8, followsLink: false) else {
      return nil
    }
    let file = OwnedDescriptor(number)
    guard status.st_size > 0, status.st_size <= PictureProtocolLimits.thumbnailBytes else {
      return nil
    }
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
  /// Removes files, but only thumbnails and records of failures, which former versions wrote, too.
  ///
  /// - Parameter all: Also those of other programs.
  /// - Returns: What was removed, and how many files could not be removed.
  nonisolated public func clear(all: Bool) -> (
    fileCount: Int, byteCount: Int64, failureCount: Int
  ) {
    var result = (fileCount: 0, byteCount: Int64(0), failureCount: 0)
    let failures = FolderEntries.names(in: "\(folder)/fail").map { "\(folder)/fail/\($0)" }
    for folder in ThumbnailSize.allCases.map(folder(of:)) + failures {
      for name in FolderEntries.names(in: folder) {
        let path = "\(folder)/\(name)"
        let isTemporary = name.hasPrefix(Self.temporaryPrefix)
        guard isTemporary || name.hasSuffix(".png"),
          let status = stat(of: path.utf8, followsLink: false), status.isRegularFile,
          all || isTemporary || Self.isOwn(path)
        else { continue }
        if unlink(path) == 0 {
          result.fileCount += 1
          result.byteCount += Int64(status.st_size)
        } else {
          result.failureCount += 1
        }
      }
    }
    return result
  }

  /// Whether Vitrine wrote it: looks for its signature at the start, where it puts its texts. Nothing is decoded.
  private nonisolated static func isOwn(_ path: String) -> Bool {
    FileReader.beginning(of: path.utf8, count: textLimit).firstRange(of: ownMark) != nil
  }

  /// The URI of a path of `PATH_MAX` bytes, each of them escaped, and the other texts.
  private nonisolated static let textLimit = 3 * 4_096 + 2_048

  private nonisolated static let ownMark = Array("tEXtSoftware\0Vitrine ".utf8)

  /// The prefix of files that are still being written.
  private nonisolated static let temporaryPrefix = ".vitrine-"

  /// Writes a thumbnail atomically and readable for its owner only, so that a reader sees all of it or nothing.
  ///
  /// - Returns: Whether it was stored.
  nonisolated func store(_ png: [UInt8], as name: ThumbnailName, size: ThumbnailSize) -> Bool {
    // For the owner only (section 4.2 of the standard).
    guard FilePath.makeFolders(folder(of: size).utf8) else { return false }
    let path = path(of: name, size: size).utf8
    return (try? AtomicFile.write(png, to: path, mode: 0o600, isSynced: false)) != nil
  }
}

/// A file's address in the form that the Thumbnail Managing Standard requires: the canonical absolute URI.
///
/// The name of a thumbnail is a hash of its bytes, so it is escaped exactly as in GLib's `g_filename_to_uri`, which
/// GNOME, Xfce, MATE, Cinnamon and LXDE use.
nonisolated enum FileURI {
  /// - Parameter path: Absolute and canonical (`FilePath.normal`). May contain any bytes.
  static func make(of path: [UInt8]) -> String {
    PercentEncoding.text(path, keeping: plain, after: "file://")
  }

  private static let plain = PercentEncoding.Plain("!$&'()*+,-./:=@_~")
}
