import Files
import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// The names that a move of several files takes and gives, written into their folders before the first of them changes and
/// removed after the last.
///
/// If a process is killed in between, a group has both names, or some of each. The next operation in one of the folders
/// finishes the move if all new names are there, and else takes it back: exactly these names, and only while they are the
/// files of the record. What goes is a second name of a file, or has the same bytes as the file that stays. Other hard links
/// are the user's own, and are never touched.
///
/// It isn't synced, unless files get each other's names: after a power failure it may be missing or cut, and then both names
/// stay.
struct MoveRecord: Codable {
  /// How a file gets its new name.
  private enum Manner: UInt8, Codable {
    /// Both names are the same file's.
    case link
    /// The new name is a copy's; the old one goes.
    case moveAsCopy
    /// The new name is a copy's; the old one stays.
    case copy
  }

  /// The move of a single file.
  private struct Entry: Codable {
    let device: dev_t
    let inode: ino_t
    let manner: Manner
    /// The path of a folder; empty for that of the record.
    let source: [UInt8]
    let name: [UInt8]
    /// See `FileTransfer.Item`.
    let between: [UInt8]
    let target: [UInt8]
    let newName: [UInt8]

    /// Whether it stays in the folder of the record, which then can't touch others: after a power failure the process isn't one of
    /// this system.
    var isOfFolder: Bool { source.isEmpty && target.isEmpty }
    var isValid: Bool {
      [name, between, newName].allSatisfy { !$0.isEmpty && !$0.contains(FilePath.separator) }
        && [name, between, newName, source, target].allSatisfy { !$0.contains(0) }
    }
  }

  /// The files of a record: one in each folder.
  struct Written {
    fileprivate let name: [UInt8]
    fileprivate var folders: [OpenFolder]

    func remove(_ calls: FileSystemCalls) {
      for folder in folders { try? calls.remove(name, in: folder) }
    }
  }

  /// Tens of thousands of files that are renamed together, a byte in up to four.
  private static let byteLimit = 1 << 25

  private let entries: [Entry]

  // MARK: Writing

  /// - Parameters:
  ///   - placed: The files that get the new names.
  ///   - areCopies: Whether each is a copy.
  ///   - isNeeded: Whether files get each other's names: without it, those between would stay.
  /// - Returns: nil if the move is a single step, or none. A full disk doesn't stop a move that doesn't need it.
  static func write(
    _ items: [FileTransfer.Item], placed: [stat], areCopies: [Bool], isNeeded: Bool,
    in folders: [OpenFolder], _ calls: FileSystemCalls
  ) throws(FileOperationError) -> Written? {
    guard items.contains(where: { !$0.isCopied }),
      items.count > 1 || areCopies.contains(true) || items.contains(where: \.changesCaseOnly)
    else { return nil }
    let name = HiddenPart.newName(by: calls.process, .record)
    var written = Written(name: name, folders: [])
    for folder in folders {
      // The folder itself may have another path by the time that it is read.
      func path(of other: OpenFolder) -> [UInt8] { other === folder ? [] : other.path }
      let record = MoveRecord(
        entries: items.indices.map { index in
          let (item, status) = (items[index], placed[index])
          return Entry(
            device: status.st_dev, inode: status.st_ino,
            manner: item.isCopied ? .copy : areCopies[index] ? .moveAsCopy : .link,
            source: path(of: item.source), name: item.name, between: item.between,
            target: path(of: item.target), newName: item.newName)
        })
      guard let text = try? JSONEncoder().encode(record) else { continue }
      do throws(SystemCallError) {
        guard text.count <= byteLimit else { throw SystemCallError(code: EFBIG) }
        let file = try calls.createFile(name, in: folder)
        defer { close(file) }
        written.folders.append(folder)
        try calls.write(Array(text), to: file)
        guard isNeeded else { continue }
        try calls.syncFile(file)
        try calls.syncFolder(folder)
      } catch {
        guard isNeeded else { continue }
        written.remove(calls)
        throw error.failure(items[0].name)
      }
    }
    return written
  }

  // MARK: Reading

  /// Finishes or takes back what the records in a folder say, if their processes have ended.
  ///
  /// - Parameter names: All names in the folder.
  /// - Returns: The names of its files by those that they had while they were on their way; nil if there are no records.
  static func settle(
    _ names: [[UInt8]], in folder: OpenFolder, now: Date, _ calls: FileSystemCalls
  ) -> [[UInt8]: [UInt8]]? {
    let records = names.filter { HiddenPart.isName($0, .record) }
    var settled: [[UInt8]: [UInt8]] = [:]
    for name in records {
      guard let status = try? calls.status(of: name, in: folder), status.st_uid == geteuid()
      else { continue }
      let treatment = HiddenPart.treatment(
        of: name, status, now: now.timeIntervalSince1970, seenBy: calls.process)
      guard treatment != .keep else { continue }
      do throws(FileOperationError) {
        // A cut record is one of names that have not been changed.
        let record = try read(name, status, in: folder, calls)
        let names = try record?.settle(name, in: folder, isOurs: treatment == .compare, calls)
        settled.merge(names ?? [:]) { $1 }
      } catch {
        continue
      }
      try? calls.remove(name, in: folder)
    }
    return records.isEmpty ? nil : settled
  }

  /// Does it in a folder that isn't open; one that can't be read has nothing to settle.
  static func settle(in directory: [UInt8]) -> [[UInt8]: [UInt8]] {
    let calls = FileSystemCalls()
    guard let folder = try? calls.openFolder(directory), let names = try? calls.names(in: folder)
    else { return [:] }
    return settle(names, in: folder, now: Date(), calls) ?? [:]
  }

  /// Whether a file has its name only until another program has given files each other's names: a sidecar would stay behind.
  static func isUnderWay(_ path: [UInt8]) -> Bool {
    let (directory, name) = FilePath.split(path)
    let calls = FileSystemCalls()
    // See `FileTransfer.Item.between`; most names need no look into the folder.
    guard name.contains(UInt8(ascii: "(")), let folder = try? calls.openFolder(directory),
      let names = try? calls.names(in: folder)
    else { return false }
    return names.contains { record in
      guard HiddenPart.isName(record, .record),
        let status = try? calls.status(of: record, in: folder)
      else { return false }
      return (try? read(record, status, in: folder, calls))?.entries.contains { $0.between == name }
        ?? false
    }
  }

  private static func read(
    _ name: [UInt8], _ status: stat, in folder: OpenFolder, _ calls: FileSystemCalls
  ) throws(FileOperationError) -> MoveRecord? {
    guard status.st_size <= byteLimit else { return nil }
    let text = try naming(name, calls.beginning(of: name, in: folder, limit: byteLimit))
    let record = try? JSONDecoder().decode(MoveRecord.self, from: Data(text))
    return record.flatMap { $0.entries.allSatisfy(\.isValid) ? $0 : nil }
  }

  // MARK: Settling

  /// What has a name of the record.
  private struct NamedFile {
    let folder: OpenFolder
    let name: [UInt8]
    let status: stat
  }

  /// - Parameters:
  ///   - record: The name of the record, which goes from the other folder, too.
  ///   - isOurs: Whether the process was one of this system. Of others, and so of what may have been copied from elsewhere,
  ///     only a second name of a file is removed.
  /// - Returns: The names that files of the folder have now by those that they had.
  private func settle(
    _ record: [UInt8], in folder: OpenFolder, isOurs: Bool, _ calls: FileSystemCalls
  ) throws(FileOperationError) -> [[UInt8]: [UInt8]] {
    var folders: [[UInt8]: (folder: OpenFolder, names: Set<[UInt8]>)] = [:]
    func file(_ name: [UInt8], in path: [UInt8]) throws(SystemCallError) -> NamedFile? {
      do throws(SystemCallError) {
        if folders[path] == nil {
          let opened = path.isEmpty ? folder : try calls.openFolder(path)
          folders[path] = (opened, Set(try calls.names(in: opened)))
        }
        // Where case is ignored, another name finds the file, too.
        guard let (folder, names) = folders[path], names.contains(name) else { return nil }
        return NamedFile(folder: folder, name: name, status: try calls.status(of: name, in: folder))
      } catch {
        guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
        return nil
      }
    }
    /// Whether a record has a name twice, by two paths: what goes would be the only name.
    func isSameName(_ one: NamedFile?, _ other: NamedFile?) throws(SystemCallError) -> Bool {
      guard let one, let other, one.name == other.name else { return false }
      return try calls.status(of: one.folder.descriptor).isSameFile(
        as: calls.status(of: other.folder.descriptor))
    }
    func own(_ file: NamedFile?, _ entry: Entry) -> NamedFile? {
      guard let file, file.status.st_dev == entry.device, file.status.st_ino == entry.inode
      else { return nil }
      return file
    }
    var journal = FileJournal(calls: calls)
    var moves: [FileTransfer.Item] = []
    var renamed: [[UInt8]: [UInt8]] = [:]
    do throws(SystemCallError) {
      var known: [(entry: Entry, old: NamedFile?, new: NamedFile?)] = []
      for entry in entries {
        let old = try file(entry.name, in: entry.source)
        let new = own(try file(entry.newName, in: entry.target), entry)
        if try isSameName(old, new) { return [:] }
        known.append((entry, entry.manner == .link ? own(old, entry) : old, new))
      }
      let hasArrived = known.allSatisfy { $0.new != nil }
      for (entry, old, new) in known {
        switch (old, new) {
        case (let old?, let new?) where entry.manner == .link:
          let (gone, kept) = hasArrived ? (old, new) : (new, old)
          try journal.hide(gone.name, in: gone.folder, expecting: gone.status)
          if entry.isOfFolder { renamed[gone.name] = kept.name }
        case (let old?, let new?) where isOurs && !hasArrived:
          let isHidden = try Self.hide(new, ifLike: old, in: &journal, calls)
          if isHidden, entry.isOfFolder { renamed[new.name] = old.name }
        case (let old?, let new?) where isOurs && entry.manner == .moveAsCopy:
          let isHidden = try Self.hide(old, ifLike: new, in: &journal, calls)
          if isHidden, entry.isOfFolder { renamed[old.name] = new.name }
        case (let old, _)
        where (isOurs || entry.isOfFolder) && !hasArrived && entry.manner == .link:
          let between = own(try file(entry.between, in: entry.source), entry)
          if old != nil {
            // Taking it back was interrupted, too.
            if let between {
              try journal.hide(between.name, in: between.folder, expecting: between.status)
            }
            continue
          }
          guard let stray = new ?? between, let source = folders[entry.source]?.folder
          else { continue }
          moves.append(
            FileTransfer.Item(
              source: stray.folder, name: stray.name, target: source, newName: entry.name,
              status: stray.status, between: entry.between))
          if entry.isOfFolder { renamed[stray.name] = entry.name }
        default: continue
        }
      }
    } catch {
      try journal.rollBack()
      throw error.failure(Array(FilePath.lastComponent(folder.path)))
    }
    do throws(FileOperationError) {
      // This record stays until they are there, and knows all of their names.
      if !moves.isEmpty {
        _ = try FileTransfer(calls: calls, items: moves, recordFolders: []).run()
      }
    } catch {
      try journal.rollBack()
      throw error
    }
    journal.removeHidden()
    if !moves.isEmpty, entries.contains(where: { $0.manner == .copy }) {
      // Copies of what has its old name again only now.
      let others = try settle(record, in: folder, isOurs: isOurs, calls)
      return renamed.merging(others) { $1 }
    }
    for (folder, names) in folders.values where names.contains(record) {
      try? calls.remove(record, in: folder)
    }
    return renamed
  }

  /// Hides a file whose bytes another one has.
  ///
  /// - Returns: Whether it has them.
  private static func hide(
    _ file: NamedFile, ifLike other: NamedFile, in journal: inout FileJournal,
    _ calls: FileSystemCalls
  ) throws(SystemCallError) -> Bool {
    guard file.status.st_size == other.status.st_size else { return false }
    let opened = try calls.openFile(file.name, in: file.folder)
    defer { close(opened) }
    let twin = try calls.openFile(other.name, in: other.folder)
    defer { close(twin) }
    guard try calls.isEqual(opened, twin) else { return false }
    try journal.hide(file.name, in: file.folder, expecting: file.status, likeCopy: twin)
    return true
  }
}

extension FileSystemCalls {
  /// The bytes of a small file, and no more than the limit.
  func beginning(
    of name: [UInt8], in folder: OpenFolder, limit: Int
  ) throws(SystemCallError) -> [UInt8] {
    let file = try openFile(name, in: folder)
    defer { close(file) }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      // Not all of the limit at once, which is megabytes of zeros for a file of a few hundred bytes.
      let piece = try read(file, limit: min(1 << 16, limit - bytes.count))
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }
}
