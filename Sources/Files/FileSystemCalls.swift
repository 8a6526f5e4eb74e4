import CLinux
import Glibc

/// The system calls that change files: relative to open folders, so that renaming a folder in the meantime doesn't
/// lead them elsewhere, and without following a link at the last name unless a call says so.
///
/// Interrupted calls are repeated.
package struct FileSystemCalls: Sendable {
  package enum Call: String, Sendable {
    case openFolder, listFolder, makeFolder
    case openFile, createNameless, createFile
    case statusOfFile, statusOfName, access
    case copyRange, read, write
    case copyAttributes, setOwner, setMode, setTimes
    case syncFile, syncFolder
    case nameFile, link, rename, renameOver, remove
  }

  /// What a test does to a call before the system sees it.
  package enum Interception: Sendable {
    case proceed
    /// With an errno, and without any effect.
    case fail(Int32)
    /// Only half of the bytes are read or written.
    case short
    /// Nothing is written, and no reason given.
    case nothing
  }

  /// The process that makes the calls: part of the names of files that a crash may leave behind.
  package var process = ProcessIdentity.current
  /// Called before each call, and again for an interrupted one.
  package var intercept: @Sendable (Call) -> Interception = { _ in .proceed }
  /// The name that the system is given for one: for tests of file systems that ignore case.
  package var spelling: @Sendable (_ name: [UInt8], _ folder: OpenFolder) -> [UInt8] = { name, _ in
    name
  }

  package init() {}

  // MARK: Folders

  /// - Parameter path: Its links are followed.
  package func openFolder(_ path: [UInt8]) throws(SystemCallError) -> OpenFolder {
    let descriptor = try attempt(.openFolder) { _ in
      FilePath.withCString(path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }
    return OpenFolder(descriptor: descriptor, path: path)
  }

  /// - Parameter name: Must not be a link.
  package func openFolder(_ name: [UInt8], in folder: OpenFolder) throws(SystemCallError)
    -> OpenFolder
  {
    let descriptor = try attempt(.openFolder, name, in: folder) {
      openat(folder.descriptor, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    }
    return OpenFolder(descriptor: descriptor, path: FilePath.join(folder.path, name))
  }

  /// All names except `.` and `..`.
  package func names(in folder: OpenFolder) throws(SystemCallError) -> [[UInt8]] {
    // A descriptor of its own, which closedir closes and whose position in the folder no other reader moves.
    let descriptor = try attempt(.listFolder) { _ in
      openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    let entries = try FolderEntries(descriptor: descriptor)
    let names = entries.map(\.name)
    guard entries.code == 0 else { throw SystemCallError(code: entries.code) }
    return names
  }

  package func makeFolder(_ name: [UInt8], in folder: OpenFolder) throws(SystemCallError) {
    try attempt(.makeFolder, name, in: folder) { mkdirat(folder.descriptor, $0, 0o700) }
  }

  // MARK: Opening

  package func openFile(_ name: [UInt8], in folder: OpenFolder) throws(SystemCallError) -> Int32 {
    try attempt(.openFile, name, in: folder) {
      openat(folder.descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
  }

  /// A file without a name, which is gone when it is closed.
  package func createNameless(
    in folder: OpenFolder, mode: mode_t = 0o600
  ) throws(SystemCallError) -> Int32 {
    try attempt(.createNameless) { _ in
      openat(folder.descriptor, ".", O_RDWR | VITRINE_O_TMPFILE | O_CLOEXEC, mode)
    }
  }

  /// A new file; EEXIST if there is one.
  package func createFile(
    _ name: [UInt8], in folder: OpenFolder, mode: mode_t = 0o600
  ) throws(SystemCallError) -> Int32 {
    try attempt(.createFile, name, in: folder) {
      openat(folder.descriptor, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
  }

  // MARK: Status

  package func status(of descriptor: Int32) throws(SystemCallError) -> stat {
    var status = stat()
    try attempt(.statusOfFile) { _ in fstat(descriptor, &status) }
    return status
  }

  /// For a link, the status of the link itself, unless it is to be followed.
  package func status(
    of name: [UInt8], in folder: OpenFolder, followsLink: Bool = false
  ) throws(SystemCallError) -> stat {
    var status = stat()
    try attempt(.statusOfName, name, in: folder) {
      fstatat(folder.descriptor, $0, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW)
    }
    return status
  }

  /// Whether there is anything of a name.
  package func isThere(_ name: [UInt8], in folder: OpenFolder) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      _ = try status(of: name, in: folder)
      return true
    } catch {
      guard error.code == ENOENT else { throw error }
      return false
    }
  }

  /// Throws EACCES or EROFS if a file may not be written to.
  package func checkWritable(_ name: [UInt8], in folder: OpenFolder) throws(SystemCallError) {
    try attempt(.access, name, in: folder) { faccessat(folder.descriptor, $0, W_OK, 0) }
  }

  // MARK: Contents

  /// Copies the next bytes within the kernel, which shares blocks where the file system can; 0 at the end.
  package func copyRange(_ source: Int32, to target: Int32, limit: Int) throws(SystemCallError)
    -> Int
  {
    try attempt(.copyRange) { isShort in
      copy_file_range(source, nil, target, nil, isShort ? limit / 2 : limit, 0)
    }
  }

  /// The next bytes; none at the end.
  package func read(_ source: Int32, limit: Int) throws(SystemCallError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = try attempt(.read) { isShort in
      bytes.withUnsafeMutableBytes {
        Glibc.read(source, $0.baseAddress, isShort ? max(1, $0.count / 2) : $0.count)
      }
    }
    bytes.removeLast(limit - count)
    return bytes
  }

  package func write(_ bytes: [UInt8], to target: Int32) throws(SystemCallError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try attempt(.write) { isShort in
        rest.withUnsafeBytes {
          Glibc.write(target, $0.baseAddress, isShort ? max(1, $0.count / 2) : $0.count)
        }
      }
      // A file system that writes nothing and gives no reason would be asked for ever.
      guard count > 0 else { throw SystemCallError(code: EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// Copies a file, as cheaply as the file systems can.
  ///
  /// - Parameters:
  ///   - shouldStop: Called between two pieces; ECANCELED is thrown if it returns true.
  ///   - didCopy: Called with the bytes of each piece.
  package func copy(
    _ source: Int32, to target: Int32, shouldStop: () -> Bool,
    didCopy: (Int) -> Void = { _ in }
  ) throws(SystemCallError) {
    copying: while true {
      guard !shouldStop() else { throw SystemCallError(code: ECANCELED) }
      do throws(SystemCallError) {
        let count = try copyRange(source, to: target, limit: 16 << 20)
        if count == 0 { break }
        didCopy(count)
      } catch {
        switch error.code {
        // Not possible between these file systems.
        case EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EBADF, EPERM: break copying
        default: throw error
        }
      }
    }
    // For data that the kernel doesn't copy: some file systems report the end instead of an error, and files of /proc claim to be empty.
    while true {
      guard !shouldStop() else { throw SystemCallError(code: ECANCELED) }
      let bytes = try read(source, limit: 1 << 20)
      if bytes.isEmpty { return }
      try write(bytes, to: target)
      didCopy(bytes.count)
    }
  }

  /// Whether what follows in two files is the same; false if it was stopped.
  package func isEqual(
    _ one: Int32, _ other: Int32, shouldStop: () -> Bool = { false }
  ) throws(SystemCallError) -> Bool {
    while true {
      guard !shouldStop() else { return false }
      let bytes = try read(one, limit: 1 << 20)
      var rest = bytes[...]
      while !rest.isEmpty {
        let others = try read(other, limit: rest.count)
        guard !others.isEmpty, rest.starts(with: others) else { return false }
        rest = rest.dropFirst(others.count)
      }
      if bytes.isEmpty { return try read(other, limit: 1).isEmpty }
    }
  }

  // MARK: Attributes

  /// The user's own extended attributes, if the file system supports them; those of the system belong to the location.
  package func copyAttributes(of source: Int32, to target: Int32) throws(SystemCallError) {
    try attempt(.copyAttributes) { _ in
      var names = [CChar](repeating: 0, count: 65_536)
      let size = flistxattr(source, &names, names.count)
      guard size > 0 else { return size }
      var value = [UInt8](repeating: 0, count: 65_536)
      for name in names[..<size].split(separator: 0) {
        let name = name + [0]
        guard name.starts(with: "user.".utf8.map(CChar.init)) else { continue }
        let result = name.withUnsafeBufferPointer { pointer in
          // It has at least the zero byte, so it has an address.
          pointer.baseAddress.map { name -> Int in
            let count = fgetxattr(source, name, &value, value.count)
            return count < 0 ? count : Int(fsetxattr(target, name, value, count, 0))
          } ?? 0
        }
        if result < 0 { return result }
      }
      return 0
    }
  }

  package func setOwner(of file: Int32, to status: stat) throws(SystemCallError) {
    try attempt(.setOwner) { _ in fchown(file, status.st_uid, status.st_gid) }
  }

  package func setMode(of file: Int32, to mode: mode_t) throws(SystemCallError) {
    try attempt(.setMode) { _ in fchmod(file, mode) }
  }

  package func setTimes(of file: Int32, to status: stat) throws(SystemCallError) {
    let times = [status.st_atim, status.st_mtim]
    try attempt(.setTimes) { _ in futimens(file, times) }
  }

  // MARK: On the disk

  package func syncFile(_ file: Int32) throws(SystemCallError) { try sync(file, .syncFile) }

  package func syncFolder(_ folder: OpenFolder) throws(SystemCallError) {
    try sync(folder.descriptor, .syncFolder)
  }

  /// A file system that doesn't support it answers EINVAL.
  private func sync(_ descriptor: Int32, _ call: Call) throws(SystemCallError) {
    do throws(SystemCallError) {
      try attempt(call) { _ in fsync(descriptor) }
    } catch {
      guard error.code == EINVAL else { throw error }
    }
  }

  // MARK: Names

  /// Gives a nameless file its name; EEXIST if that is taken.
  package func nameFile(_ file: Int32, _ name: [UInt8], in folder: OpenFolder)
    throws(SystemCallError)
  {
    try attempt(.nameFile, name, in: folder) {
      // open(2), O_TMPFILE: the way that needs no privilege.
      linkat(AT_FDCWD, "/proc/self/fd/\(file)", folder.descriptor, $0, Int32(AT_SYMLINK_FOLLOW))
    }
  }

  /// A second name; EEXIST if that is taken.
  package func link(
    _ name: [UInt8], in folder: OpenFolder, to newName: [UInt8], in newFolder: OpenFolder
  ) throws(SystemCallError) {
    try attempt(.link, name, in: folder) { name in
      withCString(newName, in: newFolder) {
        linkat(folder.descriptor, name, newFolder.descriptor, $0, 0)
      }
    }
  }

  /// EEXIST if the new name is taken, EINVAL if the file system can't guarantee that it isn't.
  package func rename(
    _ name: [UInt8], in folder: OpenFolder, to newName: [UInt8], in newFolder: OpenFolder
  ) throws(SystemCallError) {
    try attempt(.rename, name, in: folder) { name in
      withCString(newName, in: newFolder) {
        renameat2(folder.descriptor, name, newFolder.descriptor, $0, VITRINE_RENAME_NOREPLACE)
      }
    }
  }

  /// Throws EEXIST if the new name is taken. On file systems that can neither guarantee that nor make hard links, the
  /// name is checked right before.
  package func renameWithoutReplacing(
    _ name: [UInt8], in folder: OpenFolder, to newName: [UInt8], in newFolder: OpenFolder
  ) throws(SystemCallError) {
    do throws(SystemCallError) {
      return try rename(name, in: folder, to: newName, in: newFolder)
    } catch {
      guard error.code == EINVAL || error.code == ENOSYS else { throw error }
    }
    do throws(SystemCallError) {
      try link(name, in: folder, to: newName, in: newFolder)
    } catch {
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EINVAL].contains(error.code) else { throw error }
      guard try !isThere(newName, in: newFolder) else { throw SystemCallError(code: EEXIST) }
      return try renameOver(name, in: folder, to: newName, in: newFolder)
    }
    do throws(SystemCallError) {
      try remove(name, in: folder)
    } catch {
      try? remove(newName, in: newFolder)
      throw error
    }
  }

  /// Replaces the file with the new name.
  package func renameOver(
    _ name: [UInt8], in folder: OpenFolder, to newName: [UInt8], in newFolder: OpenFolder
  ) throws(SystemCallError) {
    try attempt(.renameOver, name, in: folder) { name in
      withCString(newName, in: newFolder) {
        renameat(folder.descriptor, name, newFolder.descriptor, $0)
      }
    }
  }

  package func remove(_ name: [UInt8], in folder: OpenFolder) throws(SystemCallError) {
    try attempt(.remove, name, in: folder) { unlinkat(folder.descriptor, $0, 0) }
  }

  private func withCString<Result>(
    _ name: [UInt8], in folder: OpenFolder, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    FilePath.withCString(spelling(name, folder), body)
  }

  // MARK: Attempts

  /// - Parameter body: Receives the name as the system is given it.
  @discardableResult
  private func attempt(
    _ call: Call, _ name: [UInt8], in folder: OpenFolder, _ body: (UnsafePointer<CChar>) -> Int32
  ) throws(SystemCallError) -> Int32 {
    try attempt(call) { _ in withCString(name, in: folder, body) }
  }

  @discardableResult
  private func attempt<Count: FixedWidthInteger>(
    _ call: Call, _ body: (_ isShort: Bool) -> Count
  ) throws(SystemCallError) -> Count {
    while true {
      var isShort = false
      switch intercept(call) {
      case .proceed: break
      case .short: isShort = true
      case .nothing: return 0
      case .fail(EINTR): continue
      case .fail(let code): throw SystemCallError(code: code)
      }
      let result = body(isShort)
      if result >= 0 { return result }
      let code = errno
      guard code == EINTR else { throw SystemCallError(code: code) }
    }
  }
}

/// Why the system refused a call.
package struct SystemCallError: Error, Hashable {
  /// An errno.
  package let code: Int32

  package init(code: Int32) { self.code = code }
}

/// A folder that is open, and closed with this value.
package final class OpenFolder: Sendable {
  package let descriptor: Int32
  /// The path by which it was opened.
  package let path: [UInt8]

  package init(descriptor: Int32, path: [UInt8]) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }
}
