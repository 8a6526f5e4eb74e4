import Foundation
import GalleryDomain

/// The pairs of the user's files that are not alike.
public struct IgnoredPairs: IgnoredPairsRepository {
  private let store: any IgnoredPairStore
  private let reader: ComparedFileReader
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - library: Remembers the checksums that are read, and what pictures look like.
  ///   - fingerprints: Reads what they look like.
  public init(
    store: any IgnoredPairStore, library: any PhotoLibrary, fingerprints: any FingerprintReader,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.store = store
    reader = ComparedFileReader(library: library, reader: fingerprints)
    self.now = now
  }

  public func toggle(
    _ files: [FileReference]
  ) async throws(IgnoredPairsError) -> IgnoredPairsChange {
    let pairs = try await pairs(of: files)
    let added = try await store.add(pairs)
    if !added.isEmpty { return IgnoredPairsChange(added, isIgnored: true) }
    return IgnoredPairsChange(try await store.remove(pairs), isIgnored: false)
  }

  public func undo(_ change: IgnoredPairsChange) async throws(IgnoredPairsError) -> Bool {
    let pairs =
      change.isIgnored ? try await store.remove(change.pairs) : try await store.add(change.pairs)
    return !pairs.isEmpty
  }

  /// Ignores each pair of some files.
  ///
  /// - Returns: Those that were not ignored before.
  public func ignore(
    _ files: [FileReference]
  ) async throws(IgnoredPairsError) -> [IgnoredPair] {
    try await store.add(pairs(of: files))
  }

  /// Takes back what is ignored of some files: each pair of them or, of one, all that it is in. A file that has gone is known by
  /// the path that it had.
  ///
  /// - Returns: The pairs that were ignored.
  public func stopIgnoring(
    _ files: [FileReference]
  ) async throws(IgnoredPairsError) -> [IgnoredPair] {
    var digests: [[UInt8]?] = []
    for file in files {
      let compared = compared([file])
      let digest = compared.isEmpty ? nil : await reader.wholeDigests(of: compared)[0]
      digests.append(digest)
    }
    let paths = files.map { LibraryDirectory.normal(FilePath.absolute($0.path)) }
    func places(of photo: IgnoredPhoto) -> Set<Int> {
      Set(
        files.indices.filter { index in
          digests[index].map { $0 == photo.digest } ?? (paths[index] == photo.path)
        })
    }
    let found = try await store.pairs().filter { pair in
      let (one, other) = (places(of: pair.one), places(of: pair.other))
      if files.count == 1 { return !one.isEmpty || !other.isEmpty }
      return one.contains { place in other.contains { $0 != place } }
    }
    return try await store.remove(found)
  }

  private func compared(_ files: [FileReference]) -> [ComparedFile] {
    var directories: [[UInt8]: LibraryDirectory?] = [:]
    return files.compactMap { file in
      FileReference(path: FilePath.absolute(file.path)).flatMap {
        ComparedFile($0, in: &directories, now: DirectoryWatch.time())
      }
    }
  }

  private func pairs(
    of files: [FileReference]
  ) async throws(IgnoredPairsError) -> [IgnoredPair] {
    guard files.count <= IgnoredPairsChange.photoLimit else { throw .tooMany }
    var seen: Set<ComparedFile.ID> = []
    var distinct: [ComparedFile] = []
    for file in files {
      guard let compared = compared([file]).first else { throw .unreadable(path: file.path) }
      if seen.insert(compared.id).inserted { distinct.append(compared) }
    }
    guard distinct.count > 1 else { throw .tooFew }
    let digests = await reader.wholeDigests(of: distinct)
    let states = await reader.fingerprints(of: distinct) { _ in }
    var photos: [IgnoredPhoto] = []
    for (index, file) in distinct.enumerated() {
      guard let digest = digests[index] else { throw .unreadable(path: file.reference.path) }
      let fingerprint: PhotoFingerprint? =
        if case .known(let known) = states[index] { known } else { nil }
      photos.append(
        IgnoredPhoto(
          digest: digest, byteCount: file.byteCount, fingerprint: fingerprint,
          path: LibraryDirectory.normal(file.reference.path)))
    }
    let date = now()
    return photos.indices.flatMap { one in
      photos[(one + 1)...].map { IgnoredPair(photos[one], $0, ignoredAt: date) }
    }
  }
}
