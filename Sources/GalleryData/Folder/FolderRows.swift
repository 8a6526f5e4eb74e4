import Foundation
import GalleryDomain
import PhotoSQL
import Synchronization

/// The photos of a folder on the disk as rows of a library.
final class FolderRows: PhotoRows {
  private let library: any PhotoLibrary
  private let disk: FolderOnDisk
  private let scope: PhotoScope
  /// The paths of the directories, relative to the folder.
  private let paths: [Int64: [UInt8]]
  private let directories: [[UInt8]: Int64]
  /// The names of other files of the shot as they were listed, of the rows that have some; nil before the listing. Another program
  /// may list the folder in another way.
  private let companions: [Int64: [UInt8]]?
  /// Photos that have changed since.
  private let changed = Mutex<[Int64: Photo]>([:])

  init(
    _ library: any PhotoLibrary, _ disk: FolderOnDisk, _ scope: PhotoScope,
    companions: [Int64: [UInt8]]? = nil
  ) {
    (self.library, self.disk, self.scope) = (library, disk, scope)
    self.companions = companions
    paths = Dictionary(
      scope.directories.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
    directories = Dictionary(
      scope.directories.map { ($0.path, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  /// What is remembered of a folder before it is listed.
  ///
  /// - Returns: nil if nothing is, or the columns are those of another time zone.
  static func known(of library: any PhotoLibrary, _ disk: FolderOnDisk) async -> ReadRows? {
    guard await library.hasRows(in: disk.mapping.zone),
      let directories = await disk.knownDirectories(),
      let date = directories.compactMap(\.readAt).max()
    else { return nil }
    let count = await library.rowCount(in: directories.map(\.number))
    let scope = await PhotoScope(
      directories.map { PhotoScope.Directory(id: $0.number, path: $0.path) },
      share: share(of: count, in: library))
    var page = PhotoPage(photos: [], storedAt: date)
    page.sections = .whole([])
    return ReadRows(FolderRows(library, disk, scope), count: count, page)
  }

  static func share(of count: Int, in library: any PhotoLibrary) async -> PhotoScope.Share {
    await count > library.rowCount(in: nil) / 4 ? .many : .few
  }

  /// Makes the columns of a library's rows again if they are those of another time zone.
  static func make(of library: any PhotoLibrary, _ disk: FolderOnDisk) async {
    await library.makeRows(in: disk.mapping.zone) { row, directory, zone in
      disk.photo(row, in: directory, MetadataMapping(zone: zone))
    }
  }

  func answer(_ query: PhotoQuery, keeping: Set<Photo.ID>, limit: Int?) async -> RowAnswer? {
    await library.answer(
      query, in: scope, keeping: numbers(of: keeping), limit: limit, zone: disk.mapping.zone)
  }

  func counts(
    for request: CountRequest, photosOfState: [PhotoState: Set<Photo.ID>]
  ) async -> FacetCounts? {
    let filter = request.query.filter
    var rows: [PhotoState: [Int64]] = [:]
    for (state, ids) in photosOfState
    where state == .selected ? filter.dependsOnSelection : filter.comparedStates.contains(state) {
      rows[state] = await numbers(of: ids)
    }
    var scope = scope
    if request.countsAllFolders {
      let directories = await library.directories(from: []).keys
      scope = PhotoScope(directories.map { .init(id: $0, path: []) }, share: .many)
    }
    return await library.counts(
      for: request, in: scope, rowsOfState: rows, zone: disk.mapping.zone)
  }

  private func numbers(of ids: Set<Photo.ID>) async -> [Int64] {
    var numbers: [Int64] = []
    for id in ids {
      if let number = await number(of: id) { numbers.append(number) }
    }
    return numbers
  }

  func photos(_ numbers: [Int64]) async -> [Photo?] {
    let changed = changed.withLock(\.self)
    return await zip(numbers, library.rows(numbers)).map { number, row in
      guard var row else { return nil }
      if let companions { row.companions = companions[number] }
      return changed[number]
        ?? paths[row.directory].flatMap { disk.photo(row, in: $0, disk.mapping) }
    }
  }

  func number(of id: Photo.ID) async -> Int64? {
    let (path, name) = FolderIndex.split(FolderPhotoID.path(ofID: id))
    guard let directory = directories[path] else { return nil }
    return await library.rowNumber(of: Array(name), in: directory)
  }

  func replace(_ photos: [Photo]) async {
    var rows: [Int64: Photo] = [:]
    for photo in photos {
      if let number = await number(of: photo.id) { rows[number] = photo }
    }
    guard !rows.isEmpty else { return }
    changed.withLock { $0.merge(rows) { $1 } }
    await library.replace(rows)
  }
}

/// Reads the files of a listing that are new or have changed, and finds their rows.
struct FolderRowReader {
  private let disk: FolderOnDisk
  private let library: any PhotoLibrary
  private let index: FolderIndex
  /// Reads the details of photos, which are remembered then.
  private let read: @Sendable ([Photo]) async -> Void
  /// The number of each photo of the listing; 0 if it isn't known.
  private var numbers: [Int64]
  /// Of the directories with photos.
  private var directories: [[UInt8]: Int64] = [:]
  /// The names of other files of a shot, and where they aren't those that are remembered.
  private var companions: [Int64: [UInt8]] = [:]
  private var newCompanions: [Int64: [UInt8]?] = [:]

  private static let filesAtOnce = 500
  /// What was read can be shown after so many.
  private static let readAtOnce = 100

  init(
    _ index: FolderIndex, on disk: FolderOnDisk, in library: any PhotoLibrary,
    read: @escaping @Sendable ([Photo]) async -> Void
  ) {
    (self.index, self.disk, self.library, self.read) = (index, disk, library, read)
    numbers = [Int64](repeating: 0, count: index.photoCount)
  }

  /// Reads the files that aren't remembered as they are.
  ///
  /// - Parameters:
  ///   - isWhole: Whether nothing is read from the first photo on that isn't a file here.
  ///   - mounts: If files on other computers are left alone, the mounts as they are now.
  ///   - progress: Called some times a second, as far as files are read that fast.
  /// - Returns: The rows among which files were read; nil if there was such a photo.
  @concurrent
  mutating func readFiles(
    isWhole: Bool, mounts: MountTable? = nil,
    progress: @Sendable (FileReading, _ isReading: Bool) async -> Void
  ) async throws(PhotoSourceError) -> [Range<Int>]? {
    var unread: [Range<Int>] = []
    var reportedAt: ContinuousClock.Instant?
    for rows in parts {
      guard !Task.isCancelled else { throw .cancelled }
      if reportedAt.map({ .now - $0 > .milliseconds(100) }) ?? true {
        reportedAt = .now
        await progress(
          FileReading(readCount: rows.lowerBound, fileCount: index.photoCount), !unread.isEmpty)
      }
      if let mounts, mounts.hasSilentMounts {
        let photos = rows.compactMap { disk.photo(at: index.row($0)) }
        if FolderOnDisk.onThisComputer(photos, mounts).isEmpty { continue }
      }
      guard let stale = await look(at: rows) else {
        if isWhole { return nil }
        continue
      }
      guard !stale.isEmpty else { continue }
      unread.append(rows)
      for start in stride(from: 0, to: stale.count, by: Self.readAtOnce) {
        let part = stale[start..<min(start + Self.readAtOnce, stale.count)]
        let first = part.first ?? rows.lowerBound
        await progress(FileReading(readCount: first, fileCount: index.photoCount), true)
        await read(part.compactMap { disk.photo(at: index.row($0)) })
        guard !Task.isCancelled else { throw .cancelled }
      }
    }
    return unread
  }

  /// - Parameter progress: As for `readFiles`.
  /// - Returns: nil if a photo has no row: it isn't a file here, or nothing can be remembered.
  @concurrent
  mutating func rows(
    progress: @Sendable (FileReading, _ isReading: Bool) async -> Void
  ) async throws(PhotoSourceError) -> FolderRows? {
    guard await library.hasRows(in: disk.mapping.zone),
      let unread = try await readFiles(isWhole: true, progress: progress)
    else { return nil }
    try await lookAgain(at: unread)
    // Files that have gone meanwhile, and what can't be a file, are listed all the same.
    let missing = unread.filter { numbers[$0].contains(0) }
    for rows in missing {
      guard let directory = directory(of: rows) else { return nil }
      for row in rows where numbers[row] == 0 {
        guard let photo = disk.photo(at: index.row(row)) else { continue }
        library.remember(
          nil, of: LibraryFile(name: name(ofRow: row), stamp: []), in: directory, isSettled: false
        ) { _ in photo }
      }
    }
    try await lookAgain(at: missing)
    guard !numbers.contains(0) else { return nil }
    // Otherwise the listing says nothing of them.
    if !newCompanions.isEmpty, disk.pairsFiles { await library.setCompanions(newCompanions) }
    return await FolderRows(library, disk, scope(), companions: companions)
  }

  /// Rows of one directory.
  private var parts: [Range<Int>] {
    index.directories.flatMap { directory in
      stride(from: directory.rows.lowerBound, to: directory.rows.upperBound, by: Self.filesAtOnce)
        .map { $0..<min($0 + Self.filesAtOnce, directory.rows.upperBound) }
    }
  }

  private func name(ofRow row: Int) -> [UInt8] {
    Array(PhotoPairs.shownName(ofRow: index.name(ofRow: row)))
  }

  /// - Returns: nil if these aren't files.
  private func directory(of rows: Range<Int>) -> LibraryDirectory? {
    guard !PhotoCollection.isAddress(index.row(rows.lowerBound).path) else { return nil }
    return LibraryDirectory(at: disk.path(of: index.directory(ofRow: rows.lowerBound).path))
  }

  /// - Returns: The rows whose files have to be read; nil if they aren't files.
  private mutating func look(at rows: Range<Int>) async -> [Int]? {
    guard let directory = directory(of: rows) else { return nil }
    let names = rows.map(name)
    // A half for each of two processors.
    let middle = names.count < 32 ? names.count : names.count / 2
    async let rest = disk.files(named: Array(names[middle...]), in: directory.path)
    let files = await disk.files(named: Array(names[..<middle]), in: directory.path) + rest
    let listed = zip(names, files).map { $1 ?? LibraryFile(name: $0, stamp: []) }
    guard let found = await library.rows(of: listed, in: directory) else { return Array(rows) }
    directories[index.directory(ofRow: rows.lowerBound).path] = found.directory
    var stale: [Int] = []
    for (row, known) in zip(rows, found.rows) {
      if !(known?.isCurrent ?? false) { stale.append(row) }
      guard let known else { continue }
      numbers[row] = known.number
      let listed = PhotoPairs.companions(ofRow: index.name(ofRow: row))
      let names = listed.isEmpty ? nil : Array(listed.joined(separator: [FilePath.separator]))
      companions[known.number] = names
      newCompanions[known.number] = names == known.companions ? nil : .some(names)
    }
    return stale
  }

  /// After files were read.
  private mutating func lookAgain(at parts: [Range<Int>]) async throws(PhotoSourceError) {
    guard !parts.isEmpty else { return }
    await library.finishWriting()
    for rows in parts {
      guard !Task.isCancelled else { throw .cancelled }
      _ = await look(at: rows)
    }
  }

  private func scope() async -> PhotoScope {
    var listed: [PhotoScope.Directory] = []
    var seen: Set<Int64> = []
    var hidden: [Int64] = []
    var isInOrder = disk.isInPathOrder
    // Another program may name a file twice.
    var known = Set<Int64>(minimumCapacity: numbers.count)
    let ordered = numbers.filter { known.insert($0).inserted }
    for directory in index.directories where !directory.rows.isEmpty {
      guard let number = directories[directory.path], seen.insert(number).inserted else {
        // Pictures that were found by their content follow all others.
        isInOrder = false
        continue
      }
      listed.append(PhotoScope.Directory(id: number, path: directory.path))
      if isInOrder {
        hidden += await library.rowNumbers(in: number).lazy.filter { !known.contains($0) }
      }
    }
    return PhotoScope(
      listed, share: await FolderRows.share(of: ordered.count, in: library),
      hiddenRows: isInOrder ? hidden : [], lastRow: ordered.max(),
      listedRows: isInOrder ? nil : ordered)
  }
}
