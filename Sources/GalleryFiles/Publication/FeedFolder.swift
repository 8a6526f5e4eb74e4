import GalleryData
import GalleryDomain
import Glibc

/// The folder of a feed, locked by one program at a time.
///
/// A mark in it says that it is ours. Only files with the names of our pictures are ever removed, and only in our two
/// folders.
final class FeedFolder: Sendable {
  static let feedName = "feed.json"
  private static let markName = ".vitrine-feed"
  private static let mark = """
    This folder was written by `vitrine feed`, which updates it when run again:
    feed.json, index.html, pictures/ and thumbnails/. Other files in it are left alone.

    """

  /// Without links.
  let path: [UInt8]
  private let lock: Int32

  /// Creates the folder if it doesn't exist.
  ///
  /// - Parameter sources: The folders of the photos.
  init(path: [UInt8], outside sources: [[UInt8]]) throws(FeedPublicationError) {
    var path = FilePath.absolute(path)
    while path.count > 1, path.last == FilePath.separator { path.removeLast() }
    let shown = Self.shown(path)
    let isInsideSource = { (folder: [UInt8]) in
      sources.compactMap { Self.realPath(FilePath.absolute($0)) }
        .contains { Self.isInside(folder, $0) }
    }
    // Nothing is left in the folder of the photos.
    if FilePath.withCString(path, { access($0, F_OK) }) != 0,
      let parent = Self.realPath(FilePath.directory(of: path)), isInsideSource(parent)
    {
      throw .insideSource(path: shown)
    }
    if FilePath.withCString(path, { mkdir($0, 0o777) }) != 0, errno != EEXIST {
      throw .unwritable(path: shown, code: errno)
    }
    guard let real = Self.realPath(path), Self.isFolder(real) else { throw .noFolder(path: shown) }
    guard !isInsideSource(real) else { throw .insideSource(path: shown) }
    let mark = FilePath.join(real, Array(Self.markName.utf8))
    if FilePath.withCString(mark, { access($0, F_OK) }) != 0 {
      guard Self.names(in: real).isEmpty else { throw .notEmpty(path: shown) }
    }
    let lock = FilePath.withCString(mark) {
      open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    }
    guard lock >= 0 else { throw .unwritable(path: shown, code: errno) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw .busy(path: shown)
    }
    self.path = real
    self.lock = lock
    var status = stat()
    if fstat(lock, &status) == 0, status.st_size == 0 {
      _ = LineOutput(descriptor: lock).write(Self.mark)
    }
    for folder in [FeedPictureName.thumbnailFolder, FeedPictureName.pictureFolder] {
      try makeFolder(folder)
    }
  }

  deinit {
    close(lock)
  }

  var shownPath: String { Self.shown(path) }

  /// Whether photos were published there before.
  var hasPictures: Bool {
    Self.names(in: FilePath.join(path, Array(FeedPictureName.pictureFolder.utf8)))
      .contains { FeedPictureName.isOwn(String(decoding: $0, as: UTF8.self)) }
  }

  /// Whether a picture is there already.
  func holds(_ picture: FeedPictureName) -> Bool {
    guard let file = file(picture.path), let stamp = FileStamp(of: file) else { return false }
    return stamp.byteCount > 0
  }

  /// Writes a complete file, unless it already has the same bytes.
  func write(_ bytes: [UInt8], to name: String) throws(FeedPublicationError) {
    guard let file = file(name) else { throw .unwritable(path: name, code: EINVAL) }
    var former: FileStamp?
    if FileStamp(of: file) != nil {
      let known = try? FileBytes.read(file, byteLimit: 1 << 30)
      if known?.bytes == bytes { return }
      // One that can't be read is replaced all the same, if it may be.
      former = known?.stamp ?? FileStamp(of: file)
    }
    do throws(AtomicFile.Failure) {
      try AtomicFile.write(bytes, to: file, replacing: former)
    } catch {
      switch error {
      case .changed where Self.isFolder(file.path):
        throw .unwritable(path: Self.shown(file.path), code: EISDIR)
      // No other Vitrine: that would hold the lock. A broken link, a pipe, or a program that writes the same file.
      case .changed:
        throw .unwritable(path: Self.shown(file.path), code: former == nil ? EEXIST : EBUSY)
      case .failed(let code): throw .unwritable(path: Self.shown(file.path), code: code)
      }
    }
  }

  /// Removes our pictures that no photo of the feed has any more.
  ///
  /// - Returns: How many there were.
  func removePictures(but kept: Set<FeedPictureName>) -> Int {
    let names = Dictionary(grouping: kept, by: \.folder).mapValues { Set($0.map(\.name)) }
    var count = 0
    for folder in [FeedPictureName.thumbnailFolder, FeedPictureName.pictureFolder] {
      let path = FilePath.join(self.path, Array(folder.utf8))
      for name in Self.names(in: path) {
        let text = String(decoding: name, as: UTF8.self)
        let isLeftover = text.hasPrefix(".vitrine-") && text.hasSuffix(".tmp")
        guard isLeftover || FeedPictureName.isOwn(text), names[folder]?.contains(text) != true
        else {
          continue
        }
        if FilePath.withCString(FilePath.join(path, name), { unlink($0) }) == 0, !isLeftover {
          count += 1
        }
      }
    }
    return count
  }

  // MARK: Paths

  private func file(_ name: String) -> FileReference? {
    FileReference(path: FilePath.join(path, Array(name.utf8)))
  }

  private func makeFolder(_ name: String) throws(FeedPublicationError) {
    let folder = FilePath.join(path, Array(name.utf8))
    if FilePath.withCString(folder, { mkdir($0, 0o777) }) != 0, errno != EEXIST {
      throw .unwritable(path: Self.shown(folder), code: errno)
    }
    var status = stat()
    // A link could lead to a folder with other files.
    guard FilePath.withCString(folder, { lstat($0, &status) }) == 0, status.isDirectory else {
      throw .noFolder(path: Self.shown(folder))
    }
  }

  private static func names(in folder: [UInt8]) -> [[UInt8]] {
    guard let stream = FilePath.withCString(folder, { opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return names }
      let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
      let name = Array(
        UnsafeBufferPointer(
          start: start,
          count: strlen(
            UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))))
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names
  }

  private static func isFolder(_ path: [UInt8]) -> Bool {
    var status = stat()
    return FilePath.withCString(path) { stat($0, &status) } == 0 && status.isDirectory
  }

  private static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let resolved = FilePath.withCString(path, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map {
      UInt8(bitPattern: $0)
    }
  }

  private static func isInside(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
    path == folder || path.starts(with: FilePath.join(folder, []))
      || folder == [FilePath.separator]
  }

  private static func shown(_ path: [UInt8]) -> String {
    TextCleaner.line(bytes: path, limit: TextLimit(characters: 200))
  }
}

/// A page for visitors with a web browser; Vitrine finds the feed by it, too.
enum FeedIndexPage {
  static func text(title: String, photoCount: Int) -> [UInt8] {
    let title = FeedWriter.html(title).replacing("\"", with: "&quot;")
    return Array(
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <link rel="alternate" type="application/vnd.vitrine.feed+json" href="feed.json" title="\(title)">
      <h1>\(title)</h1>
      <p>\(photoCount == 1 ? "1 photo" : "\(photoCount) photos"), for the terminal: run <code>vitrine</code> with the URL of this page.</p>
      </html>

      """.utf8)
  }
}
