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
  /// Photos that have changed, as long as their files haven't been read again.
  private let changed = Mutex<[Int64: Photo]>([:])

  init(_ library: any PhotoLibrary, _ disk: FolderOnDisk, _ scope: PhotoScope) {
    (self.library, self.disk, self.scope) = (library, disk, scope)
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
      let directories = await disk.knownDirectories(), !directories.isEmpty
    else { return nil }
    let count = await library.rowCount(in: directories.map(\.number))
    let scope = await PhotoScope(
      directories.map { PhotoScope.Directory(id: $0.number, path: $0.path) },
      share: share(of: count, in: library))
    return ReadRows(
      FolderRows(library, disk, scope), count: count,
      PhotoPage(photos: [], storedAt: directories.compactMap(\.readAt).max()))
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

  func answer(
    _ query: PhotoQuery, photosOfState: [PhotoState: Set<Photo.ID>]
  ) async -> RowAnswer? {
    await library.answer(
      query, in: scope, rowsOfState: rows(of: photosOfState, for: query), zone: disk.mapping.zone)
  }

  func counts(
    for request: CountRequest, photosOfState: [PhotoState: Set<Photo.ID>]
  ) async -> FacetCounts? {
    await library.counts(
      for: request, in: scope, rowsOfState: rows(of: photosOfState, for: request.query),
      zone: disk.mapping.zone)
  }

  private func rows(
    of photosOfState: [PhotoState: Set<Photo.ID>], for query: PhotoQuery
  ) async -> [PhotoState: [Int64]] {
    guard query.filter.dependsOnSelection || !query.filter.comparedStates.isEmpty else {
      return [:]
    }
    var rows: [PhotoState: [Int64]] = [:]
    for (state, ids) in photosOfState {
      for id in ids {
        if let number = await number(of: id) { rows[state, default: []].append(number) }
      }
    }
    return rows
  }

  func photos(_ numbers: [Int64]) async -> [Photo?] {
    let changed = changed.withLock(\.self)
    return await library.rows(numbers).enumerated().map { place, row in
      row.flatMap { row in
        changed[numbers[place]]
          ?? paths[row.directory].flatMap { disk.photo(row, in: $0, disk.mapping) }
      }
    }
  }

  func number(of id: Photo.ID) async -> Int64? {
    let path = FolderPhotoID.path(ofID: id)
    let slash = path.lastIndex(of: FilePath.separator)
    let directory = slash.map { Array(path[..<$0]) } ?? []
    guard let number = directories[directory],
      let place = LibraryDirectory(at: disk.path(of: directory))
    else { return nil }
    let file = LibraryFile(name: Array(FilePath.lastComponent(path)), stamp: [])
    let rows = await library.rows(of: [file], in: place)
    return rows?.directory == number ? rows?.rows.first??.number : nil
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

/// Finds the rows of a listing, and reads the files that are new or have changed.
struct FolderRowReading {
  let disk: FolderOnDisk
  let library: any PhotoLibrary
  /// Reads the details of photos, which are remembered then.
  let read: @Sendable ([Photo]) async -> [Photo]

  private static let filesAtOnce = 500

  /// - Parameter progress: Called some times a second.
  /// - Returns: nil if a photo has no row: it isn't a file here, or nothing can be remembered.
  @concurrent
  func rows(
    of index: FolderIndex, progress: @Sendable (FileReading, _ isReading: Bool) -> Void
  ) async throws(PhotoSourceError) -> FolderRows? {
    guard await library.hasRows(in: disk.mapping.zone) else { return nil }
    var numbers = [Int64](repeating: 0, count: index.photoCount)
    var companions: [Int64: [UInt8]?] = [:]
    var unread: [Range<Int>] = []
    var told: ContinuousClock.Instant?
    for rows in parts(of: index) {
      guard !Task.isCancelled else { throw .cancelled }
      if told.map({ .now - $0 > .milliseconds(100) }) ?? true {
        told = .now
        progress(
          FileReading(readCount: rows.lowerBound, fileCount: index.photoCount), !unread.isEmpty)
      }
      guard let found = await look(at: rows, of: index) else { return nil }
      take(found, at: rows, of: index, &numbers, &companions)
      let stale = rows.filter { !(found.rows[$0 - rows.lowerBound]?.isCurrent ?? false) }
      guard !stale.isEmpty else { continue }
      unread.append(rows)
      _ = await read(stale.compactMap { disk.photo(at: index.row($0)) })
      guard !Task.isCancelled else { throw .cancelled }
    }
    try await lookAgain(at: unread, of: index, &numbers, &companions)
    // Files that have gone meanwhile, and what can't be a file, are listed all the same.
    let missing = unread.filter { numbers[$0].contains(0) }
    for rows in missing {
      guard let directory = directory(of: rows, in: index) else { return nil }
      for row in rows where numbers[row] == 0 {
        guard let photo = disk.photo(at: index.row(row)) else { continue }
        let name = Array(PhotoPairs.shownName(ofRow: index.name(ofRow: row)))
        library.remember(
          nil, of: LibraryFile(name: name, stamp: []), in: directory, isSettled: false
        ) { _ in photo }
      }
    }
    try await lookAgain(at: missing, of: index, &numbers, &companions)
    guard !numbers.contains(0) else { return nil }
    if !companions.isEmpty { await library.setCompanions(companions) }
    return await rows(numbers, of: index)
  }

  /// After files were read.
  private func lookAgain(
    at parts: [Range<Int>], of index: FolderIndex, _ numbers: inout [Int64],
    _ companions: inout [Int64: [UInt8]?]
  ) async throws(PhotoSourceError) {
    guard !parts.isEmpty else { return }
    await library.finishWriting()
    for rows in parts {
      guard !Task.isCancelled else { throw .cancelled }
      if let found = await look(at: rows, of: index) {
        take(found, at: rows, of: index, &numbers, &companions)
      }
    }
  }

  private func directory(of rows: Range<Int>, in index: FolderIndex) -> LibraryDirectory? {
    guard !PhotoCollection.isAddress(index.row(rows.lowerBound).path) else { return nil }
    return LibraryDirectory(at: disk.path(of: index.directory(ofRow: rows.lowerBound).path))
  }

  /// Rows of one directory.
  private func parts(of index: FolderIndex) -> [Range<Int>] {
    index.directoryRows.flatMap { directory in
      stride(from: directory.rows.lowerBound, to: directory.rows.upperBound, by: Self.filesAtOnce)
        .map { $0..<min($0 + Self.filesAtOnce, directory.rows.upperBound) }
    }
  }

  /// - Returns: nil if these aren't files.
  private func look(at rows: Range<Int>, of index: FolderIndex) async -> LibraryDirectoryRows? {
    guard let directory = directory(of: rows, in: index) else { return nil }
    let names = rows.map { Array(PhotoPairs.shownName(ofRow: index.name(ofRow: $0))) }
    // A half for each of two processors.
    let middle = names.count < 32 ? names.count : names.count / 2
    async let rest = disk.files(named: Array(names[middle...]), in: directory.path)
    let files = await disk.files(named: Array(names[..<middle]), in: directory.path) + rest
    let listed = zip(names, files).map { $1 ?? LibraryFile(name: $0, stamp: []) }
    return await library.rows(of: listed, in: directory)
      ?? LibraryDirectoryRows(directory: 0, rows: names.map { _ in nil })
  }

  private func take(
    _ found: LibraryDirectoryRows, at rows: Range<Int>, of index: FolderIndex,
    _ numbers: inout [Int64], _ companions: inout [Int64: [UInt8]?]
  ) {
    for (place, known) in zip(rows, found.rows) {
      guard let known else { continue }
      numbers[place] = known.number
      let listed = PhotoPairs.companions(ofRow: index.name(ofRow: place))
      let names = listed.isEmpty ? nil : Array(listed.joined(separator: [FilePath.separator]))
      if names != known.companions { companions[known.number] = .some(names) }
    }
  }

  private func rows(_ numbers: [Int64], of index: FolderIndex) async -> FolderRows? {
    var directories: [PhotoScope.Directory] = []
    var seen: Set<Int64> = []
    var hidden: [Int64] = []
    var isInOrder = disk.isInPathOrder
    var keys: Set<[UInt8]> = []
    let listed = Set(numbers)
    for (path, rows) in index.directoryRows where !rows.isEmpty {
      guard let place = LibraryDirectory(at: disk.path(of: path)),
        let number = await library.rows(of: [], in: place)?.directory
      else { return nil }
      guard seen.insert(number).inserted else {
        // Pictures that were found by their content follow all others.
        isInOrder = false
        continue
      }
      directories.append(PhotoScope.Directory(id: number, path: path))
      // The photos of folders whose names only differ in case are between each other by their keys.
      let key = PhotoOrdering.pathKey(FilePath.join(path, [UInt8(ascii: "x")])[...])
      if !keys.insert(key).inserted { isInOrder = false }
      let all = await library.rowNumbers(in: number)
      hidden += all.lazy.filter { !listed.contains($0) }
    }
    let share = await FolderRows.share(of: numbers.count, in: library)
    // Another program may name a file twice.
    var taken: Set<Int64> = []
    let scope = PhotoScope(
      directories, share: share, hiddenRows: hidden,
      listedRows: isInOrder ? nil : numbers.filter { taken.insert($0).inserted })
    return FolderRows(library, disk, scope)
  }
}
