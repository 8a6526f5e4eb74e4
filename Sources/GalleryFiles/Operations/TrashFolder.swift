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
  /// It gets its name when it is complete, so that after a crash all of it is there or nothing, and names the process:
  /// without its file it means nothing, and only that process could still bring the file.
  ///
  /// - Parameters:
  ///   - path: Where the file is, without links.
  ///   - date: Local time, `2026-12-24T18:00:00`.
  func reserve(
    _ path: [UInt8], date: String, _ calls: FileSystemCalls
  ) throws(SystemCallError) -> [UInt8] {
    let original = FilePath.lastComponent(path)
    let text = Self.information(path: path, top: top, date: date, by: calls.process)
    for number in 1...10_000 {
      let name = Self.name(for: original, number: number)
      let informationName = Self.informationName(of: name)
      // Files without information come from somewhere else; they keep their names.
      if try calls.isThere(informationName, in: information) { continue }
      if try calls.isThere(name, in: files) { continue }
      let part = try PendingFile(in: information, calls)
      do throws(SystemCallError) {
        try part.write(text)
        try calls.syncFile(part.descriptor)
        try part.name(informationName)
      } catch {
        part.discard()
        guard error.code == EEXIST, try calls.isThere(informationName, in: information)
        else { throw error }
        continue
      }
      part.close()
      do throws(SystemCallError) {
        try calls.syncFolder(information)
      } catch {
        forget(name, calls)
        throw error
      }
      return name
    }
    throw SystemCallError(code: EEXIST)
  }

  /// Removes the remains of killed processes: information whose file never arrived, or was restored.
  ///
  /// Only information that this program wrote, and that names the process. A process on this machine must have ended;
  /// one on another machine can't be seen, and gets a day.
  ///
  /// - Complexity: Reads all names in the trash, and the information without a file.
  func removeOrphans(now: Date, _ calls: FileSystemCalls) {
    guard let names = try? calls.names(in: information), let arrived = try? calls.names(in: files)
    else { return }
    let present = Set(arrived)
    for name in names {
      let isPart = HiddenPart.isName(name)
      let file = Self.fileName(ofInformation: name)
      guard isPart || file.map({ !present.contains($0) }) == true,
        let status = try? calls.status(of: name, in: information), status.isRegularFile
      else { continue }
      if isPart {
        // It is the information about a file that is still in its original location.
        if HiddenPart.treatment(
          of: name, status, now: now.timeIntervalSince1970, seenBy: calls.process) != .keep
        {
          try? calls.remove(name, in: information)
        }
        continue
      }
      guard let file, let process = try? writer(of: name, calls) else { continue }
      switch process.state(seenBy: calls.process) {
      case .running: continue
      case .ended: break
      case .unknown:
        guard HiddenPart.isOld(status, now: now.timeIntervalSince1970) else { continue }
      }
      // The process may have brought the file and ended since the names were read.
      if (try? calls.isThere(file, in: files)) == false {
        try? calls.remove(name, in: information)
      }
    }
  }

  /// The process that wrote the information about a file; nil if another program did.
  private func writer(
    of name: [UInt8], _ calls: FileSystemCalls
  ) throws(SystemCallError) -> ProcessIdentity? {
    // A path of 4,096 bytes takes up to three times as many.
    let text = try calls.beginning(of: name, in: information, limit: 16_384)
    let lines = text.split(separator: UInt8(ascii: "\n"))
    let key = Array(Self.processKey.utf8)
    return lines.first { $0.starts(with: key) }.flatMap { ProcessIdentity($0.dropFirst(key.count)) }
  }

  /// Information without a file means nothing, so failing to remove it does no harm.
  func forget(_ name: [UInt8], _ calls: FileSystemCalls) {
    try? calls.remove(Self.informationName(of: name), in: information)
  }

  // MARK: Contents

  private static let informationEnding = Array(".trashinfo".utf8)
  /// The specification has other programs ignore unknown lines; `X-` is the prefix of such keys in desktop files.
  private static let processKey = "X-Vitrine-Process="

  static func informationName(of name: [UInt8]) -> [UInt8] { name + informationEnding }

  /// nil if it isn't the name of an information file.
  static func fileName(ofInformation name: [UInt8]) -> [UInt8]? {
    name.count > informationEnding.count
      && name.suffix(informationEnding.count).elementsEqual(informationEnding)
      ? Array(name.dropLast(informationEnding.count)) : nil
  }

  /// Leaves room for `.trashinfo` within the 255 bytes of a name.
  static func name(for original: ArraySlice<UInt8>, number: Int) -> [UInt8] {
    let stem = FilePath.stem(original)
    let ending = original[stem.endIndex...].prefix(100)
    let sign = number > 1 ? Array(" (\(number))".utf8) : []
    return stem.prefix(245 - ending.count - sign.count) + sign + ending
  }

  /// - Parameters:
  ///   - top: A prefix of the path, or nil.
  ///   - process: The one that moves the file.
  static func information(
    path: [UInt8], top: [UInt8]?, date: String, by process: ProcessIdentity?
  ) -> [UInt8] {
    var path = path[...]
    if let top {
      path = path.dropFirst(top.count)
      while path.first == FilePath.separator { path = path.dropFirst() }
    }
    var text = "[Trash Info]\nPath=\(PercentEncoding.path(Array(path)))\nDeletionDate=\(date)\n"
    if let process { text += Self.processKey + process.text + "\n" }
    return Array(text.utf8)
  }

  /// RFC 3339 without the zone.
  static func date(_ now: Date, in zone: TimeZone) -> String {
    String(RFC3339.text(now, zone: zone)?.prefix("yyyy-MM-ddTHH:mm:ss".utf8.count) ?? "")
  }
}

/// Which trashes a file may be moved to.
struct TrashFolders: Sendable {
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

  /// In the order in which they are tried.
  private enum Kind: CaseIterable { case home, shared, own }

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
    for kind in Kind.allCases {
      let trash: TrashFolder?
      do throws(SystemCallError) {
        trash = try kind == .home ? homeTrash(folder, calls) : volumeTrash(folder, kind, calls)
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

  /// The volume's own: `.Trash/$uid`, if an administrator has created `.Trash` correctly: a sticky folder, not a link; and `.Trash-$uid`.
  private func volumeTrash(
    _ folder: OpenFolder, _ kind: Kind, _ calls: FileSystemCalls
  ) throws(SystemCallError) -> TrashFolder? {
    guard let top = folder.resolvedPath.flatMap(self.top) else { return nil }
    var (parent, name) = (try calls.openFolder(top), ".Trash-\(user)")
    if kind == .shared {
      (parent, name) = (try calls.openFolder(Array(".Trash".utf8), in: parent), "\(user)")
      guard try calls.status(of: parent.descriptor).st_mode & S_ISVTX != 0 else { return nil }
    }
    let own = try openOrMake(Array(name.utf8), in: parent, calls)
    guard try calls.status(of: own.descriptor).st_uid == user else { return nil }
    return try trash(in: own, top: top, calls)
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
    let path = FilePath.linkTarget(of: Array("/proc/self/fd/\(descriptor)".utf8))
    return path?.first == FilePath.separator ? path : nil
  }
}
