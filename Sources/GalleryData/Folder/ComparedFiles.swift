import Digests
import Files
import GalleryDomain
import Glibc

/// A picture on the disk that is compared with others, as the library knows it.
struct ComparedFile: Sendable {
  struct ID: Hashable {
    let fileSystem: UInt64
    let inode: UInt64
  }

  /// Its row in a listing; 0 outside of one.
  let row: Int
  let reference: FileReference
  let directory: LibraryDirectory
  let file: LibraryFile
  let byteCount: Int
  /// The same for links to one file.
  let id: ID
  let isSettled: Bool

  /// - Parameters:
  ///   - directories: Those that were looked up, by their paths; nil for one that isn't there.
  ///   - now: In nanoseconds since 1970.
  /// - Returns: nil if there is no such file.
  init?(
    _ reference: FileReference, row: Int = 0,
    in directories: inout [[UInt8]: LibraryDirectory?], now: Int64
  ) {
    guard let stamp = PhotoStamp(ofPicture: reference) else { return nil }
    let path = FilePath.directory(of: reference.path)
    if directories[path] == nil { directories[path] = .some(LibraryDirectory(at: path)) }
    guard case let directory?? = directories[path] else { return nil }
    self.row = row
    self.reference = reference
    self.directory = directory
    file = LibraryFile(
      name: Array(FilePath.lastComponent(reference.path)), stamp: stamp.pictureBytes)
    byteCount = stamp.file.byteCount
    id = ID(fileSystem: directory.fileSystem, inode: stamp.file.inode)
    isSettled = stamp.isSettled(at: now)
  }
}

/// Reads what is compared of pictures, and remembers it: what they look like, and the checksums of their files.
struct ComparedFileReader: Sendable {
  let library: any PhotoLibrary
  let reader: any FingerprintReader

  private static let parallelReads = 4

  // MARK: What they look like

  /// - Parameter read: Called with the number of files of which it is known by now.
  func fingerprints(
    of files: [ComparedFile], read: @escaping @Sendable (Int) -> Void
  ) async -> [FingerprintState] {
    var states = await remembered(files).map(\.fingerprint)
    let unread = states.indices.filter { states[$0] == .unread }
    guard !unread.isEmpty else { return states }
    var count = files.count - unread.count
    let reading = ParallelMap(unread, width: Self.parallelReads) { [reader] index in
      Task.isCancelled ? .unread : await reader.fingerprint(of: files[index].reference)
    }
    for await (index, state) in reading {
      states[index] = state
      let file = files[index]
      if state != .unread, file.isSettled {
        library.remember(LibraryPicture(state), of: file.file, in: file.directory)
      }
      count += 1
      read(count)
    }
    return states
  }

  func remembered(_ files: [ComparedFile]) async -> [LibraryPicture] {
    var pictures = [LibraryPicture](repeating: LibraryPicture(), count: files.count)
    let directories = Dictionary(grouping: files.indices) { files[$0].directory }
    for (directory, indices) in directories {
      let found = await library.pictures(of: indices.map { files[$0].file }, in: directory)
      for (index, picture) in zip(indices, found) { pictures[index] = picture }
    }
    return pictures
  }

  // MARK: The same bytes

  enum ContentDigest: Sendable {
    case known([UInt8])
    /// Its beginning or its end is that of no other file of its size: the rest need not be read.
    case unlikeOthers
    case unreadable
  }

  /// - Parameter files: All of one size.
  func digests(
    of files: [ComparedFile], read: @escaping @Sendable (Int) -> Void
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
  private static func digest(of file: ComparedFile, isWhole: Bool) async -> [UInt8]? {
    guard let (descriptor, _) = try? FileReader.open(file.reference.path) else { return nil }
    defer { close(descriptor) }
    var digest = DigestStream(.sha256)
    if !isWhole {
      let last = max(0, file.byteCount - endByteCount)
      for start in [0, last] {
        guard let bytes = FileReader.read(descriptor, at: start, count: endByteCount) else {
          return nil
        }
        digest.add(bytes)
      }
      return digest.finished()
    }
    var start = 0
    while true {
      guard !Task.isCancelled, let bytes = FileReader.read(descriptor, at: start, count: 1 << 20)
      else {
        return nil
      }
      if bytes.isEmpty { break }
      digest.add(bytes)
      start += bytes.count
    }
    return start == file.byteCount ? digest.finished() : nil
  }

}
