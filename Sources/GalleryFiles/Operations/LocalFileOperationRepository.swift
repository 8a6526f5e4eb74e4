import Files
import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// File operations on the file systems of this computer.
public struct LocalFileOperationRepository: FileOperationRepository {
  var calls = FileSystemCalls()
  var trash: TrashFolders
  var now: @Sendable () -> Date = { Date() }
  let zone: TimeZone
  let reader: (any PhotoMetadataReader)?

  /// - Parameters:
  ///   - environment: `XDG_DATA_HOME` and `HOME`, for the trash.
  ///   - zone: For the dates in the trash.
  ///   - reader: Finds orientations; nil if nothing can be rotated.
  public init(
    environment: [String: String], zone: TimeZone = .current,
    reader: (any PhotoMetadataReader)? = nil
  ) {
    trash = TrashFolders(environment: environment)
    self.zone = zone
    self.reader = reader
  }

  @concurrent
  public func perform(
    _ operation: FileOperation, on groups: [FileGroup],
    progress: @escaping @Sendable (FileOperationProgress) -> Void
  ) async -> FileOperationReport {
    var run = FileOperationRun(self, operation, groups, progress)
    let outcomes = await run.outcomes()
    return FileOperationReport(outcomes: outcomes, leftBehind: run.removeAbandonedParts())
  }

  @concurrent
  public func undo(
    _ performed: [PerformedFileOperation], progress: @escaping @Sendable (Int) -> Void
  ) async -> FileOperationReport {
    var restoration = FileRestoration(self)
    return restoration.run(performed, progress)
  }
}

/// What was done to a group, as far as undo needs it.
struct FileOperationRecord: Sendable {
  struct Entry: Sendable {
    let original: FileReference
    let now: FileReference
    /// The state of the original before.
    let originalStatus: stat
    let status: stat
    let isCopied: Bool
    let isSidecar: Bool
  }

  enum Kind: Sendable {
    case copied, moved
    /// With the paths of the trash's information about them.
    case trashed(information: [FileReference])
  }

  let kind: Kind
  var isMove: Bool { if case .moved = kind { true } else { false } }
  /// The main file first.
  let entries: [Entry]
  /// The paths of sidecars beside the new names that were other photos' before.
  let foreignSidecars: Set<[UInt8]>

  /// - Parameter placed: The files at their new locations.
  fileprivate init(
    _ kind: Kind, _ items: [FileTransfer.Item], _ placed: [stat],
    foreignSidecars: Set<[UInt8]> = []
  ) {
    self.kind = kind
    self.foreignSidecars = foreignSidecars
    entries = zip(items, placed).compactMap { item, status in
      guard let original = FileReference(path: item.path),
        let now = FileReference(path: FilePath.join(item.target.path, item.newName))
      else { return nil }
      return Entry(
        original: original, now: now, originalStatus: item.status, status: status,
        isCopied: item.isCopied, isSidecar: item.isSidecar)
    }
  }

  fileprivate var performed: PerformedFileOperation {
    PerformedFileOperation(files: entries.map(\.now), record: self)
  }
}

/// One operation on all groups.
private struct FileOperationRun {
  private static let numberLimit = 10_000

  private let repository: LocalFileOperationRepository
  private let operation: FileOperation
  private let groups: [FileGroup]
  private let report: @Sendable (FileOperationProgress) -> Void
  private var resolver: GroupResolver
  /// Sidecars that have been copied with another photo of the selection.
  private var sharedCopies = Set<[UInt8]>()
  /// The trashes that were cleared of the remains of killed operations, by their paths.
  private var cleanedTrashes = Set<[UInt8]>()

  private var calls: FileSystemCalls { repository.calls }

  init(
    _ repository: LocalFileOperationRepository, _ operation: FileOperation, _ groups: [FileGroup],
    _ report: @escaping @Sendable (FileOperationProgress) -> Void
  ) {
    self.repository = repository
    self.operation = operation
    self.groups = groups
    self.report = report
    resolver = GroupResolver(calls: repository.calls, groups: groups, now: repository.now())
  }

  mutating func outcomes() async -> [Result<PerformedFileOperation, FileOperationError>] {
    if case .rename(let names, let isTrial) = operation { return rename(to: names, isTrial) }
    let sizes = groups.map { group in
      if case .rotate = operation { return 0 }
      return ((try? resolver.members(of: group)) ?? []).reduce(0) { $0 + Int($1.status.st_size) }
    }
    var progress = FileOperationProgress(byteCount: sizes.reduce(0, +))
    report(progress)
    var outcomes: [Result<PerformedFileOperation, FileOperationError>] = []
    for (group, size) in zip(groups, sizes) {
      guard !Task.isCancelled else {
        outcomes.append(.failure(.cancelled))
        continue
      }
      let before = progress
      do throws(FileOperationError) {
        let performed = try await perform(on: group) { [report] copied in
          var step = before
          step.bytesDone += min(copied, size)
          report(step)
        }
        outcomes.append(.success(performed))
      } catch {
        outcomes.append(.failure(error))
        if error == .cancelled { continue }
      }
      progress.groupsDone += 1
      progress.bytesDone += size
      report(progress)
    }
    return outcomes
  }

  /// After the groups: a file that has just arrived may have the bytes of an earlier attempt's remains.
  mutating func removeAbandonedParts() -> [FileReference] {
    switch operation {
    // A group that fails immediately never opens its new folder.
    case .copy(let path), .move(let path): _ = try? resolver.folder(path.path)
    case .rotate:
      for group in groups { _ = try? resolver.folder(FilePath.directory(of: group.main.path)) }
    case .trash, .rename: break
    }
    return resolver.removeAbandonedParts { Task.isCancelled }
  }

  private mutating func perform(
    on group: FileGroup, didCopy: (Int) -> Void
  ) async throws(FileOperationError) -> PerformedFileOperation {
    if case .rotate(let rotations) = operation {
      return try await repository.rotate(group.main, by: rotations[group.main] ?? .none)
    }
    // A free name may be taken in the meantime; the group then uses the next one.
    for _ in 0..<8 {
      do throws(FileOperationError) {
        return try performOnce(on: group, didCopy: didCopy).performed
      } catch {
        guard case .nameTaken = error else { throw error }
      }
    }
    return try performOnce(on: group, didCopy: didCopy).performed
  }

  private mutating func performOnce(
    on group: FileGroup, didCopy: (Int) -> Void
  ) throws(FileOperationError) -> FileOperationRecord {
    let members = try resolver.members(of: group)
    guard let main = members.first else { throw .gone(name: FilePath.shownName(group.main)) }
    switch operation {
    case .trash:
      // A sidecar that other photos share stays with them.
      return try trash(members.filter { !$0.isShared })
    case .copy(let path):
      let target = try resolver.folder(path.path)
      let others = members.filter { !sharedCopies.contains($0.path) }
      var items = try items(
        for: others, named: group.downloadName ?? main.name, into: target, isCopied: true)
      for index in items.indices { items[index].keepsMode = group.downloadName == nil }
      let record = try transfer(items, kind: .copied, didCopy)
      for member in others where member.sidecar != nil { sharedCopies.insert(member.path) }
      return record
    case .move(let path):
      let target = try resolver.folder(path.path)
      return try transfer(
        try items(for: members, named: main.name, into: target, isCopied: false), kind: .moved,
        didCopy)
    // See `perform` and `outcomes`.
    case .rotate, .rename: throw .noOrientation(name: FilePath.shownName(group.main))
    }
  }

  private mutating func transfer(
    _ items: [FileTransfer.Item], kind: FileOperationRecord.Kind, _ didCopy: (Int) -> Void
  ) throws(FileOperationError) -> FileOperationRecord {
    // Copies are undone one by one.
    var foreign = Set<[UInt8]>()
    if case .moved = kind { foreign = resolver.foreignSidecars(beside: items, besides: []).shared }
    let placed = try withoutActuallyEscaping(didCopy) { didCopy throws(FileOperationError) in
      var copied = 0
      return try FileTransfer(
        calls: calls, items: items, shouldStop: { Task.isCancelled },
        didCopy: { count in
          copied += count
          didCopy(copied)
        }
      ).run()
    }
    return FileOperationRecord(kind, items, placed, foreignSidecars: foreign)
  }

  // MARK: New names in the folder

  private mutating func rename(
    to names: [[UInt8]], _ isTrial: Bool
  ) -> [Result<PerformedFileOperation, FileOperationError>] {
    var progress = FileOperationProgress(byteCount: 0)
    report(progress)
    var outcomes = groups.map { _ in
      Result<PerformedFileOperation, FileOperationError>.failure(.cancelled)
    }
    let folders = Dictionary(grouping: zip(groups.indices, names)) { index, _ in
      FilePath.directory(of: groups[index].main.path)
    }
    for named in folders.values where !Task.isCancelled {
      for ((index, _), outcome) in zip(named, rename(named, isTrial)) { outcomes[index] = outcome }
      progress.groupsDone += named.count
      report(progress)
    }
    return outcomes
  }

  /// - Parameter named: The groups of a folder, with their new names.
  private mutating func rename(
    _ named: [(group: Int, name: [UInt8])], _ isTrial: Bool
  ) -> [Result<PerformedFileOperation, FileOperationError>] {
    var moved: [[UInt8]: [UInt8]] = [:]
    var plans = named.map { index, name in
      Result { () throws(FileOperationError) in
        try items(renaming: groups[index], to: name, isTrial, besides: &moved)
      }
    }
    let own = Set(moved.keys)
    let shared = resolver.newlyShared(plans.map { (try? $0.get()) ?? [] })
    var foreign = plans.map { _ in Set<[UInt8]>() }
    for index in plans.indices {
      guard let items = try? plans[index].get() else { continue }
      let beside = resolver.foreignSidecars(beside: items, besides: own)
      foreign[index] = beside.shared
      if let orphan = beside.orphan {
        plans[index] = .failure(.nameTaken(name: FilePath.shownName(orphan)))
      } else if let sidecar = shared[index] {
        plans[index] = .failure(.sidecarShared(name: FilePath.shownName(sidecar)))
      }
    }
    plans = resolver.checked(plans)
    let planned = plans.map { (try? $0.get()) ?? [] }
    var outcomes = plans.map { plan in plan.map { $0.map(\.status) } }
    if !isTrial {
      for case .failure(let error) in plans {
        // All of them, or none: a sidecar of two photos must not go with one alone.
        return plans.map { plan in plan.flatMap { _ in .failure(error) } }
      }
      outcomes = resolver.move(plans) { Task.isCancelled }
    }
    return outcomes.indices.map { index in
      outcomes[index].map { placed in
        FileOperationRecord(.moved, planned[index], placed, foreignSidecars: foreign[index])
          .performed
      }
    }
  }

  /// - Parameter moved: The new names by the paths of all files of earlier groups, which may share a sidecar.
  private mutating func items(
    renaming group: FileGroup, to name: [UInt8], _ isTrial: Bool,
    besides moved: inout [[UInt8]: [UInt8]]
  ) throws(FileOperationError) -> [FileTransfer.Item] {
    guard !Task.isCancelled else { throw .cancelled }
    let members = try resolver.members(of: group)
    guard let main = members.first else { throw .gone(name: FilePath.shownName(group.main)) }
    guard !name.isEmpty, name.count <= 255, name != [0x2E], name != [0x2E, 0x2E],
      !name.contains(0), !name.contains(FilePath.separator)
    else { throw .unsuitableName(name: FilePath.shownName(name)) }
    guard name != main.name else { throw .nameTaken(name: FilePath.shownName(name)) }
    // Found out before the photos of another folder are renamed.
    if isTrial { try naming(main.name, calls.checkWritable([0x2E], in: main.folder)) }
    let naming = GroupNaming(main: main.name, newMain: name)
    return members.compactMap { member in
      let newName = naming.name(of: member)
      let other = moved.updateValue(newName, forKey: member.path)
      // If only the extension of the main file changes, the others have their names.
      guard newName != member.name, newName != other else { return nil }
      return FileTransfer.Item(
        member, to: newName, in: member.folder, isCopied: member.isShared || other != nil)
    }
  }

  // MARK: Names

  /// - Parameter name: The main file's name.
  private mutating func items(
    for members: [GroupMember], named name: [UInt8], into target: OpenFolder, isCopied: Bool
  ) throws(FileOperationError) -> [FileTransfer.Item] {
    if !isCopied, try isSame(members[0].folder, target) {
      throw .alreadyThere(name: FilePath.shownName(name))
    }
    for number in 1...Self.numberLimit {
      let naming = GroupNaming(
        main: members[0].name, newMain: GroupNaming.numbered(name, number))
      let items = members.map { member in
        FileTransfer.Item(
          member, to: naming.name(of: member), in: target, isCopied: isCopied || member.isShared)
      }
      let own = Set(members.map(\.path))
      if try areFree(items),
        resolver.foreignSidecars(beside: items, besides: own).orphan == nil
      {
        return items
      }
      guard isCopied, isPresent(items[0]) else { continue }
      var missing: [FileTransfer.Item] = []
      for item in items where try areFree([item]) { missing.append(item) }
      // A sidecar that says something else there is kept, and this one comes with another copy of its photo.
      let isOther = items.contains { item in
        !missing.contains { $0.newName == item.newName } && !isPresent(item)
      }
      guard !isOther else { continue }
      guard !missing.isEmpty else { throw .alreadyThere(name: FilePath.shownName(name)) }
      return missing
    }
    throw .nameTaken(name: FilePath.shownName(name))
  }

  /// Whether nothing has the new names, and none is that of two.
  private func areFree(_ items: [FileTransfer.Item]) throws(FileOperationError) -> Bool {
    for (index, item) in items.enumerated() {
      let isTwice = items[..<index].contains {
        $0.newName == item.newName && $0.target === item.target
      }
      guard !isTwice, try resolver.holder(ofNew: item) == nil else { return false }
    }
    return true
  }

  /// Whether a file with the new name has the same bytes.
  private func isPresent(_ item: FileTransfer.Item) -> Bool {
    guard let there = try? calls.status(of: item.newName, in: item.target), there.isRegularFile,
      there.st_size == item.status.st_size
    else { return false }
    if there.isSameFile(as: item.status) { return true }
    guard let file = try? calls.openFile(item.name, in: item.source) else { return false }
    defer { close(file) }
    guard let other = try? calls.openFile(item.newName, in: item.target) else { return false }
    defer { close(other) }
    return (try? calls.isEqual(file, other, shouldStop: { Task.isCancelled })) == true
  }

  private func isSame(
    _ one: OpenFolder, _ other: OpenFolder
  ) throws(FileOperationError) -> Bool {
    try naming(
      Array(FilePath.lastComponent(other.path)),
      calls.status(of: one.descriptor).isSameFile(as: calls.status(of: other.descriptor)))
  }

  // MARK: Trash

  private mutating func trash(
    _ members: [GroupMember]
  ) throws(FileOperationError) -> FileOperationRecord {
    let (trashes, calls, now) = (repository.trash, self.calls, repository.now())
    let record = try trashes.firstResult(for: members[0].folder, calls) {
      trash throws(FileOperationError) -> FileOperationRecord? in
      if cleanedTrashes.insert(trash.information.path).inserted {
        trash.removeOrphans(now: now, calls)
      }
      do throws(FileOperationError) {
        return try self.trash(members, in: trash)
      } catch {
        // The same device, but another mount.
        if case .failed(_, EXDEV) = error { return nil }
        throw error
      }
    }
    guard let record else { throw .noTrash(name: FilePath.shownName(members[0].name)) }
    return record
  }

  private func trash(
    _ members: [GroupMember], in trash: TrashFolder
  ) throws(FileOperationError) -> FileOperationRecord {
    let date = TrashFolder.date(repository.now(), in: repository.zone)
    var names: [[UInt8]] = []
    do throws(FileOperationError) {
      for member in members {
        guard let folder = member.folder.resolvedPath else {
          throw .gone(name: FilePath.shownName(member.name))
        }
        let path = FilePath.join(folder, member.name)
        names.append(try naming(member.name, trash.reserve(path, date: date, calls)))
      }
      let items = zip(members, names).map { member, name in
        FileTransfer.Item(member, to: name, in: trash.files)
      }
      let placed = try FileTransfer(
        calls: calls, items: items, mayCopyToMove: false, recordFolders: items.map(\.source)
      ).run()
      let information = names.compactMap {
        FileReference(
          path: FilePath.join(trash.information.path, TrashFolder.informationName(of: $0)))
      }
      return FileOperationRecord(.trashed(information: information), items, placed)
    } catch {
      // For files that couldn't be restored, the trash still has the information about their location.
      if case .incomplete = error { throw error }
      for name in names { trash.forget(name, calls) }
      throw error
    }
  }
}
