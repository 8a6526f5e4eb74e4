import GalleryDomain
import Glibc

/// Compares the pictures of a folder on the disk: which look alike, and which are the same bytes.
///
/// What they look like is read once and remembered in the library; for a listing it is kept in memory too, 112 bytes a
/// photo, so that the next question needs no file.
actor FolderPictures {
  private let disk: FolderOnDisk
  private let reader: ComparedFileReader
  private var known: Known?

  /// What is known of a listing, as far as it has been looked through.
  private struct Known {
    let listing: any FolderListing
    var table = FingerprintTable()
    var missingCount = 0
    /// The first row that has not been looked at.
    var next = 0
    /// Files that were met: a link to another photo of the folder is not a second one.
    var files: Set<ComparedFile.ID> = []
    /// The rows that look alike, by the distance that was asked for.
    var groups: [Int: [[Int]]] = [:]
    var duplicates: Duplicates?
  }

  private struct Duplicates {
    var groups: [[Int]] = []
    var missingCount = 0
  }

  /// So many are looked up together, and remembered before the task is asked whether it continues.
  private static let filesAtOnce = 256

  init(
    disk: FolderOnDisk, library: any PhotoLibrary, reader: any FingerprintReader
  ) {
    self.disk = disk
    self.reader = ComparedFileReader(library: library, reader: reader)
  }

  /// - Parameters:
  ///   - index: Of the listing, which is complete.
  ///   - progress: Called on any thread as long as files are read.
  /// - Throws: `.cancelled`; what was read until then is remembered.
  func comparison(
    _ question: ComparisonQuestion, of index: FolderIndex, _ listing: any FolderListing,
    progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) -> PhotoComparison {
    if known?.listing !== listing { known = Known(listing: listing) }
    let answer =
      switch question {
      case .duplicate: try await duplicates(of: index, listing, progress)
      case .similar(let distance):
        try await similar(within: distance, in: index, listing, progress)
      case .like(let id):
        try await nearest(to: id, in: index, listing, progress)
      }
    guard !Task.isCancelled else { throw .cancelled }
    return answer
  }

  private static func id(ofRow row: Int, of index: FolderIndex) -> Photo.ID {
    FolderPhotoID.id(ofPath: index.row(row).path)
  }

  // MARK: What they look like

  private func similar(
    within distance: Int, in index: FolderIndex, _ listing: any FolderListing,
    _ progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) -> PhotoComparison {
    try await readFingerprints(of: index, listing, progress)
    guard let known, known.listing === listing else { throw .cancelled }
    let groups: [[Int]]
    if let answered = known.groups[distance] {
      groups = answered
    } else {
      groups = await Self.groups(of: known.table, within: distance, progress)
      guard !Task.isCancelled else { throw .cancelled }
      if self.known?.listing === listing { self.known?.groups[distance] = groups }
    }
    return PhotoComparison(
      groups: groups.map { $0.map { Self.id(ofRow: $0, of: index) } },
      missingCount: known.missingCount)
  }

  @concurrent
  private static func groups(
    of table: FingerprintTable, within distance: Int,
    _ progress: @escaping @Sendable (FileReading) -> Void
  ) async -> [[Int]] {
    table.groups(within: distance) {
      // Fewer are compared before anyone reads how many.
      if table.count > 50_000 { progress(FileReading(readCount: $0, fileCount: table.count)) }
    }
  }

  /// Looks through the rows that have not been looked at.
  private func readFingerprints(
    of index: FolderIndex, _ listing: any FolderListing,
    _ progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) {
    while let start = known?.next, known?.listing === listing, start < index.photoCount {
      guard !Task.isCancelled else { throw .cancelled }
      let rows = start..<min(start + Self.filesAtOnce, index.photoCount)
      let files = await Self.files(ofRows: Array(rows), of: index, on: disk)
      let states = await reader.fingerprints(of: files) {
        progress(FileReading(readCount: start + $0, fileCount: index.photoCount))
      }
      // What the workers did not come to is not missing.
      guard !Task.isCancelled else { throw .cancelled }
      guard known?.listing === listing, known?.next == start else { continue }
      for (file, state) in zip(files, states) where known?.files.insert(file.id).inserted ?? false {
        if case .known(let fingerprint) = state {
          known?.table.append(fingerprint, number: file.row)
        } else {
          known?.missingCount += 1
        }
      }
      known?.next = rows.upperBound
    }
  }

  private func nearest(
    to id: Photo.ID, in index: FolderIndex, _ listing: any FolderListing,
    _ progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) -> PhotoComparison {
    guard let row = index.row(of: FolderPhotoID.path(ofID: id)) else {
      return PhotoComparison()
    }
    let itself = PhotoComparison(groups: [[id]])
    let file = await Self.files(ofRows: [row], of: index, on: disk)
    guard case .known(let fingerprint)? = await reader.fingerprints(of: file, read: { _ in }).first
    else {
      guard !Task.isCancelled else { throw .cancelled }
      return PhotoComparison(groups: itself.groups, missingCount: 1)
    }
    if fingerprint.isFlat { return itself }
    try await readFingerprints(of: index, listing, progress)
    guard let known, known.listing === listing else { throw .cancelled }
    let found = known.table.nearest(to: fingerprint, within: ComparisonQuestion.likeDistance)
      .map { Self.id(ofRow: $0.number, of: index) }
    return PhotoComparison(
      groups: [[id] + found.filter { $0 != id }], missingCount: known.missingCount)
  }

  // MARK: The same bytes

  private func duplicates(
    of index: FolderIndex, _ listing: any FolderListing,
    _ progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) -> PhotoComparison {
    let found: Duplicates
    if let answered = known?.duplicates {
      found = answered
    } else {
      found = try await duplicates(of: index, progress)
      guard !Task.isCancelled else { throw .cancelled }
      if known?.listing === listing { known?.duplicates = found }
    }
    return PhotoComparison(
      groups: found.groups.map { $0.map { Self.id(ofRow: $0, of: index) } },
      missingCount: found.missingCount)
  }

  private func duplicates(
    of index: FolderIndex, _ progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) -> Duplicates {
    var seen: Set<ComparedFile.ID> = []
    var rowsOfSize: [Int: [Int]] = [:]
    for start in stride(from: 0, to: index.photoCount, by: 4_096) {
      guard !Task.isCancelled else { throw .cancelled }
      let rows = Array(start..<min(start + 4_096, index.photoCount))
      for file in await Self.files(ofRows: rows, of: index, on: disk)
      where file.byteCount > 0 && seen.insert(file.id).inserted {
        rowsOfSize[file.byteCount, default: []].append(file.row)
      }
    }
    let candidates = rowsOfSize.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    let total = candidates.reduce(0) { $0 + $1.count }
    var read = 0
    var found = Duplicates()
    for rows in candidates {
      guard !Task.isCancelled else { throw .cancelled }
      let files = await Self.files(ofRows: rows, of: index, on: disk)
      let digests = await reader.digests(of: files) { [read] in
        progress(FileReading(readCount: read + $0, fileCount: total))
      }
      guard !Task.isCancelled else { throw .cancelled }
      read += rows.count
      var rowsOfDigest: [[UInt8]: [Int]] = [:]
      for (file, digest) in zip(files, digests) {
        switch digest {
        case .known(let digest): rowsOfDigest[digest, default: []].append(file.row)
        case .unreadable: found.missingCount += 1
        case .unlikeOthers: break
        }
      }
      found.groups += rowsOfDigest.values.filter { $0.count > 1 }
    }
    found.groups.sort { $0[0] < $1[0] }
    return found
  }

  // MARK: Files

  /// The files that are there.
  @concurrent
  private static func files(
    ofRows rows: [Int], of index: FolderIndex, on disk: FolderOnDisk
  ) async -> [ComparedFile] {
    var directories: [[UInt8]: LibraryDirectory?] = [:]
    let now = disk.now()
    return rows.compactMap { row in
      FileReference(path: disk.path(of: index.row(row).path)).flatMap {
        ComparedFile($0, row: row, in: &directories, now: now)
      }
    }
  }
}
