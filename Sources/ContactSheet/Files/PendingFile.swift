import CLinux
import Glibc
import Synchronization

/// A file that gets its name when it is complete. Until then it is invisible, and nothing of it is left behind: not when
/// writing fails or is cancelled, nor (if the file system has O_TMPFILE) when the program is killed.
final class PendingFile {
  /// Open for writing; valid until `finish` or `giveUp`.
  let descriptor: Int32
  private let folder: String
  let calls: Calls
  /// Nil for a file without a name.
  private var temporaryName: String?
  private var isOpen = true

  /// The system calls that not every file system supports.
  struct Calls {
    var nameless: (String, Int32) -> Int32 = { open($0, $1 | VITRINE_O_TMPFILE, 0o666) }
    var copyRange: (Int32, Int32, Int) -> Int = { copy_file_range($0, nil, $1, nil, $2, 0) }
    var write: (Int32, UnsafeRawPointer?, Int) -> Int = { Glibc.write($0, $1, $2) }
    /// Without replacing a file.
    var rename: (String, String) -> Int32 = {
      renameat2(AT_FDCWD, $0, AT_FDCWD, $1, VITRINE_RENAME_NOREPLACE)
    }
    var link: (String, String) -> Int32 = { Glibc.link($0, $1) }
  }

  /// - Parameter folder: Where the file will be. It is written there from the start, so that naming it costs nothing.
  init(in folder: String, calls: Calls = Calls()) throws(FileFault) {
    self.folder = folder
    self.calls = calls
    let flags = O_WRONLY | O_CLOEXEC
    let nameless = calls.nameless(folder, flags)
    if nameless >= 0 {
      descriptor = nameless
      return
    }
    // EISDIR and EOPNOTSUPP: the kernel or the file system doesn't support it.
    guard errno == EISDIR || errno == EOPNOTSUPP || errno == EINVAL || errno == ENOENT else {
      throw .last
    }
    for _ in 0..<100 {
      let name = "\(folder)/.vitrine-\(UInt64.random(in: 0...UInt64.max)).part"
      let number = open(name, flags | O_CREAT | O_EXCL, 0o666)
      if number >= 0 {
        descriptor = number
        temporaryName = name
        OrphanedParts.add(name)
        return
      }
      guard errno == EEXIST else { throw .last }
    }
    throw FileFault(code: EEXIST)
  }

  deinit { giveUp() }

  func write(_ bytes: [UInt8]) throws(FileFault) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        calls.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        sent += count
      } else if count == 0 {
        // A file system that writes nothing and gives no reason would be asked for ever.
        throw FileFault(code: EIO)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Gives the file its name.
  ///
  /// - Parameter replaces: Whether to replace an existing file; if not, EEXIST is thrown for one.
  func finish(as path: String, replaces: Bool) throws(FileFault) {
    guard isOpen else { throw FileFault(code: EBADF) }
    // On a network, a full disk may be reported only now.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw .last }
    if replaces || temporaryName != nil {
      try name(path, replaces: replaces)
    } else {
      try link(to: path)
    }
    close()
  }

  /// Removes what was written.
  func giveUp() {
    guard isOpen else { return }
    close()
    if let temporaryName { unlink(temporaryName) }
    forgetTemporaryName()
  }

  /// Links the nameless file; fails if a file with that name exists.
  private func link(to path: String) throws(FileFault) {
    let own = "/proc/self/fd/\(descriptor)"
    guard linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else { throw .last }
  }

  private func name(_ path: String, replaces: Bool) throws(FileFault) {
    if temporaryName == nil {
      // Only a file with a name can replace another one.
      let name = "\(folder)/.vitrine-\(UInt64.random(in: 0...UInt64.max)).part"
      try link(to: name)
      temporaryName = name
      OrphanedParts.add(name)
    }
    guard let temporaryName else { return }
    if replaces {
      guard rename(temporaryName, path) == 0 else { throw .last }
    } else {
      try renameWithoutReplacing(temporaryName, to: path)
    }
    forgetTemporaryName()
  }

  private func renameWithoutReplacing(_ name: String, to path: String) throws(FileFault) {
    if calls.rename(name, path) == 0 { return }
    // Without support for that, a second link does the same; FAT in user space supports neither.
    guard errno == EINVAL || errno == ENOSYS else { throw .last }
    if calls.link(name, path) == 0 {
      unlink(name)
      return
    }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EINVAL].contains(errno) else { throw .last }
    var status = stat()
    guard lstat(path, &status) != 0 else { throw FileFault(code: EEXIST) }
    guard errno == ENOENT, Glibc.rename(name, path) == 0 else { throw .last }
  }

  private func forgetTemporaryName() {
    if let temporaryName { OrphanedParts.remove(temporaryName) }
    temporaryName = nil
  }

  private func close() {
    isOpen = false
    _ = Glibc.close(descriptor)
  }
}

/// Names of files to remove when the program ends unexpectedly: quitting waits for nothing.
private enum OrphanedParts {
  private static let names = Mutex<Set<String>>([])
  private static let registration: Void = {
    atexit { for name in OrphanedParts.names.withLock({ $0 }) { unlink(name) } }
  }()

  static func add(_ name: String) {
    _ = registration
    names.withLock { _ = $0.insert(name) }
  }

  static func remove(_ name: String) { names.withLock { _ = $0.remove(name) } }
}
