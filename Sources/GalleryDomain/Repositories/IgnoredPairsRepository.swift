/// Keeps the pairs of photos of which the user says that they are not alike. Nothing but the user removes one.
public protocol IgnoredPairStore: Sendable {
  /// All of them, in the order in which they were ignored.
  func pairs() async throws(IgnoredPairsError) -> [IgnoredPair]
  /// - Returns: Those that were not ignored before.
  func add(_ pairs: [IgnoredPair]) async throws(IgnoredPairsError) -> [IgnoredPair]
  /// - Returns: Those that were ignored.
  func remove(_ pairs: [IgnoredPair]) async throws(IgnoredPairsError) -> [IgnoredPair]
}

/// Makes pairs of the user's photos that are not alike.
public protocol IgnoredPairsRepository: Sendable {
  /// Ignores each pair of some photos, or if all of these are ignored already, takes that back.
  ///
  /// - Returns: What has changed.
  /// - Complexity: Reads a file whose checksum isn't remembered.
  func toggle(_ files: [FileReference]) async throws(IgnoredPairsError) -> IgnoredPairsChange
  /// - Returns: Whether anything has changed.
  func undo(_ change: IgnoredPairsChange) async throws(IgnoredPairsError) -> Bool
}

/// Pairs that are ignored now, or aren't any more.
public struct IgnoredPairsChange: Hashable, Sendable {
  public var pairs: [IgnoredPair]
  public var isIgnored: Bool

  public init(_ pairs: [IgnoredPair], isIgnored: Bool) {
    self.pairs = pairs
    self.isIgnored = isIgnored
  }

  /// Each pair of fifty photos is 1,225: more than anyone has looked at.
  public static let photoLimit = 50
}

public enum IgnoredPairsError: Error, Hashable, Sendable {
  /// Only one photo, or links to one file.
  case tooFew
  /// More than `IgnoredPairsChange.photoLimit`.
  case tooMany
  /// A file that has gone or can't be read.
  case unreadable(path: [UInt8])
  /// They can't be kept, or read; `path` is that of the store, cleaned, empty if there is no folder for it.
  case notStored(path: String)
  /// A later version of Vitrine wrote the store, whose path it is.
  case newer(path: String)
}
