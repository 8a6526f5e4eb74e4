import Glibc

/// A file that gets its name when it is complete: until then one without any name, so that nothing is left of it after a
/// crash, or one with a hidden name if the file system doesn't support that.
package final class PendingFile {
  /// Open for writing, until it is closed.
  package let descriptor: Int32
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

  package func write(_ bytes: [UInt8]) throws(SystemCallError) {
    try calls.write(bytes, to: descriptor)
  }

  /// Throws EEXIST if the name is taken.
  package func name(_ name: [UInt8]) throws(SystemCallError) {
    guard let hidden = hiddenName else { return try calls.nameFile(descriptor, name, in: folder) }
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
    let hidden = hiddenName ?? HiddenPart.newName(by: calls.process, kind)
    if hiddenName == nil {
      try calls.nameFile(descriptor, hidden, in: folder)
      hiddenName = hidden
    }
    try check()
    try calls.renameOver(hidden, in: folder, to: name, in: folder)
    hiddenName = nil
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
