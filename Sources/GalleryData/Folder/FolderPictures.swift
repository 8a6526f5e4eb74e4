import Digests
import Files
import GalleryDomain
import Glibc

/// Compares the pictures of a folder on the disk: which look alike, and which are the same bytes.
///
/// What they look like, and the checksums of those that may be the same, are read once and remembered in the library: a later question
/// costs one stat a file. Each piece is remembered before the task is asked whether it continues.
struct FolderPictures: Sendable {
  typealias Progress = @Sendable (FileReading) -> Void

  let disk: FolderOnDisk
  let library: any PhotoLibrary
  let reader: any FingerprintReader

  /// So many are looked up together.
  private static let filesAtOnce = 256
  private static let parallelReads = 4

  /// - Parameters:
  ///   - index: Of a complete listing.
  ///   - progress: Called on any thread as long as files are read.
  /// - Throws: `.cancelled`; what was read until then is remembered.
  @concurrent
  func comparison(
    _ question: ComparisonQuestion, of index: FolderIndex, progress: @escaping Progress
  ) async throws(PhotoSourceError) -> PhotoComparison {
    let answer =
      switch question {
      case .duplicate: try await duplicates(in: index, progress)
      case .similar(let distance): try await similar(within: distance, in: index, progress)
      case .like(let id): try await nearest(to: id, in: index, progress)
      }
    guard !Task.isCancelled else { throw .cancelled }
    return answer
  }

  private static func ids(ofRows rows: [Int], in index: FolderIndex) -> [Photo.ID] {
    rows.map { FolderPhotoID.id(ofPath: index.row($0).path) }
  }

  // MARK: Files

  /// A picture as the library knows it.
  private struct ComparedFile: Sendable {
    struct ID: Hashable {
      let fileSystem: UInt64
      let inode: UInt64
    }

    let row: Int
    let reference: FileReference
    let directory: LibraryDirectory
    let file: LibraryFile
    let byteCount: Int
    let isSettled: Bool
    /// The same for links to one file.
    let id: ID
  }

  /// The files that are there; a link to another photo of the folder is not a second one.
  ///
  /// - Parameter seen: The files that were met.
  private func files(
    ofRows rows: some Sequence<Int>, in index: FolderIndex, besides seen: inout Set<ComparedFile.ID>
  ) -> [ComparedFile] {
    var directories: [[UInt8]: LibraryDirectory?] = [:]
    var files: [ComparedFile] = []
    for row in rows {
      guard let reference = FileReference(path: disk.path(of: index.row(row).path)),
        let stamp = PhotoStamp.File(at: reference.path)
      else { continue }
      let (path, name) = FilePath.split(reference.path)
      if directories[path] == nil { directories[path] = .some(LibraryDirectory(at: path)) }
      guard case let directory?? = directories[path] else { continue }
      let id = ComparedFile.ID(fileSystem: directory.fileSystem, inode: stamp.inode)
      guard seen.insert(id).inserted else { continue }
      files.append(
        ComparedFile(
          row: row, reference: reference, directory: directory,
          file: LibraryFile(name: name, stamp: stamp.bytes), byteCount: stamp.byteCount,
          isSettled: stamp.isSettled(at: disk.now()), id: id))
    }
    return files
  }

  private func remembered(_ files: [ComparedFile]) async -> [LibraryPicture] {
    var pictures = [LibraryPicture](repeating: LibraryPicture(), count: files.count)
    for (directory, indices) in Dictionary(grouping: files.indices, by: { files[$0].directory }) {
      let found = await library.pictures(of: indices.map { files[$0].file }, in: directory)
      for (index, picture) in zip(indices, found) { pictures[index] = picture }
    }
    return pictures
  }

  private func remember(_ picture: LibraryPicture, of file: ComparedFile) {
    if file.isSettled { library.remember(picture, of: file.file, in: file.directory) }
  }

  // MARK: What they look like

  private func similar(
    within distance: Int, in index: FolderIndex, _ progress: Progress
  ) async throws(PhotoSourceError) -> PhotoComparison {
    let (table, missingCount) = try await fingerprints(of: index, progress)
    let groups = table.groups(within: distance) {
      // Fewer are compared before anyone reads how many.
      if table.count > 50_000 { progress(FileReading(readCount: $0, fileCount: table.count)) }
    }
    return PhotoComparison(
      groups: groups.map { Self.ids(ofRows: $0, in: index) }, missingCount: missingCount)
  }

  private func nearest(
    to id: Photo.ID, in index: FolderIndex, _ progress: Progress
  ) async throws(PhotoSourceError) -> PhotoComparison {
    guard let row = index.row(of: FolderPhotoID.path(ofID: id)) else { return PhotoComparison() }
    var seen: Set<ComparedFile.ID> = []
    let file = files(ofRows: [row], in: index, besides: &seen)
    guard case .known(let fingerprint)? = await states(of: file, read: { _ in }).first else {
      return PhotoComparison(groups: [[id]], missingCount: 1)
    }
    if fingerprint.isFlat { return PhotoComparison(groups: [[id]]) }
    let (table, missingCount) = try await fingerprints(of: index, progress)
    let found = table.nearest(to: fingerprint, within: ComparisonQuestion.likeDistance)
    let others = Self.ids(ofRows: found.map(\.number), in: index).filter { $0 != id }
    return PhotoComparison(groups: [[id] + others], missingCount: missingCount)
  }

  private func fingerprints(
    of index: FolderIndex, _ progress: Progress
  ) async throws(PhotoSourceError) -> (table: FingerprintTable, missingCount: Int) {
    var table = FingerprintTable()
    var missingCount = 0
    var seen: Set<ComparedFile.ID> = []
    for start in stride(from: 0, to: index.photoCount, by: Self.filesAtOnce) {
      let rows = start..<min(start + Self.filesAtOnce, index.photoCount)
      let files = files(ofRows: rows, in: index, besides: &seen)
      let states = await states(of: files) {
        progress(FileReading(readCount: start + $0, fileCount: index.photoCount))
      }
      guard !Task.isCancelled else { throw .cancelled }
      for (file, state) in zip(files, states) {
        if case .known(let fingerprint) = state {
          table.append(fingerprint, number: file.row)
        } else {
          missingCount += 1
        }
      }
    }
    return (table, missingCount)
  }

  /// - Parameter read: Called with the number of files of which it is known by now.
  private func states(
    of files: [ComparedFile], read: (Int) -> Void
  ) async -> [FingerprintState] {
    var states = await remembered(files).map(\.fingerprint)
    let unread = states.indices.filter { states[$0] == .unread }
    var count = files.count - unread.count
    let reading = ParallelMap(unread, width: Self.parallelReads) { [reader] index in
      Task.isCancelled ? .unread : await reader.fingerprint(of: files[index].reference)
    }
    for await (index, state) in reading {
      states[index] = state
      if state != .unread { remember(LibraryPicture(state), of: files[index]) }
      count += 1
      read(count)
    }
    return states
  }

  // MARK: The same bytes

  private func duplicates(
    in index: FolderIndex, _ progress: Progress
  ) async throws(PhotoSourceError) -> PhotoComparison {
    var seen: Set<ComparedFile.ID> = []
    var rowsOfSize: [Int: [Int]] = [:]
    for start in stride(from: 0, to: index.photoCount, by: 4_096) {
      guard !Task.isCancelled else { throw .cancelled }
      let rows = start..<min(start + 4_096, index.photoCount)
      for file in files(ofRows: rows, in: index, besides: &seen) where file.byteCount > 0 {
        rowsOfSize[file.byteCount, default: []].append(file.row)
      }
    }
    let candidates = rowsOfSize.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    let total = candidates.reduce(0) { $0 + $1.count }
    var (readCount, missingCount) = (0, 0)
    var groups: [[Int]] = []
    for rows in candidates {
      var seen: Set<ComparedFile.ID> = []
      let files = files(ofRows: rows, in: index, besides: &seen)
      let digests = await digests(of: files) {
        progress(FileReading(readCount: readCount + $0, fileCount: total))
      }
      guard !Task.isCancelled else { throw .cancelled }
      readCount += rows.count
      var rowsOfDigest: [[UInt8]: [Int]] = [:]
      for (file, digest) in zip(files, digests) {
        if let digest {
          rowsOfDigest[digest, default: []].append(file.row)
        } else {
          missingCount += 1
        }
      }
      groups += rowsOfDigest.values.filter { $0.count > 1 }
    }
    groups.sort { $0[0] < $1[0] }
    return PhotoComparison(
      groups: groups.map { Self.ids(ofRows: $0, in: index) }, missingCount: missingCount)
  }

  /// - Parameter files: All of one size.
  /// - Returns: nil for a file that can't be read.
  private func digests(of files: [ComparedFile], read: (Int) -> Void) async -> [[UInt8]?] {
    let remembered = await remembered(files).map(\.digest)
    var digests = remembered
    guard remembered.contains(nil) else { return digests }
    var indices: [[UInt8]: [Int]] = [:]
    for index in files.indices where !Task.isCancelled {
      guard let ends = Self.digest(of: files[index], isWhole: false) else { continue }
      indices[ends, default: []].append(index)
    }
    var count = 0
    for (ends, same) in indices {
      for index in same where remembered[index] == nil && !Task.isCancelled {
        guard same.count > 1 else {
          // No other file of its size has its beginning and its end: the rest need not be read.
          digests[index] = ends
          continue
        }
        guard let digest = Self.digest(of: files[index], isWhole: true) else { continue }
        digests[index] = digest
        remember(LibraryPicture(digest: digest), of: files[index])
        count += 1
        read(count)
      }
    }
    return digests
  }

  private static let endByteCount = 4_096

  /// - Parameter isWhole: Otherwise only of the first and the last bytes.
  /// - Returns: nil for a file that can't be read, or is another one now.
  private static func digest(of file: ComparedFile, isWhole: Bool) -> [UInt8]? {
    guard let (descriptor, _) = try? FileReader.open(file.reference.path) else { return nil }
    defer { close(descriptor) }
    var digest = DigestStream(.sha256)
    guard isWhole else {
      for start in [0, max(0, file.byteCount - endByteCount)] {
        guard let bytes = FileReader.read(descriptor, at: start, count: endByteCount) else {
          return nil
        }
        digest.add(bytes)
      }
      return digest.finished()
    }
    var start = 0
    while !Task.isCancelled {
      guard let bytes = FileReader.read(descriptor, at: start, count: 1 << 20) else { return nil }
      if bytes.isEmpty { return start == file.byteCount ? digest.finished() : nil }
      digest.add(bytes)
      start += bytes.count
    }
    return nil
  }
}
