import Files
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
  private let lock: FileLock

  /// Creates the folder if it doesn't exist.
  ///
  /// - Parameter sources: The folders of the photos.
  init(path: [UInt8], outside sources: [[UInt8]]) throws(FeedPublicationError) {
    var path = FilePath.absolute(path)
    while path.count > 1, path.last == FilePath.separator { path.removeLast() }
    let shown = Self.shown(path)
    let insideSource: Complaint =
      "\(shown) is inside the photo folder; choose a folder outside it"
    let isInsideSource = { (folder: [UInt8]) in
      sources.compactMap { FilePath.real(FilePath.absolute($0)) }
        .contains { FilePath.isInside(folder, $0) != nil }
    }
    // Nothing is left in the folder of the photos.
    if stat(of: path) == nil, let parent = FilePath.real(FilePath.directory(of: path)),
      isInsideSource(parent)
    {
      throw .unwritten(insideSource)
    }
    if FilePath.withCString(path, { mkdir($0, 0o777) }) != 0, errno != EEXIST {
      throw .unwritable(shown, code: errno)
    }
    guard let real = FilePath.real(path), stat(of: real)?.isDirectory == true else {
      throw .unwritten("\(shown) is not a folder")
    }
    guard !isInsideSource(real) else { throw .unwritten(insideSource) }
    let mark = FilePath.join(real, Array(Self.markName.utf8))
    if stat(of: mark) == nil, !FolderEntries.names(in: real).isEmpty {
      throw .unwritten("\(shown) is not empty and not a vitrine feed; nothing was written")
    }
    do throws(FileLock.Fault) {
      lock = try FileLock(mark, mode: 0o666)
    } catch {
      switch error {
      case .isHeld: throw .unwritten("\(shown) is being written by another program")
      case .failed(let code): throw .unwritable(shown, code: code)
      }
    }
    self.path = real
    var status = stat()
    if fstat(lock.descriptor, &status) == 0, status.st_size == 0 {
      _ = LineOutput(descriptor: lock.descriptor).write(Self.mark)
    }
    HiddenPart.removeUnfinished(in: real)
    for folder in [FeedPictureName.thumbnailFolder, FeedPictureName.pictureFolder] {
      try makeFolder(folder)
    }
  }

  var shownPath: String { Self.shown(path) }

  /// Whether photos were published there before.
  var hasPictures: Bool {
    FolderEntries.names(in: FilePath.join(path, Array(FeedPictureName.pictureFolder.utf8)))
      .contains { FeedPictureName.isOwn(String(decoding: $0, as: UTF8.self)) }
  }

  /// Whether a picture is there already.
  func holds(_ picture: FeedPictureName) -> Bool {
    guard let file = file(picture.path), let stamp = FileStamp(of: file) else { return false }
    return stamp.byteCount > 0
  }

  /// Writes a complete file, unless it already has the same bytes.
  func write(_ bytes: [UInt8], to name: String) throws(FeedPublicationError) {
    guard let file = file(name) else { throw .unwritable(name, code: EINVAL) }
    var former: FileStamp?
    if FileStamp(of: file) != nil {
      let known = try? FileBytes.read(file, byteLimit: 1 << 30)
      if known?.bytes == bytes { return }
      // One that can't be read is replaced all the same, if it may be.
      former = known?.stamp ?? FileStamp(of: file)
    }
    do throws(SystemCallError) {
      try AtomicFile.write(bytes, to: file.path, replacing: AtomicFile.Former(former))
    } catch {
      guard error.code == ESTALE else {
        throw .unwritable(Self.shown(file.path), code: error.code)
      }
      // No other Vitrine: that would hold the lock. A folder, a broken link, a pipe, or a program that writes the same file.
      let isFolder = stat(of: file.path)?.isDirectory == true
      throw .unwritable(
        Self.shown(file.path), code: isFolder ? EISDIR : former == nil ? EEXIST : EBUSY)
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
      HiddenPart.removeUnfinished(in: path)
      for name in FolderEntries.names(in: path) {
        let text = String(decoding: name, as: UTF8.self)
        guard FeedPictureName.isOwn(text), names[folder]?.contains(text) != true else { continue }
        if FilePath.withCString(FilePath.join(path, name), { unlink($0) }) == 0 { count += 1 }
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
      throw .unwritable(Self.shown(folder), code: errno)
    }
    // A link could lead to a folder with other files.
    guard stat(of: folder, followsLink: false)?.isDirectory == true else {
      throw .unwritten("\(Self.shown(folder)) is not a folder")
    }
  }

  private static func shown(_ path: [UInt8]) -> String {
    TextCleaner.line(bytes: path, limit: TextLimit(characters: 200))
  }
}

/// A page for visitors with a web browser; Vitrine finds the feed by it, too.
enum FeedIndexPage {
  static func text(title: String, _ photos: [PublishedPhoto]) -> [UInt8] {
    let title = escaped(title)
    return Array(
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <link rel="alternate" type="application/vnd.vitrine.feed+json" href="feed.json" title="\(title)">
      <style>
      main { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem; }
      figure { margin: 0; }
      img { width: 100%; height: 14rem; object-fit: contain; }
      </style>
      <h1>\(title)</h1>
      <p>\(photos.count == 1 ? "1 photo" : "\(photos.count) photos"), for the terminal: run <code>vitrine</code> with the URL of this page.</p>
      <main>
      \(photos.map(figure).joined(separator: "\n"))
      </main>
      </html>

      """.utf8)
  }

  /// The picture with the words that are published of it. Without an alt text its caption below says what there is to say.
  private static func figure(_ published: PublishedPhoto) -> String {
    let photo = published.photo
    let texts = [photo.title, photo.headline, photo.shownDescription, photo.author]
    let words = (texts + [photo.copyright, photo.licence?.name]).compactMap { $0.map(escaped) }
    return """
      <figure><a href="\(published.picture.path)"><img src="\(published.thumbnail.path)" loading="lazy" \
      alt="\(escaped(photo.altText ?? ""))"></a><figcaption>\(words.joined(separator: "<br>"))</figcaption></figure>
      """
  }

  private static func escaped(_ text: String) -> String {
    FeedWriter.html(text).replacing("\"", with: "&quot;")
  }
}
