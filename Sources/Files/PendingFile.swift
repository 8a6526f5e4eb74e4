import Glibc

/// A file that gets its name when it is complete: until then one without any name, so that nothing is left of it after a
/// crash, or one with a hidden name if the file system doesn't support that.
package final class PendingFile {
  /// Open for writing, until it is closed.
  package private(set) var descriptor: Int32
  /// Set when it is complete.
  package var status = stat()
  private let folder: OpenFolder
  private let kind: HiddenPart.Kind
  private let calls: FileSystemCalls
  private var hiddenName: [UInt8]?
  private var isOpen = true

  /// - Parameters:
  ///   - folder: Where the file will be. It is written there from the start, so that naming it costs nothing.
  ///   - mode: Less what the user's mask takes away.
  package init(
    in folder: OpenFolder, _ calls: FileSystemCalls, _ kind: HiddenPart.Kind = .part,
    mode: mode_t = 0o600
  ) throws(SystemCallError) {
    (self.folder, self.kind, self.calls) = (folder, kind, calls)
    do throws(SystemCallError) {
      // It gets its name by way of /proc, without which the process isn't known either.
      guard calls.process != nil else { throw SystemCallError(code: EOPNOTSUPP) }
      descriptor = try calls.createNameless(in: folder, mode: mode)
    } catch {
      // open(2): the first two if the kernel or the file system doesn't support O_TMPFILE.
      guard [EISDIR, EOPNOTSUPP, EINVAL, ENOENT].contains(error.code) else { throw error }
      let name = HiddenPart.newName(by: calls.process, kind)
      descriptor = try calls.createFile(name, in: folder, mode: mode)
      hiddenName = name
    }
  }

  deinit { discard() }

  /// A path by which others can open it before it has its name, while it is open here.
  package var path: [UInt8] {
    hiddenName.map { FilePath.join(folder.path, $0) } ?? Array("/proc/self/fd/\(descriptor)".utf8)
  }

  package func write(_ bytes: [UInt8]) throws(SystemCallError) {
    try calls.write(bytes, to: descriptor)
  }

  /// Throws EEXIST if the name is taken.
  package func name(_ name: [UInt8]) throws(SystemCallError) {
    if hiddenName == nil, try isNamed(name) { return }
    guard let hidden = hiddenName else { return }
    try calls.renameWithoutReplacing(hidden, in: folder, to: name, in: folder)
    hiddenName = nil
  }

  /// Replaces the file with a name, if there is one.
  ///
  /// - Parameter check: Called right before the name gets another meaning; throws if it must not.
  package func replace(
    _ name: [UInt8], check: () throws(SystemCallError) -> Void = {}
  ) throws(SystemCallError) {
    // Only a file with a name can replace another one.
    let newName = HiddenPart.newName(by: calls.process, kind)
    if hiddenName == nil, try isNamed(newName) { hiddenName = newName }
    guard let hidden = hiddenName else { return }
    try check()
    try calls.renameOver(hidden, in: folder, to: name, in: folder)
    hiddenName = nil
  }

  /// Names a nameless file.
  ///
  /// - Returns: false if it has a hidden name instead, because the file system makes nameless files and refuses to name
  ///   them, as some do that are programs (FUSE), or because there is no /proc after all.
  private func isNamed(_ name: [UInt8]) throws(SystemCallError) -> Bool {
    do throws(SystemCallError) {
      try calls.nameFile(descriptor, name, in: folder)
      return true
    } catch {
      guard [EPERM, EOPNOTSUPP, ENOSYS, EINVAL, ENOENT, EXDEV].contains(error.code) else {
        throw error
      }
    }
    let nameless = descriptor
    let hidden = HiddenPart.newName(by: calls.process, kind)
    let before = try calls.status(of: nameless)
    descriptor = try calls.createFile(hidden, in: folder, mode: 0o600)
    hiddenName = hidden
    defer { _ = Glibc.close(nameless) }
    guard lseek(nameless, 0, SEEK_SET) == 0 else { throw SystemCallError(code: errno) }
    try calls.copy(nameless, to: descriptor, shouldStop: { false })
    try? calls.copyAttributes(of: nameless, to: descriptor)
    try? calls.setOwner(of: descriptor, to: before)
    try? calls.setMode(of: descriptor, to: before.st_mode & 0o7777)
    try? calls.setTimes(of: descriptor, to: before)
    try calls.syncFile(descriptor)
    status = try calls.status(of: descriptor)
    return false
  }

  /// Removes it unless it has its name.
  package func discard() {
    close()
    if let hiddenName { try? calls.remove(hiddenName, in: folder) }
    hiddenName = nil
  }

  package func close() {
    if isOpen { _ = Glibc.close(descriptor) }
    isOpen = false
  }
}
