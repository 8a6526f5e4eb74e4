import Glibc

/// Writes a file so that at every moment it is either the old or the new one.
package enum AtomicFile {
  /// What is to be there before.
  package enum Former: Hashable, Sendable {
    /// A file, or none.
    case any
    case none
    /// A file in this state, that may be written to. The new one gets its mode, the user's extended attributes and, if allowed, its owner.
    case stamp(FileStamp)

    package init(_ stamp: FileStamp?) { self = stamp.map(Self.stamp) ?? .none }
  }

  /// - Parameters:
  ///   - mode: Of a new file, less what the user's mask takes away.
  ///   - isSynced: Whether it survives a power failure: what can be made again need not.
  ///   - times: Those that it gets; nil for now.
  /// - Returns: The new file, as it is now.
  /// - Throws: ESTALE if the file is no longer the one that was read, or one has appeared in the meantime.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: some Collection<UInt8>, replacing former: Former = .any,
    mode: mode_t = 0o666, isSynced: Bool = true, times: stat? = nil,
    _ calls: FileSystemCalls = FileSystemCalls()
  ) throws(SystemCallError) -> stat {
    let (folderPath, name) = FilePath.split(path)
    let folder = try calls.openFolder(folderPath)
    var status: stat?
    if case .stamp = former {
      do throws(SystemCallError) {
        try calls.checkWritable(name, in: folder)
        status = try calls.status(of: name, in: folder, followsLink: true)
      } catch {
        throw error.code == ENOENT ? SystemCallError(code: ESTALE) : error
      }
    }
    let file = try PendingFile(in: folder, calls, .half, mode: status == nil ? mode : 0o600)
    defer { file.discard() }
    try file.write(bytes)
    if let status {
      // A link has none, nor has any file where the file system doesn't support them.
      if let old = try? calls.openFile(name, in: folder) {
        try? calls.copyAttributes(of: old, to: file.descriptor)
        close(old)
      }
      // Another user's file in the user's own folder becomes the user's own, as with every editor.
      try? calls.setOwner(of: file.descriptor, to: status)
      // Not every file system has modes (FAT).
      try? calls.setMode(of: file.descriptor, to: status.st_mode & 0o7777)
    }
    if let times { try? calls.setTimes(of: file.descriptor, to: times) }
    if isSynced { try calls.syncFile(file.descriptor) }
    file.status = try calls.status(of: file.descriptor)
    switch former {
    case .any: try file.replace(name)
    case .none:
      do throws(SystemCallError) {
        try file.name(name)
      } catch {
        throw error.code == EEXIST ? SystemCallError(code: ESTALE) : error
      }
    case .stamp(let stamp):
      defer { flock(folder.descriptor, LOCK_UN) }
      try file.replace(name) { () throws(SystemCallError) in
        lock(folder)
        try check(name, in: folder, stamp, calls)
      }
    }
    // So that the new name survives a crash, too; if a folder can't be synced, the file system does it itself.
    if isSynced { try? calls.syncFolder(folder) }
    return file.status
  }

  /// Removes a file if it is still as it was read.
  package static func remove(
    _ path: some Collection<UInt8>, as former: FileStamp,
    _ calls: FileSystemCalls = FileSystemCalls()
  ) throws(SystemCallError) {
    let (folderPath, name) = FilePath.split(path)
    let folder = try calls.openFolder(folderPath)
    do {
      lock(folder)
      defer { flock(folder.descriptor, LOCK_UN) }
      try check(name, in: folder, former, calls)
      try calls.checkWritable(name, in: folder)
      try calls.remove(name, in: folder)
    }
    try? calls.syncFolder(folder)
  }

  /// Waits for others of these (flock(2)), else both could look before either replaces the file.
  ///
  /// Not all file systems lock folders, and anybody who can read one can keep it locked: after two seconds it continues without.
  private static func lock(_ folder: OpenFolder) {
    FileLock.lock(folder.descriptor) {
      usleep(5000)
      return $0 < 400
    }
  }

  private static func check(
    _ name: [UInt8], in folder: OpenFolder, _ stamp: FileStamp, _ calls: FileSystemCalls
  ) throws(SystemCallError) {
    let status = try? calls.status(of: name, in: folder, followsLink: true)
    guard let status, status.isRegularFile, FileStamp(status) == stamp else {
      throw SystemCallError(code: ESTALE)
    }
  }
}
