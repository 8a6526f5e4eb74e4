import Files
import GalleryData
import GalleryDomain
import Glibc

/// Removes the hidden files that an operation of this machine left behind when it was killed.
///
/// Such a file may be half a copy, or the old name of a photo that has arrived at its destination. It is removed only
/// if its bytes are found in a complete file; any other is kept, so that nothing is lost whatever happened.
struct AbandonedParts {
  private struct File {
    let folder: OpenFolder
    let name: [UInt8]
    let status: stat

    /// - Returns: nil if it isn't a regular file.
    init?(_ name: [UInt8], in folder: OpenFolder, _ calls: FileSystemCalls) {
      guard let status = try? calls.status(of: name, in: folder), status.isRegularFile else {
        return nil
      }
      (self.folder, self.name, self.status) = (folder, name, status)
    }
  }

  let calls: FileSystemCalls
  /// Hidden files whose processes have ended.
  let paths: Set<[UInt8]>
  /// Where to look for complete files.
  let folders: [[UInt8]]
  let shouldStop: () -> Bool

  /// - Returns: Those that are kept, in the order of their names.
  /// - Complexity: One look at each file of the folders if there is anything to remove; only files of the same size are
  ///   read.
  func remove() -> [FileReference] {
    let parts = paths.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { path in
      (try? calls.openFolder(FilePath.directory(of: path))).flatMap {
        File(Array(FilePath.lastComponent(path)), in: $0, calls)
      }
    }
    let candidates = candidates(ofSizes: Set(parts.map(\.status.st_size)).subtracting([0]))
    return parts.compactMap { part in
      // Another name of it may have been removed.
      guard let part = File(part.name, in: part.folder, calls) else { return nil }
      if isSuperfluous(part, candidates[part.status.st_size] ?? []),
        (try? calls.remove(part.name, in: part.folder)) != nil
      {
        return nil
      }
      return FileReference(path: FilePath.join(part.folder.path, part.name))
    }
  }

  /// Files that may have the bytes of a hidden one, by their sizes.
  private func candidates(ofSizes sizes: Set<off_t>) -> [off_t: [File]] {
    guard !sizes.isEmpty else { return [:] }
    var candidates: [off_t: [File]] = [:]
    for path in folders {
      guard !shouldStop(), let folder = try? calls.openFolder(path),
        let names = try? calls.names(in: folder)
      else { continue }
      // A file whose name begins with a dot may itself be another program's temporary file.
      for name in names where name.first != UInt8(ascii: ".") {
        guard let file = File(name, in: folder, calls), sizes.contains(file.status.st_size)
        else { continue }
        candidates[file.status.st_size, default: []].append(file)
      }
    }
    return candidates
  }

  private func isSuperfluous(_ part: File, _ candidates: [File]) -> Bool {
    if part.status.st_size == 0 { return true }
    if let names = try? calls.names(in: part.folder) {
      // Another name of the same file keeps its bytes, wherever it is, unless that is hidden as well.
      let hidden = names.count { other in
        HiddenPart.isName(other)
          && (try? calls.status(of: other, in: part.folder))?.isSameFile(as: part.status) == true
      }
      if Int(part.status.st_nlink) > hidden { return true }
    }
    return candidates.contains { (try? hasSameBytes(part, as: $0)) == true }
  }

  /// Whether a file on the disk has the bytes of a hidden one.
  private func hasSameBytes(_ part: File, as other: File) throws(SystemCallError) -> Bool {
    let file = try calls.openFile(other.name, in: other.folder)
    defer { close(file) }
    let hidden = try calls.openFile(part.name, in: part.folder)
    defer { close(hidden) }
    guard try calls.isEqual(hidden, file, shouldStop: shouldStop) else { return false }
    try calls.syncFile(file)
    try calls.syncFolder(other.folder)
    // Neither was written to or replaced while it was read.
    let otherNow = try calls.status(of: other.name, in: other.folder)
    let partNow = try calls.status(of: part.name, in: part.folder)
    return otherNow.isUnchanged(since: other.status) && partNow.isUnchanged(since: part.status)
  }
}
