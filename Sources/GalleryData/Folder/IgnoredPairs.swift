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
    let stored = try await store.pairs()
    let new = pairs.filter { pair in !stored.contains { $0.isSame(as: pair) } }
    guard new.isEmpty else { return IgnoredPairsChange(try await store.add(new), isIgnored: true) }
    // With what was known of the files then, for an undo.
    let known = stored.filter { stored in pairs.contains { stored.isSame(as: $0) } }
    return IgnoredPairsChange(try await store.remove(known), isIgnored: false)
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
    let pairs = try await pairs(of: files)
    let stored = try await store.pairs()
    return try await store.add(
      pairs.filter { pair in !stored.contains { $0.isSame(as: pair) } })
  }

  /// Takes back what is ignored of some files: each pair of them or, of one, all that it is in. A file that has gone is known by
  /// the path that it had.
  ///
  /// - Returns: The pairs that were ignored.
  public func stopIgnoring(
    _ files: [FileReference]
  ) async throws(IgnoredPairsError) -> [IgnoredPair] {
    var digests: [[UInt8]?] = []
    var fingerprints: [PhotoFingerprint?] = []
    for file in files {
      let compared = compared([file])
      let digest = compared.isEmpty ? nil : await reader.wholeDigests(of: compared)[0]
      let fingerprint: PhotoFingerprint? =
        if case .known(let known)? = await reader.fingerprints(of: compared, read: { _ in }).first {
          known
        } else {
          nil
        }
      digests.append(digest)
      fingerprints.append(fingerprint)
    }
    let paths = files.map { FilePath.withoutDots(FilePath.absolute($0.path)) }
    func places(of photo: IgnoredPhoto, _ pair: IgnoredPair) -> Set<Int> {
      Set(
        files.indices.filter { index in
          digests[index].map { pair.knows(photo, as: $0, fingerprints[index]) }
            ?? (paths[index] == photo.path)
        })
    }
    let found = try await store.pairs().filter { pair in
      let (one, other) = (places(of: pair.one, pair), places(of: pair.other, pair))
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
      guard let digest = digests[index], states[index] != .unread else {
        throw .unreadable(path: file.reference.path)
      }
      let fingerprint: PhotoFingerprint? =
        if case .known(let known) = states[index] { known } else { nil }
      photos.append(
        IgnoredPhoto(
          digest: digest, byteCount: file.byteCount, fingerprint: fingerprint,
          path: FilePath.normal(file.reference.path)))
    }
    let date = now()
    return photos.indices.flatMap { one in
      photos[(one + 1)...].map { IgnoredPair(photos[one], $0, ignoredAt: date) }
    }
  }
}
