import Digests
import GalleryDomain
import Glibc

/// Compares the pictures of a folder on the disk: which look alike, and which are the same bytes.
///
/// What they look like is read once and remembered in the library; for a listing it is kept in memory too, 112 bytes a
/// photo, so that the next question takes milliseconds.
actor FolderPictures {
  private let disk: FolderOnDisk
  private let library: any PhotoLibrary
  private let reader: any FingerprintReader
  private var known: Known?

  /// What is known of a listing, as far as it has been looked through.
  private struct Known {
    let listing: any FolderListing
    var table = FingerprintTable()
    var missingCount = 0
    /// The first row that has not been looked at.
    var next = 0
    /// Files that were met: a link to another photo of the folder is not a second one.
    var files: Set<FileID> = []
    /// Of questions that were answered, except those about one photo.
    var answers: [ComparisonQuestion: PhotoComparison] = [:]
  }

  private struct FileID: Hashable {
    let fileSystem: UInt64
    let inode: UInt64
  }

  /// A picture as the library knows it.
  private struct PictureFile: Sendable {
    let row: Int
    let reference: FileReference
    let directory: LibraryDirectory
    let file: LibraryFile
    let byteCount: Int
    let id: FileID
    let isSettled: Bool
  }

  /// So many are looked up together, and remembered before the task is asked whether it continues.
  private static let filesAtOnce = 256
  private static let parallelReads = 4

  init(disk: FolderOnDisk, library: any PhotoLibrary, reader: any FingerprintReader) {
    self.disk = disk
    self.library = library
    self.reader = reader
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
    if let answer = known?.answers[question] { return answer }
    let answer: PhotoComparison
    switch question {
    case .duplicate:
      answer = try await duplicates(of: index, progress)
    case .similar(let distance):
      try await readFingerprints(of: index, listing, progress)
      guard let known, known.listing === listing else { throw .cancelled }
      let groups = await Self.groups(of: known.table, within: distance)
      answer = PhotoComparison(
        groups: groups.map { $0.map { Self.id(ofRow: $0, of: index) } },
        missingCount: known.missingCount)
    case .like(let similar):
      answer = try await nearest(to: similar, in: index, listing, progress)
    }
    guard !Task.isCancelled else { throw .cancelled }
    // Each threshold of each photo would be kept.
    if case .like = question { return answer }
    if known?.listing === listing { known?.answers[question] = answer }
    return answer
  }

  private static func id(ofRow row: Int, of index: FolderIndex) -> Photo.ID {
    FolderPhotoID.id(ofPath: index.row(row).path)
  }

  @concurrent
  private static func groups(
    of table: FingerprintTable, within distance: Int
  ) async -> [[Int]] {
    table.groups(within: distance)
  }

  // MARK: What they look like

  /// Looks through the rows that have not been looked at.
  private func readFingerprints(
    of index: FolderIndex, _ listing: any FolderListing,
    _ progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) {
    while let start = known?.next, known?.listing === listing, start < index.photoCount {
      guard !Task.isCancelled else { throw .cancelled }
      let rows = start..<min(start + Self.filesAtOnce, index.photoCount)
      let files = await Self.files(ofRows: Array(rows), of: index, on: disk)
      let states = await fingerprints(of: files) {
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

  /// - Parameter read: Called with the number of files of which it is known by now.
  private func fingerprints(
    of files: [PictureFile], read: @escaping @Sendable (Int) -> Void
  ) async -> [FingerprintState] {
    var states = await remembered(files).map(\.fingerprint)
    let unread = states.indices.filter { states[$0] == .unread }
    guard !unread.isEmpty else { return states }
    await withTaskGroup(of: (Int, FingerprintState).self) { [reader] group in
      var rest = unread[...]
      var count = files.count - unread.count
      func next() {
        guard !Task.isCancelled, let index = rest.popFirst() else { return }
        let file = files[index].reference
        group.addTask { (index, await reader.fingerprint(of: file)) }
      }
      for _ in 0..<Self.parallelReads { next() }
      while let (index, state) = await group.next() {
        states[index] = state
        let file = files[index]
        if state != .unread, file.isSettled {
          library.remember(LibraryPicture(state), of: file.file, in: file.directory)
        }
        count += 1
        read(count)
        next()
      }
    }
    return states
  }

  private func remembered(_ files: [PictureFile]) async -> [LibraryPicture] {
    var pictures = [LibraryPicture](repeating: LibraryPicture(), count: files.count)
    let directories = Dictionary(grouping: files.indices) { files[$0].directory }
    for (directory, indices) in directories {
      let found = await library.pictures(of: indices.map { files[$0].file }, in: directory)
      for (index, picture) in zip(indices, found) { pictures[index] = picture }
    }
    return pictures
  }

  private func nearest(
    to similar: SimilarPhotos, in index: FolderIndex, _ listing: any FolderListing,
    _ progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) -> PhotoComparison {
    guard let row = index.row(of: FolderPhotoID.path(ofID: similar.id)) else {
      return PhotoComparison()
    }
    let itself = PhotoComparison(groups: [[similar.id]])
    let file = await Self.files(ofRows: [row], of: index, on: disk)
    guard case .known(let fingerprint)? = await fingerprints(of: file, read: { _ in }).first else {
      guard !Task.isCancelled else { throw .cancelled }
      return PhotoComparison(groups: itself.groups, missingCount: 1)
    }
    if fingerprint.isFlat { return itself }
    try await readFingerprints(of: index, listing, progress)
    guard let known, known.listing === listing else { throw .cancelled }
    let found = known.table.nearest(to: fingerprint, within: similar.distance)
    let ids = found.map { Self.id(ofRow: $0.number, of: index) }
    return PhotoComparison(
      groups: [[similar.id] + ids.filter { $0 != similar.id }], missingCount: known.missingCount)
  }

  // MARK: The same bytes

  private func duplicates(
    of index: FolderIndex, _ progress: @escaping @Sendable (FileReading) -> Void
  ) async throws(PhotoSourceError) -> PhotoComparison {
    var seen: Set<FileID> = []
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
    var (read, missingCount) = (0, 0)
    var groups: [[Int]] = []
    for rows in candidates {
      guard !Task.isCancelled else { throw .cancelled }
      let files = await Self.files(ofRows: rows, of: index, on: disk)
      let digests = await digests(of: files) { [read] in
        progress(FileReading(readCount: read + $0, fileCount: total))
      }
      guard !Task.isCancelled else { throw .cancelled }
      read += rows.count
      var rowsOfDigest: [[UInt8]: [Int]] = [:]
      for (file, digest) in zip(files, digests) {
        switch digest {
        case .known(let digest): rowsOfDigest[digest, default: []].append(file.row)
        case .unreadable: missingCount += 1
        case .unlikeOthers: break
        }
      }
      groups += rowsOfDigest.values.filter { $0.count > 1 }
    }
    groups.sort { $0[0] < $1[0] }
    return PhotoComparison(
      groups: groups.map { $0.map { Self.id(ofRow: $0, of: index) } }, missingCount: missingCount)
  }

  private enum ContentDigest: Sendable {
    case known([UInt8])
    /// Its beginning or its end is that of no other file of its size: the rest need not be read.
    case unlikeOthers
    case unreadable
  }

  /// - Parameter files: All of one size.
  private func digests(
    of files: [PictureFile], read: @escaping @Sendable (Int) -> Void
  ) async -> [ContentDigest] {
    let remembered = await remembered(files)
    var digests = remembered.map { $0.digest.map(ContentDigest.known) ?? .unreadable }
    let unknown = files.indices.filter { remembered[$0].digest == nil }
    guard !unknown.isEmpty else { return digests }
    var indices: [[UInt8]: [Int]] = [:]
    for index in files.indices {
      guard !Task.isCancelled else { return digests }
      guard let ends = await Self.digest(of: files[index], isWhole: false) else { continue }
      indices[ends, default: []].append(index)
    }
    var count = 0
    for same in indices.values {
      for index in same where remembered[index].digest == nil {
        guard !Task.isCancelled else { return digests }
        guard same.count > 1 else {
          digests[index] = .unlikeOthers
          continue
        }
        guard let digest = await Self.digest(of: files[index], isWhole: true) else { continue }
        digests[index] = .known(digest)
        let file = files[index]
        if file.isSettled {
          library.remember(LibraryPicture(digest: digest), of: file.file, in: file.directory)
        }
        count += 1
        read(count)
      }
    }
    return digests
  }

  private static let endByteCount = 4_096

  /// - Parameter isWhole: Otherwise only of the first and the last bytes.
  /// - Returns: nil for a file that can't be read, or is another one now.
  @concurrent
  private static func digest(of file: PictureFile, isWhole: Bool) async -> [UInt8]? {
    let descriptor = FilePath.withCString(file.reference.path) {
      open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var digest = DigestStream(.sha256)
    if !isWhole {
      let last = max(0, file.byteCount - endByteCount)
      for start in [0, last] {
        guard let bytes = read(descriptor, from: start, count: endByteCount) else { return nil }
        digest.add(bytes)
      }
      return digest.finished()
    }
    var start = 0
    while true {
      guard !Task.isCancelled, let bytes = read(descriptor, from: start, count: 1 << 20) else {
        return nil
      }
      if bytes.isEmpty { break }
      digest.add(bytes)
      start += bytes.count
    }
    return start == file.byteCount ? digest.finished() : nil
  }

  /// - Returns: Fewer bytes only at the end.
  private static func read(_ descriptor: Int32, from start: Int, count: Int) -> [UInt8]? {
    var isBroken = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let result = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(start + filled))
        if result < 0, errno == EINTR { continue }
        if result < 0 { isBroken = true }
        guard result > 0 else { return }
        filled += result
      }
    }
    return isBroken ? nil : bytes
  }

  // MARK: Files

  /// The files that are there.
  @concurrent
  private static func files(
    ofRows rows: [Int], of index: FolderIndex, on disk: FolderOnDisk
  ) async -> [PictureFile] {
    var directories: [[UInt8]: LibraryDirectory?] = [:]
    let now = disk.now()
    return rows.compactMap { row in
      guard let reference = FileReference(path: disk.path(of: index.row(row).path)),
        let stamp = PhotoStamp(ofPicture: reference)
      else { return nil }
      let path = FilePath.directory(of: reference.path)
      if directories[path] == nil { directories[path] = .some(LibraryDirectory(at: path)) }
      guard case let directory?? = directories[path] else { return nil }
      return PictureFile(
        row: row, reference: reference, directory: directory,
        file: LibraryFile(
          name: Array(FilePath.lastComponent(reference.path)), stamp: stamp.pictureBytes),
        byteCount: stamp.file.byteCount,
        id: FileID(fileSystem: directory.fileSystem, inode: stamp.file.inode),
        isSettled: stamp.isSettled(at: now))
    }
  }
}
