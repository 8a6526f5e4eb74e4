import Files
import GalleryDomain
import Glibc

/// Undoes operations on groups. Folders stay open and are read once: reading them again for each group would take
/// quadratic time for thousands of photos.
struct FileRestoration {
  private let repository: LocalFileOperationRepository
  private var resolver: GroupResolver

  private var calls: FileSystemCalls { repository.calls }

  init(_ repository: LocalFileOperationRepository) {
    self.repository = repository
    resolver = GroupResolver(calls: repository.calls, groups: [], now: repository.now())
  }

  mutating func run(
    _ performed: [PerformedFileOperation], _ progress: (Int) -> Void
  ) -> FileOperationReport {
    var outcomes = performed.map { _ in
      Result<PerformedFileOperation, FileOperationError>.failure(.cancelled)
    }
    let batches = Dictionary(grouping: performed.indices) { Self.batchKey(of: performed[$0]) }
    var doneCount = 0
    // The indices of each rise.
    for batch in batches.values.sorted(by: { $0[0] > $1[0] }) where !Task.isCancelled {
      for (index, error) in zip(batch, undo(batch.map { performed[$0] })) {
        outcomes[index] = error.map { .failure($0) } ?? .success(performed[index])
      }
      doneCount += batch.count
      progress(doneCount)
    }
    return FileOperationReport(
      outcomes: outcomes, leftBehind: resolver.removeAbandonedParts { Task.isCancelled })
  }

  /// Photos of a folder that were renamed are undone together: one may have the name that another one had.
  private static func batchKey(of operation: PerformedFileOperation) -> [UInt8] {
    let path = operation.files.first?.path ?? []
    let folder = FilePath.directory(of: path)
    guard let record = operation.record as? FileOperationRecord, record.isMove,
      let main = record.entries.first, FilePath.directory(of: main.original.path) == folder
    else { return path }
    return folder
  }

  /// - Returns: Why each could not be undone; nil if it was.
  private mutating func undo(_ batch: [PerformedFileOperation]) -> [FileOperationError?] {
    let moves = batch.compactMap { $0.record as? FileOperationRecord }.filter(\.isMove)
    if moves.count == batch.count { return moveBack(moves) }
    return batch.map { operation in
      do throws(FileOperationError) {
        try undo(operation)
        return nil
      } catch {
        return error
      }
    }
  }

  private mutating func moveBack(_ records: [FileOperationRecord]) -> [FileOperationError?] {
    let entries = records.flatMap(\.entries)
    // A sidecar that photos outside of the group share stays with them.
    resolver.selection = Set(entries.filter { !$0.isSidecar }.map(\.now.path))
    let batch = Dictionary(entries.map { ($0.now.path, $0) }, uniquingKeysWith: { $1 })
    var seen = Set<[UInt8]>()
    let plans = records.map { record in
      Result { () throws(FileOperationError) in
        try itemsOfGroup(record, in: batch).filter { seen.insert($0.path).inserted }
      }
    }
    return zip(records, resolver.move(resolver.checked(plans)) { false }).map { record, outcome in
      if case .failure(let error) = outcome { return error }
      // A copied sidecar that has been written to since is kept.
      try? removeCopies(record.entries.filter(\.isCopied))
      return nil
    }
  }

  private mutating func undo(_ operation: PerformedFileOperation) throws(FileOperationError) {
    switch operation.record {
    case let record as FileOperationRecord: try undo(record)
    case let record as FileRotationRecord:
      try repository.undo(record)
      // For the remains of a killed operation in its folder.
      _ = try? resolver.folder(FilePath.directory(of: record.file.path))
    // From another repository.
    default: throw .gone(name: operation.files.first.map { FilePath.shownName($0) } ?? "?")
    }
  }

  private mutating func undo(_ record: FileOperationRecord) throws(FileOperationError) {
    guard case .trashed(let information) = record.kind else {
      return try removeCopies(record.entries)
    }
    let items = try itemsOfEntries(record.entries)
    for item in items where try resolver.holder(ofNew: item) != nil {
      throw .nameTaken(name: FilePath.shownName(item.newName))
    }
    _ = try FileTransfer(calls: calls, items: items, recordFolders: items.map(\.target)).run()
    resolver.moved(items)
    for file in information {
      guard let folder = try? calls.openFolder(FilePath.directory(of: file.path)) else { continue }
      try? calls.remove(Array(FilePath.lastComponent(file.path)), in: folder)
    }
  }

  /// The photos and their current sidecars.
  ///
  /// - Parameter batch: What was renamed together, by where it is now.
  private mutating func itemsOfGroup(
    _ record: FileOperationRecord, in batch: [[UInt8]: FileOperationRecord.Entry]
  ) throws(FileOperationError) -> [FileTransfer.Item] {
    let photos = record.entries.filter { !$0.isSidecar }
    guard let main = photos.first else { return [] }
    let members = try resolver.members(
      of: FileGroup(main: main.now, companions: photos.dropFirst().map(\.now)))
    let own = Set(record.entries.map(\.now.path))
    let naming = GroupNaming(
      main: Array(FilePath.lastComponent(main.now.path)),
      newMain: Array(FilePath.lastComponent(main.original.path)))
    var items: [FileTransfer.Item] = []
    for member in members where batch[member.path]?.isCopied != true {
      let path = FilePath.join(
        FilePath.directory(of: main.original.path), naming.name(of: member))
      let known = batch[member.path]?.original.path
      if !own.contains(member.path) {
        // A new sidecar that it shares with a photo there stays, as does one that a photo there had before.
        if member.isShared || record.foreignSidecars.contains(member.path) { continue }
        // Another photo brought it, and this one didn't have it.
        if let known, known != path { continue }
      }
      let (folder, name) = FilePath.split(known ?? path)
      items.append(FileTransfer.Item(member, to: name, in: try resolver.folder(folder)))
    }
    return items
  }

  private mutating func itemsOfEntries(
    _ entries: [FileOperationRecord.Entry]
  ) throws(FileOperationError) -> [FileTransfer.Item] {
    var items: [FileTransfer.Item] = []
    for entry in entries {
      let now = try resolver.location(of: entry.now)
      let original = try resolver.location(of: entry.original)
      let status = try naming(original.name, calls.status(of: now.name, in: now.folder))
      guard status.isSameFile(as: entry.status) else {
        throw .gone(name: FilePath.shownName(entry.original))
      }
      items.append(
        FileTransfer.Item(
          source: now.folder, name: now.name, target: original.folder, newName: original.name,
          status: status))
    }
    return items
  }

  /// All of them or none.
  private mutating func removeCopies(
    _ entries: [FileOperationRecord.Entry]
  ) throws(FileOperationError) {
    var journal = FileJournal(calls: calls)
    do throws(FileOperationError) {
      for entry in entries {
        guard let original = original(of: entry) else {
          throw .originalGone(name: FilePath.shownName(entry.original))
        }
        defer { close(original.file) }
        let (folder, name) = try resolver.location(of: entry.now)
        do throws(SystemCallError) {
          try journal.hide(
            name, in: folder, expecting: original.isAsItWas ? entry.status : nil,
            likeCopy: original.file)
        } catch {
          guard error.code == ESTALE else { throw error.failure(name) }
          throw original.isAsItWas
            ? .changed(name: FilePath.shownName(name))
            : .originalGone(name: FilePath.shownName(entry.original))
        }
      }
    } catch {
      try journal.rollBack()
      throw error
    }
    journal.removeHidden()
  }

  /// What a copy was made of, open.
  private mutating func original(
    of entry: FileOperationRecord.Entry
  ) -> (file: Int32, isAsItWas: Bool)? {
    guard let (folder, name) = try? resolver.location(of: entry.original),
      let file = try? calls.openFile(name, in: folder)
    else { return nil }
    guard let status = try? calls.status(of: file), status.isRegularFile else {
      close(file)
      return nil
    }
    return (file, status.isUnchanged(since: entry.originalStatus))
  }
}
