import FeedFormats
import Files
import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// A trash in the form that file managers use (freedesktop.org, *The Trash Specification* 1.0).
struct TrashFolder {
  let files: OpenFolder
  let information: OpenFolder
  /// The folder that the paths in it are relative to; nil for the home folder's trash, which has absolute ones.
  let top: [UInt8]?

  /// Reserves a name: the information about a file is written before the file arrives.
  ///
  /// After a crash it may be there without its file, and means nothing then: file managers don't show it, and remove it when
  /// the trash is emptied.
  ///
  /// - Parameters:
  ///   - path: Where the file is, without links.
  ///   - date: Local time, `2026-12-24T18:00:00`.
  func reserve(
    _ path: [UInt8], date: String, _ calls: FileSystemCalls
  ) throws(SystemCallError) -> [UInt8] {
    let original = FilePath.lastComponent(path)
    for number in 1...10_000 {
      let name = Self.name(for: original, number: number)
      // Files without information come from somewhere else; they keep their names.
      if try calls.isThere(name, in: files) { continue }
      let file: Int32
      do throws(SystemCallError) {
        file = try calls.createFile(Self.informationName(of: name), in: information)
      } catch {
        guard error.code == EEXIST else { throw error }
        continue
      }
      defer { close(file) }
      do throws(SystemCallError) {
        try calls.write(Self.information(path: path, top: top, date: date), to: file)
        try calls.syncFile(file)
        try calls.syncFolder(information)
      } catch {
        forget(name, calls)
        throw error
      }
      return name
    }
    throw SystemCallError(code: EEXIST)
  }

  /// Information without a file means nothing, so failing to remove it does no harm.
  func forget(_ name: [UInt8], _ calls: FileSystemCalls) {
    try? calls.remove(Self.informationName(of: name), in: information)
  }

  // MARK: Contents

  private static let informationEnding = Array(".trashinfo".utf8)

  static func informationName(of name: [UInt8]) -> [UInt8] { name + informationEnding }

  /// Leaves room for `.trashinfo` within the 255 bytes of a name.
  static func name(for original: ArraySlice<UInt8>, number: Int) -> [UInt8] {
    let stem = FilePath.stem(original)
    let ending = original[stem.endIndex...].prefix(100)
    let sign = number > 1 ? Array(" (\(number))".utf8) : []
    return stem.prefix(245 - ending.count - sign.count) + sign + ending
  }

  /// - Parameter top: A prefix of the path, or nil.
  static func information(path: [UInt8], top: [UInt8]?, date: String) -> [UInt8] {
    var path = path[...]
    if let top {
      path = path.dropFirst(top.count)
      while path.first == FilePath.separator { path = path.dropFirst() }
    }
    let text = "[Trash Info]\nPath=\(PercentEncoding.path(Array(path)))\nDeletionDate=\(date)\n"
    return Array(text.utf8)
  }

  /// RFC 3339 without the zone.
  static func date(_ now: Date, in zone: TimeZone) -> String {
    String(RFC3339.text(now, zone: zone)?.prefix("yyyy-MM-ddTHH:mm:ss".utf8.count) ?? "")
  }
}

/// Which trashes a file may be moved to.
struct TrashPlaces: Sendable {
  /// `$XDG_DATA_HOME/Trash`; nil if neither that nor the home folder is known.
  let home: [UInt8]?
  var user = getuid()
  /// Where the volume of a path begins; nil if that is unknown.
  var top: @Sendable (_ path: [UInt8]) -> [UInt8]? = { path in
    MountTable.now().mount(of: path)?.point
  }

  /// - Parameter environment: `XDG_DATA_HOME`, `HOME`.
  init(environment: [String: String]) {
    home = BaseFolder.data.path { environment[$0] }.map { Array("\($0)/Trash".utf8) }
  }

  /// Calls `body` with the trashes of a folder's volume, creating missing ones, until it accepts one.
  ///
  /// - Parameters:
  ///   - folder: The file's.
  ///   - body: Returns nil if this trash can't be used.
  /// - Returns: nil if none is left.
  /// - Throws: Also `readOnly`, if that is why a trash can't be created.
  func firstResult<Value>(
    for folder: OpenFolder, _ calls: FileSystemCalls,
    _ body: (TrashFolder) throws(FileOperationError) -> Value?
  ) throws(FileOperationError) -> Value? {
    var isReadOnly = false
    for make in [homeTrash, sharedTrash, ownTrash] {
      let trash: TrashFolder?
      do throws(SystemCallError) {
        trash = try make(folder, calls)
      } catch {
        isReadOnly = isReadOnly || error.code == EROFS
        continue
      }
      if let trash, let value = try body(trash) { return value }
    }
    if isReadOnly { throw .readOnly(name: FilePath.shownName(folder.path)) }
    return nil
  }

  /// nil if it is on another volume.
  private func homeTrash(
    _ folder: OpenFolder, _ calls: FileSystemCalls
  ) throws(SystemCallError) -> TrashFolder? {
    guard let home else { return nil }
    var existing = home
    while stat(of: existing) == nil, errno == ENOENT, existing.count > 1 {
      existing = FilePath.directory(of: existing)
    }
    let parent = try calls.openFolder(existing)
    guard
      try calls.status(of: parent.descriptor).st_dev == calls.status(of: folder.descriptor).st_dev
    else { return nil }
    guard FilePath.makeFolders(home) else { throw SystemCallError(code: errno) }
    return try trash(in: calls.openFolder(home), top: nil, calls)
  }

  /// `.Trash/$uid`, if an administrator has created `.Trash` correctly: a sticky folder, not a link.
  private func sharedTrash(
    _ folder: OpenFolder, _ calls: FileSystemCalls
  ) throws(SystemCallError) -> TrashFolder? {
    guard let top = volume(of: folder) else { return nil }
    let parent = try calls.openFolder(top)
    let shared = try calls.openFolder(Array(".Trash".utf8), in: parent)
    guard try calls.status(of: shared.descriptor).st_mode & S_ISVTX != 0 else { return nil }
    let own = try openOrMake(Array("\(user)".utf8), in: shared, calls)
    return try isOwn(own, calls) ? trash(in: own, top: top, calls) : nil
  }

  /// `.Trash-$uid`.
  private func ownTrash(
    _ folder: OpenFolder, _ calls: FileSystemCalls
  ) throws(SystemCallError) -> TrashFolder? {
    guard let top = volume(of: folder) else { return nil }
    let own = try openOrMake(
      Array(".Trash-\(user)".utf8), in: calls.openFolder(top), calls)
    return try isOwn(own, calls) ? trash(in: own, top: top, calls) : nil
  }

  private func volume(of folder: OpenFolder) -> [UInt8]? { folder.resolvedPath.flatMap(top) }

  private func isOwn(
    _ folder: OpenFolder, _ calls: FileSystemCalls
  ) throws(SystemCallError) -> Bool {
    try calls.status(of: folder.descriptor).st_uid == user
  }

  private func trash(
    in folder: OpenFolder, top: [UInt8]?, _ calls: FileSystemCalls
  ) throws(SystemCallError) -> TrashFolder {
    TrashFolder(
      files: try openOrMake(Array("files".utf8), in: folder, calls),
      information: try openOrMake(Array("info".utf8), in: folder, calls), top: top)
  }

  private func openOrMake(
    _ name: [UInt8], in folder: OpenFolder, _ calls: FileSystemCalls
  ) throws(SystemCallError) -> OpenFolder {
    do throws(SystemCallError) {
      return try calls.openFolder(name, in: folder)
    } catch {
      guard error.code == ENOENT else { throw error }
    }
    do throws(SystemCallError) {
      try calls.makeFolder(name, in: folder)
    } catch {
      guard error.code == EEXIST else { throw error }
    }
    return try calls.openFolder(name, in: folder)
  }
}

extension OpenFolder {
  /// Its current path, without links; nil if it is gone.
  var resolvedPath: [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    guard count > 0, count < buffer.count, buffer.first == 0x2F else { return nil }
    return buffer[..<count].map { UInt8(bitPattern: $0) }
  }
}
