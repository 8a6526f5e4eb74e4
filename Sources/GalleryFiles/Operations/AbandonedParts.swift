import Files
import GalleryData
import GalleryDomain
import Glibc

/// Removes the hidden files that an operation of this machine left behind when it was killed.
///
/// Such a file may be half a copy, or the old name of a photo that has arrived at its destination. It is removed only
/// if its bytes are found in a complete file; any other is kept, so that nothing is lost whatever happened.
struct AbandonedParts {
  private struct Candidate: Hashable {
    let folder: [UInt8]
    let name: [UInt8]
  }

  let calls: FileSystemCalls
  /// Hidden files whose processes have ended.
  let paths: Set<[UInt8]>
  /// Where to look for complete files.
  let folders: [[UInt8]]
  var shouldStop: () -> Bool = { false }

  /// - Returns: Those that are kept, in the order of their names.
  /// - Complexity: One look at each file of the folders if there is anything to remove; only files of the same size are
  ///   read.
  func remove() -> [FileReference] {
    var left: [FileReference] = []
    let candidates = candidates()
    for path in paths.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let folder = try? calls.openFolder(FilePath.directory(of: path)) else { continue }
      let name = Array(FilePath.lastComponent(path))
      guard let status = try? calls.status(of: name, in: folder), status.isRegularFile else {
        continue
      }
      if isSuperfluous(name, in: folder, status, candidates[Int(status.st_size)] ?? []),
        (try? calls.remove(name, in: folder)) != nil
      {
        continue
      }
      if let file = FileReference(path: path) { left.append(file) }
    }
    return left
  }

  /// Files that may have the bytes of a hidden one, by their sizes.
  private func candidates() -> [Int: [Candidate]] {
    let sizes = Set(
      paths.compactMap { path -> Int? in
        guard let folder = try? calls.openFolder(FilePath.directory(of: path)),
          let status = try? calls.status(of: Array(FilePath.lastComponent(path)), in: folder)
        else { return nil }
        return Int(status.st_size)
      }
    ).subtracting([0])
    guard !sizes.isEmpty else { return [:] }
    var candidates: [Int: [Candidate]] = [:]
    for path in folders {
      guard !shouldStop(), let folder = try? calls.openFolder(path),
        let names = try? calls.names(in: folder)
      else { continue }
      // A file whose name begins with a dot may itself be another program's temporary file.
      for name in names where name.first != UInt8(ascii: ".") {
        guard let status = try? calls.status(of: name, in: folder), status.isRegularFile,
          sizes.contains(Int(status.st_size))
        else { continue }
        candidates[Int(status.st_size), default: []].append(Candidate(folder: path, name: name))
      }
    }
    return candidates
  }

  private func isSuperfluous(
    _ name: [UInt8], in folder: OpenFolder, _ status: stat, _ candidates: [Candidate]
  ) -> Bool {
    if status.st_size == 0 { return true }
    if let names = try? calls.names(in: folder) {
      // Another name of the same file keeps its bytes, wherever it is, unless that is hidden as well.
      let hidden = names.count { other in
        HiddenPart.isName(other)
          && (try? calls.status(of: other, in: folder))?.isSameFile(as: status) == true
      }
      if Int(status.st_nlink) > hidden { return true }
    }
    return candidates.contains { candidate in
      (try? hasSameBytes(name, in: folder, status, as: candidate)) == true
    }
  }

  /// Whether a file on the disk has the bytes of a hidden one.
  private func hasSameBytes(
    _ name: [UInt8], in folder: OpenFolder, _ status: stat, as candidate: Candidate
  ) throws(SystemCallError) -> Bool {
    let otherFolder = try calls.openFolder(candidate.folder)
    let other = try calls.openFile(candidate.name, in: otherFolder)
    defer { close(other) }
    let part = try calls.openFile(name, in: folder)
    defer { close(part) }
    let before = try calls.status(of: other)
    guard before.st_size == status.st_size,
      try calls.isEqual(part, other, shouldStop: shouldStop)
    else { return false }
    try calls.syncFile(other)
    try calls.syncFolder(otherFolder)
    // Neither was written to or replaced while it was read.
    let (after, partAfter) = (
      try calls.status(of: candidate.name, in: otherFolder), try calls.status(of: name, in: folder)
    )
    return after.isUnchanged(since: before) && partAfter.isUnchanged(since: status)
  }
}
