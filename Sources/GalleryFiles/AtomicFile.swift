import GalleryData
import GalleryDomain
import Glibc

/// Writes a file so that at every moment it is either the old or the new one.
enum AtomicFile {
  enum Failure: Error, Hashable {
    /// An errno.
    case failed(Int32)
    /// The file is no longer the one that was read, or one has appeared in the meantime.
    case changed
  }

  /// A temporary file next to it is written, synced to the disk, and renamed over it; mode and, if allowed, owner are
  /// kept.
  ///
  /// - Parameters:
  ///   - former: The stamp of what was read; nil for a file that must not exist yet.
  ///   - mode: Of a new file, less what the user's mask takes away.
  static func write(
    _ bytes: [UInt8], to file: FileReference, replacing former: FileStamp?, mode: mode_t = 0o666
  ) throws(Failure) {
    if former != nil, FilePath.withCString(file.path, { access($0, W_OK) }) != 0 {
      throw .failed(errno)
    }
    let temporary = try makeTemporary(bytes, beside: file, like: former != nil, mode: mode)
    do throws(Failure) {
      try move(temporary, to: file, replacing: former)
    } catch {
      _ = FilePath.withCString(temporary.path) { unlink($0) }
      throw error
    }
    syncFolder(of: file)
  }

  /// Removes a file if it is still as it was read.
  static func remove(_ file: FileReference, as former: FileStamp) throws(Failure) {
    guard FileStamp(of: file) == former else { throw .changed }
    guard FilePath.withCString(file.path, { access($0, W_OK) }) == 0,
      FilePath.withCString(file.path, { unlink($0) }) == 0
    else { throw .failed(errno) }
    syncFolder(of: file)
  }

  // MARK: Steps

  private static func makeTemporary(
    _ bytes: [UInt8], beside file: FileReference, like isReplacing: Bool, mode: mode_t
  ) throws(Failure) -> FileReference {
    var status = stat()
    if isReplacing, FilePath.withCString(file.path, { stat($0, &status) }) != 0 {
      throw .changed
    }
    for _ in 0..<16 {
      guard let temporary = temporaryName(beside: file) else { throw .failed(ENAMETOOLONG) }
      let descriptor = FilePath.withCString(temporary.path) {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, isReplacing ? 0o600 : mode)
      }
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw .failed(errno) }
      var code = LineOutput(descriptor: descriptor).write(bytes: bytes) ? 0 : errno
      if code == 0, isReplacing {
        // Another user's file in the user's own folder becomes the user's own, as with every editor.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        // Not every file system has modes (FAT).
        _ = fchmod(descriptor, status.st_mode & 0o7777)
      }
      if code == 0, fsync(descriptor) != 0 { code = errno }
      if close(descriptor) != 0, code == 0 { code = errno }
      guard code == 0 else {
        _ = FilePath.withCString(temporary.path) { unlink($0) }
        throw .failed(code)
      }
      return temporary
    }
    throw .failed(EEXIST)
  }

  private static func temporaryName(beside file: FileReference) -> FileReference? {
    // Hidden, and with an extension that no program takes for a sidecar or a picture. The target's name isn't part of
    // it, since it may already have the maximum length.
    let number = UInt64.random(in: .min ... .max)
    return FileReference(
      path: FilePath.join(
        FilePath.directory(of: file.path), Array(".vitrine-\(StableHash.hex(number)).tmp".utf8)))
  }

  private static func move(
    _ temporary: FileReference, to file: FileReference, replacing former: FileStamp?
  ) throws(Failure) {
    if let former {
      guard FileStamp(of: file) == former else { throw .changed }
      let result = FilePath.withCString(temporary.path) { from in
        FilePath.withCString(file.path) { rename(from, $0) }
      }
      guard result == 0 else { throw .failed(errno) }
      return
    }
    // A link can't replace a file that another program has created in the meantime.
    let result = FilePath.withCString(temporary.path) { from in
      FilePath.withCString(file.path) { link(from, $0) }
    }
    if result == 0 {
      _ = FilePath.withCString(temporary.path) { unlink($0) }
      return
    }
    switch errno {
    case EEXIST: throw .changed
    // FAT and some network shares don't support links.
    case EPERM, ENOTSUP, ENOSYS, EMLINK:
      guard FileStamp(of: file) == nil else { throw .changed }
      let result = FilePath.withCString(temporary.path) { from in
        FilePath.withCString(file.path) { rename(from, $0) }
      }
      guard result == 0 else { throw .failed(errno) }
    case let code: throw .failed(code)
    }
  }

  /// So that the new name survives a crash, too; if a folder can't be synced, the file system does it itself.
  private static func syncFolder(of file: FileReference) {
    let descriptor = FilePath.withCString(FilePath.directory(of: file.path)) {
      open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
