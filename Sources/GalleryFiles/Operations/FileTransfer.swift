import Files
import GalleryData
import GalleryDomain
import Glibc

/// Gives the files of one group, or of all photos of a folder, their new names: all of them, or none.
///
/// At every moment the group is complete at its old location, its new one, or both. So files get their new names first,
/// sidecars before their photo; then those are synced to the disk; only then the old names are removed. They are hidden
/// first, which can be reverted, and removed when all of them are hidden.
///
/// Within a volume, a single file is renamed, and several get a second name (a hard link) each. One that can't have a hard link (FAT)
/// is renamed: a crash between two of these renames splits a group, but loses nothing. So does one while files get each other's
/// names, which all of them give up first. Across volumes, files are copied. What a crash leaves is put in order by the next
/// operation, from a `MoveRecord`.
struct FileTransfer {
  struct Item {
    let source: OpenFolder
    let name: [UInt8]
    let target: OpenFolder
    let newName: [UInt8]
    /// As it was when the names were chosen.
    let status: stat
    /// Whether the old name is kept.
    let isCopied: Bool
    private(set) var isSidecar = false
    /// Whether a copy gets the mode of its original; otherwise that of a new file.
    var keepsMode = true

    /// Whether the names differ only in case: one name where the file system ignores it.
    var changesCaseOnly: Bool {
      source === target && name != newName && FilePath.folded(name) == FilePath.folded(newName)
    }

    /// A visible name in the old folder between two such names, or where another file gets the old one, so that a crash hides
    /// nothing: `photo (0123456789abcdef).jpg`.
    let between: [UInt8]

    /// - Parameter between: A new one if nil.
    init(
      source: OpenFolder, name: [UInt8], target: OpenFolder, newName: [UInt8], status: stat,
      isCopied: Bool = false, between: [UInt8]? = nil
    ) {
      (self.source, self.name, self.target, self.newName) = (source, name, target, newName)
      (self.status, self.isCopied) = (status, isCopied)
      let stem = FilePath.stem(newName[...])
      let number = StableHash.hex(.random(in: .min ... .max))
      // With a long name it would be too long.
      self.between =
        between
        ?? (newName.count > 230 ? [] : stem) + Array(" (\(number))".utf8)
        + newName[stem.endIndex...]
    }

    init(_ member: GroupMember, to name: [UInt8], in target: OpenFolder, isCopied: Bool = false) {
      self.init(
        source: member.folder, name: member.name, target: target, newName: name,
        status: member.status, isCopied: isCopied)
      isSidecar = member.sidecar != nil
    }
  }

  let calls: FileSystemCalls
  /// The photo first.
  let items: [Item]
  /// Whether a move across volumes may copy; otherwise it fails with EXDEV.
  var mayCopyToMove = true
  /// Where the record of the move is written; nil for all folders of the files.
  var recordFolders: [OpenFolder]?
  /// Checked between pieces, and a last time before the first file gets its name.
  var shouldStop: () -> Bool = { false }
  /// Called with the bytes of each piece of a copy.
  var didCopy: (Int) -> Void = { _ in }

  /// - Returns: The files at their new locations, in the order of the items.
  func run() throws(FileOperationError) -> [stat] {
    let copies = try isToOtherVolume()
    do throws(FileOperationError) {
      return try run(copies: copies)
    } catch {
      // The same device, but another mount.
      guard case .failed(_, EXDEV) = error, mayCopyToMove, !copies else { throw error }
      return try run(copies: true)
    }
  }

  private func isToOtherVolume() throws(FileOperationError) -> Bool {
    for item in items where !item.isCopied {
      let target = try naming(item.newName, calls.status(of: item.target.descriptor))
      guard target.st_dev != item.status.st_dev else { continue }
      guard mayCopyToMove else { throw SystemCallError(code: EXDEV).failure(item.name) }
      return true
    }
    return false
  }

  /// - Parameter copies: Whether files are copied to be moved.
  private func run(copies: Bool) throws(FileOperationError) -> [stat] {
    var journal = FileJournal(calls: calls)
    var parts = [PendingFile?](repeating: nil, count: items.count)
    var record: MoveRecord.Written?
    defer { for part in parts { part?.close() } }
    do throws(FileOperationError) {
      for (index, item) in items.enumerated() where item.isCopied || copies {
        parts[index] = try copy(item)
      }
      guard !shouldStop() else { throw .cancelled }
      let givesUpName = givesUpNames()
      record = try MoveRecord.write(
        items, placed: items.indices.map { parts[$0]?.status ?? items[$0].status },
        areCopies: parts.map { $0 != nil }, isNeeded: givesUpName.contains(true),
        in: distinct(recordFolders ?? items.flatMap { [$0.source, $0.target] }), calls)
      for (item, givesUp) in zip(items, givesUpName) where givesUp {
        try rename(item, .toBetween, in: &journal)
      }
      // Copies first: the rename of a single file is the one step that does everything.
      for index in items.indices.reversed() {
        guard let part = parts[index] else { continue }
        let item = items[index]
        try naming(item.newName, part.name(item.newName))
        journal.add(.placed(item.newName, in: item.target, part.status))
      }
      var isNamedTwice = items.indices.map { parts[$0] != nil && !items[$0].isCopied }
      let isSingle = items.count { !$0.isCopied } == 1
      for index in items.indices.reversed() where parts[index] == nil {
        if isSingle || givesUpName[index] {
          try rename(items[index], givesUpName[index] ? .fromBetween : .whole, in: &journal)
        } else {
          isNamedTwice[index] = try link(items[index], in: &journal)
        }
      }
      for folder in distinct(items.map(\.target)) {
        try naming(Array(FilePath.lastComponent(folder.path)), calls.syncFolder(folder))
      }
      for index in items.indices where isNamedTwice[index] {
        try hide(items[index], copiedAs: parts[index], in: &journal)
      }
    } catch {
      for part in parts { part?.discard() }
      // If that fails its record stays: when this process has ended, the rest is taken back by it.
      try journal.rollBack()
      record?.remove(calls)
      throw error
    }
    journal.removeHidden()
    record?.remove(calls)
    for folder in distinct(items.filter { !$0.isCopied }.map(\.source)) {
      // The old names are gone; a crash may bring one back, but loses nothing.
      try? calls.syncFolder(folder)
    }
    return items.indices.map { parts[$0]?.status ?? items[$0].status }
  }

  // MARK: Names

  /// Which files have a name that another one gets.
  private func givesUpNames() -> [Bool] {
    func key(_ name: [UInt8], _ folder: OpenFolder) -> [UInt8] {
      FilePath.join(folder.path, FilePath.folded(name))
    }
    let counts = Dictionary(items.map { (key($0.newName, $0.target), 1) }, uniquingKeysWith: +)
    return items.map { item in
      let old = key(item.name, item.source)
      let own = key(item.newName, item.target) == old ? 1 : 0
      return !item.isCopied && counts[old, default: 0] > own
    }
  }

  /// Gives a file its new name beside the old one, or instead of it where there are no hard links.
  ///
  /// - Returns: Whether it has both.
  private func link(
    _ item: Item, in journal: inout FileJournal
  ) throws(FileOperationError) -> Bool {
    do throws(SystemCallError) {
      try calls.link(item.name, in: item.source, to: item.newName, in: item.target)
    } catch {
      switch error.code {
      // Hard links aren't supported here, or not of a file that isn't the user's own (`fs.protected_hardlinks` of
      // proc(5)).
      case EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV, EINVAL: break
      case EEXIST where item.changesCaseOnly: break
      default: throw failure(error, of: item)
      }
      try rename(item, in: &journal)
      return false
    }
    journal.add(.placed(item.newName, in: item.target, item.status))
    return true
  }

  private enum Part { case whole, toBetween, fromBetween }

  private func rename(
    _ item: Item, _ part: Part = .whole, in journal: inout FileJournal
  ) throws(FileOperationError) {
    func rename(
      _ name: [UInt8], to newName: [UInt8], in folder: OpenFolder
    ) throws(SystemCallError) {
      try calls.renameWithoutReplacing(name, in: item.source, to: newName, in: folder)
      journal.add(.renamed(name, from: item.source, to: newName, in: folder))
    }
    do throws(SystemCallError) {
      if part == .whole {
        do throws(SystemCallError) {
          return try rename(item.name, to: item.newName, in: item.target)
        } catch {
          guard error.code == EEXIST, item.changesCaseOnly else { throw error }
        }
      }
      // The new name finds the file itself, or another one after all, which is not replaced.
      if part != .fromBetween { try rename(item.name, to: item.between, in: item.source) }
      if part != .toBetween { try rename(item.between, to: item.newName, in: item.target) }
    } catch {
      throw failure(error, of: item)
    }
  }

  private func hide(
    _ item: Item, copiedAs part: PendingFile?, in journal: inout FileJournal
  ) throws(FileOperationError) {
    do throws(SystemCallError) {
      try journal.hide(
        item.name, in: item.source, expecting: item.status, likeCopy: part?.descriptor)
    } catch {
      throw error.code == ESTALE ? item.changed : error.failure(item.name)
    }
  }

  private func failure(_ error: SystemCallError, of item: Item) -> FileOperationError {
    // Both names are part of the call; either can be the missing one.
    if error.code == ENOENT, (try? calls.status(of: item.name, in: item.source)) != nil {
      return .folderMissing(name: FilePath.shownName(item.target.path))
    }
    return error.failure(error.code == EEXIST ? item.newName : item.name)
  }

  private func distinct(_ folders: [OpenFolder]) -> [OpenFolder] {
    var seen = Set<ObjectIdentifier>()
    return folders.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  // MARK: Copies

  /// A complete copy on the disk, with mode, times and attributes, that has no name yet.
  private func copy(_ item: Item) throws(FileOperationError) -> PendingFile {
    var part: PendingFile?
    do throws(SystemCallError) {
      let source = try calls.openFile(item.name, in: item.source)
      defer { close(source) }
      let before = try calls.status(of: source)
      guard before.isUnchanged(since: item.status) else {
        throw SystemCallError(code: ESTALE)
      }
      let copy = try PendingFile(
        in: item.target, calls, mode: item.keepsMode ? 0o600 : 0o666)
      part = copy
      try calls.copy(source, to: copy.descriptor, shouldStop: shouldStop, didCopy: didCopy)
      // Attributes that the file system doesn't support don't stop a copy.
      try? calls.copyAttributes(of: source, to: copy.descriptor)
      if !item.isCopied { try? calls.setOwner(of: copy.descriptor, to: before) }
      if item.keepsMode { try? calls.setMode(of: copy.descriptor, to: before.st_mode & 0o777) }
      try? calls.setTimes(of: copy.descriptor, to: before)
      // A full network disk may report it only now.
      try calls.syncFile(copy.descriptor)
      let after = try calls.status(of: source)
      copy.status = try calls.status(of: copy.descriptor)
      guard FileStamp(before) == FileStamp(after), after.st_ctim.isEqual(to: before.st_ctim),
        copy.status.st_size == before.st_size
      else { throw SystemCallError(code: ESTALE) }
      return copy
    } catch {
      part?.discard()
      switch error.code {
      case ESTALE: throw item.changed
      case ENOENT where part == nil: throw failure(error, of: item)
      default: throw error.failure(item.name)
      }
    }
  }
}

/// Says which file a refused call was about.
func naming<Result>(
  _ name: @autoclosure () -> [UInt8], _ call: @autoclosure () throws(SystemCallError) -> Result
) throws(FileOperationError) -> Result {
  do throws(SystemCallError) {
    return try call()
  } catch {
    throw error.failure(name())
  }
}

extension FileTransfer.Item {
  var path: [UInt8] { FilePath.join(source.path, name) }
  var changed: FileOperationError { .changed(name: FilePath.shownName(name)) }
}

extension SystemCallError {
  /// - Parameter name: The file's, not cleaned.
  func failure(_ name: [UInt8]) -> FileOperationError {
    let shown = TextCleaner.line(bytes: name[...], limit: .field)
    let name = shown.isEmpty ? "?" : shown
    return switch code {
    case EEXIST: .nameTaken(name: name)
    case ENAMETOOLONG, EINVAL, EILSEQ: .unsuitableName(name: name)
    case ENOSPC, EDQUOT: .noSpace(name: name)
    case EACCES, EPERM: .noPermission(name: name)
    case EROFS: .readOnly(name: name)
    case ENOENT: .gone(name: name)
    case ELOOP: .notRegularFile(name: name)
    case EFBIG: .tooLarge(name: name)
    case ECANCELED: .cancelled
    default: .failed(name: name, code: code)
    }
  }
}

extension FilePath {
  static func shownName(_ path: [UInt8]) -> String {
    FileReference(path: path).map { shownName($0) } ?? "?"
  }
}

extension stat {
  /// Whether it is the same file, which was not written to.
  func isUnchanged(since other: stat) -> Bool {
    isSameFile(as: other) && FileStamp(self) == FileStamp(other)
  }
}

extension timespec {
  func isEqual(to other: timespec) -> Bool { tv_sec == other.tv_sec && tv_nsec == other.tv_nsec }
}

/// The changes to the names of files, to be reverted in reverse order.
struct FileJournal {
  enum Step {
    /// A new name, of the file that `status` describes.
    case placed([UInt8], in: OpenFolder, stat)
    case renamed([UInt8], from: OpenFolder, to: [UInt8], in: OpenFolder)
    case hidden([UInt8], in: OpenFolder, as: [UInt8])
  }

  let calls: FileSystemCalls
  private var steps: [Step] = []

  init(calls: FileSystemCalls) { self.calls = calls }

  mutating func add(_ step: Step) { steps.append(step) }

  /// Hides a file that is to be removed, and then checks it once more: until then its name may get another meaning.
  ///
  /// Throws ESTALE if it isn't the expected one; `rollBack` restores it.
  ///
  /// - Parameters:
  ///   - status: Of the file; nil if only its bytes count.
  ///   - other: Another file with its bytes, open: then it must be as it was, or have those bytes. (File systems in user space
  ///     number a file by how it was asked for, and give a renamed one another time: fusefat.) nil if it has another name.
  mutating func hide(
    _ name: [UInt8], in folder: OpenFolder, expecting status: stat?, likeCopy other: Int32? = nil
  ) throws(SystemCallError) {
    let calls = calls
    func check(_ name: [UInt8]) throws(SystemCallError) {
      let now = try calls.status(of: name, in: folder)
      var isMeant = status.map {
        other == nil ? now.isSameFile(as: $0) : now.isUnchanged(since: $0)
      }
      if isMeant != true, let other, now.isRegularFile {
        let file = try calls.openFile(name, in: folder)
        defer { close(file) }
        lseek(other, 0, SEEK_SET)
        isMeant = try calls.isEqual(file, other)
      }
      guard isMeant == true else { throw SystemCallError(code: ESTALE) }
    }
    try check(name)
    let hidden = HiddenPart.newName(by: calls.process)
    try calls.renameWithoutReplacing(name, in: folder, to: hidden, in: folder)
    steps.append(.hidden(name, in: folder, as: hidden))
    try check(hidden)
  }

  /// A file that can't be removed stays hidden, and is cleared away some day.
  func removeHidden() {
    for case .hidden(_, let folder, let hidden) in steps { try? calls.remove(hidden, in: folder) }
  }

  /// - Throws: `incomplete`; anything that couldn't be reverted is kept, so that no only copy is removed.
  mutating func rollBack() throws(FileOperationError) {
    while let step = steps.popLast() {
      do throws(SystemCallError) {
        try rollBack(step)
      } catch {
        switch step {
        case .placed(let name, _, _), .hidden(let name, _, _), .renamed(let name, _, _, _):
          throw .incomplete(name: FilePath.shownName(name), code: error.code)
        }
      }
    }
  }

  private func rollBack(_ step: Step) throws(SystemCallError) {
    switch step {
    case .hidden(let name, let folder, let hidden):
      try calls.renameWithoutReplacing(hidden, in: folder, to: name, in: folder)
    case .renamed(let name, let folder, let newName, let newFolder):
      try calls.renameWithoutReplacing(newName, in: newFolder, to: name, in: folder)
    case .placed(let name, let folder, let status):
      do throws(SystemCallError) {
        // Another program's file of that name is left alone.
        guard try calls.status(of: name, in: folder).isSameFile(as: status) else { return }
        try calls.remove(name, in: folder)
      } catch {
        guard error.code == ENOENT else { throw error }
      }
    }
  }
}
