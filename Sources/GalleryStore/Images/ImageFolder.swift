import Files
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Synchronization

/// The folder of pictures: `ab/ab12…`, and files that are being written, by the hidden names of `HiddenPart`. It is in the cache; what
/// can't be written there goes into a temporary folder, which is removed when the program ends.
///
/// Names are never reused, so a file doesn't change while a program shows it: a picture that replaces another one is
/// another file.
final class ImageFolder: Sendable {
  /// In the cache; nil if there is none.
  private let cachePath: String?
  /// Where to create the temporary folder; the first one that can be written is used.
  private let temporaryFolders: [String]
  /// The most bytes of a picture in the cache.
  private let byteLimit: Int
  private let state = Mutex(State())

  private struct State {
    /// nil until it is needed.
    var temporaryPath: String?
    /// What this program is writing.
    var parts: Set<FileReference> = []
  }

  /// The most bytes of a picture in the temporary folder, which may be in memory.
  private static let temporaryByteLimit = 128 << 20
  /// Of what Vitrine 1.0 was writing.
  private static let formerPartPrefix = ".part-"

  init(cachePath: String?, temporaryFolders: [String], byteLimit: Int64) {
    self.cachePath = cachePath
    self.temporaryFolders = temporaryFolders
    self.byteLimit = Int(clamping: byteLimit)
  }

  /// A new file, open for reading and writing.
  func makePart() -> ImageFile? {
    if let cachePath, FilePath.makeFolders(cachePath.utf8), !Self.isFull(cachePath),
      let part = makePart(in: cachePath, byteLimit: byteLimit)
    {
      return part
    }
    let temporaryPath = state.withLock { state in
      state.temporaryPath = state.temporaryPath ?? TemporaryImageFolder.make(in: temporaryFolders)
      return state.temporaryPath
    }
    return temporaryPath.flatMap { makePart(in: $0, byteLimit: Self.temporaryByteLimit) }
  }

  /// Whether its disk has no room for a picture.
  private static func isFull(_ folder: String) -> Bool {
    var status = statvfs()
    // Some file systems have no size, and some report more blocks than there can be bytes.
    guard statvfs(folder, &status) == 0, status.f_blocks > 0, status.f_frsize > 0 else {
      return false
    }
    return UInt64(status.f_bavail) < (1 << 20) / UInt64(status.f_frsize)
  }

  private func makePart(in folder: String, byteLimit: Int) -> ImageFile? {
    let name = HiddenPart.newName(by: .current, .half)
    let path = "\(folder)/\(String(decoding: name, as: UTF8.self))"
    // For its owner only, never an existing file, and not inherited by programs that are started meanwhile.
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0, let file = FileReference(path: path) else { return nil }
    state.withLock { _ = $0.parts.insert(file) }
    return ImageFile(file: file, descriptor: descriptor, byteLimit: byteLimit)
  }

  /// A picture by its permanent name.
  struct Picture {
    let name: String
    let file: FileReference
    let byteCount: Int64
    let isInCache: Bool
  }

  /// Closes a part and gives it a permanent name.
  ///
  /// - Returns: nil if it is empty or can't be renamed.
  func keep(_ part: ImageFile) -> Picture? {
    defer { close(part.descriptor) }
    state.withLock { _ = $0.parts.remove(part.file) }
    let (folder, partName) = FilePath.split(part.file.path)
    let (path, name) = (String(decoding: folder, as: UTF8.self), Self.newName())
    var status = stat()
    let isThere = fstat(part.descriptor, &status) == 0 && status.st_nlink > 0
    guard isThere, status.st_size > 0, FilePath.makeFolders("\(path)/\(name.prefix(2))".utf8),
      let file = FileReference(path: Self.path(of: name, in: path)),
      case let calls = FileSystemCalls(), case let new = FilePath.split(file.path),
      let source = try? calls.openFolder(folder), let target = try? calls.openFolder(new.folder),
      (try? calls.renameOver(partName, in: source, to: new.name, in: target)) != nil
    else {
      remove(part.file)
      return nil
    }
    return Picture(
      name: name, file: file, byteCount: Int64(status.st_size), isInCache: path == cachePath)
  }

  func discard(_ part: ImageFile) {
    close(part.descriptor)
    state.withLock { _ = $0.parts.remove(part.file) }
    remove(part.file)
  }

  /// Removes what this program is writing, and the temporary folder: for quitting, when nothing waits for them. A later picture
  /// creates a new one.
  func removeOwnFiles() {
    let (parts, temporaryPath) = state.withLock { state in
      defer { state = State() }
      return (state.parts, state.temporaryPath)
    }
    for part in parts { remove(part) }
    if let temporaryPath { TemporaryImageFolder.remove(temporaryPath) }
  }

  func remove(_ file: FileReference) {
    _ = FilePath.withCString(file.path) { unlink($0) }
  }

  // MARK: The cache's pictures, by their names

  func file(_ name: String) -> FileReference? {
    cachePath.flatMap { FileReference(path: Self.path(of: name, in: $0)) }
  }

  /// - Returns: nil if there is no such file.
  func byteCount(_ name: String) -> Int64? {
    guard let file = file(name), let status = stat(of: file.path, followsLink: false),
      status.isRegularFile
    else { return nil }
    return Int64(status.st_size)
  }

  func remove(_ name: String) {
    if let file = file(name) { remove(file) }
  }

  /// Removes what programs that have ended were writing.
  ///
  /// - Parameter now: Seconds since 1970.
  func removeOrphanedParts(now: Double = Double(time(nil))) {
    guard let cachePath else { return }
    HiddenPart.removeUnfinished(in: cachePath.utf8, now: now)
    for name in FolderEntries.names(in: cachePath) where name.hasPrefix(Self.formerPartPrefix) {
      let part = "\(cachePath)/\(name)"
      guard let status = stat(of: part.utf8, followsLink: false), status.isRegularFile,
        HiddenPart.isOld(status, now: now)
      else { continue }
      unlink(part)
    }
  }

  /// Removes files without a row (left by a program that crashed, or by a store that was removed) and orphaned parts.
  ///
  /// - Parameters:
  ///   - date: Files that were renamed or written later are kept, because their row may follow.
  ///   - isKept: Called with each name.
  func sweep(olderThan date: Date, isKept: (String) -> Bool) {
    guard let cachePath else { return }
    removeOrphanedParts()
    for folder in FolderEntries.names(in: cachePath) where folder.count == 2 {
      for name in FolderEntries.names(in: "\(cachePath)/\(folder)") where !isKept(name) {
        let path = "\(cachePath)/\(folder)/\(name)"
        guard let status = stat(of: path.utf8, followsLink: false), status.isRegularFile,
          Double(status.st_ctim.tv_sec) <= date.timeIntervalSince1970
        else { continue }
        unlink(path)
      }
    }
  }

  private static func path(of name: String, in folder: String) -> String {
    "\(folder)/\(name.prefix(2))/\(name)"
  }

  private static func newName() -> String {
    (0..<2).map { _ in StableHash.hex(.random(in: .min ... .max)) }.joined()
  }
}

/// A folder for one program, outside of the cache. That of a killed program is removed by the next one that needs one.
enum TemporaryImageFolder {
  private static let prefix = "vitrine-pictures"

  /// - Returns: nil if none of the folders can be written.
  static func make(in folders: [String]) -> String? {
    for folder in folders {
      removeLeftovers(in: folder)
      let process = ProcessIdentity.current?.text ?? "\(getpid())"
      var name = Array("\(folder)/\(prefix)-\(getuid())-\(process)-XXXXXX".utf8CString)
      // Readable only by this user (mkdtemp(3)).
      guard mkdtemp(&name) != nil else { continue }
      return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }

  static func remove(_ path: String) {
    var status = stat()
    // A link with that name isn't ours.
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid()
    else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Removes the folders of this user's processes that have ended. Those of a container, whose processes can't be seen
  /// from here, are left to the system.
  private static func removeLeftovers(in folder: String) {
    let beginning = "\(prefix)-\(getuid())-"
    for name in FolderEntries.names(in: folder) where name.hasPrefix(beginning) {
      let parts = name.dropFirst(beginning.count).utf8.split(separator: UInt8(ascii: "-"))
      let process = parts.prefix(3).joined(separator: [UInt8(ascii: "-")])
      guard ProcessIdentity(process)?.state(seenBy: .current) == .ended else { continue }
      remove("\(folder)/\(name)")
    }
  }
}
