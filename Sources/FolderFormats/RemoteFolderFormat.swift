import FeedFormats
import Foundation
import GalleryDomain

/// A folder on a server, without state and without secrets.
///
/// Paths are relative to it, in the bytes of the server's own names (decoded where an address encodes them), without a separator
/// at either end; empty for the folder itself.
public protocol RemoteFolder: Sendable {
  /// What the gallery is called, cleaned, such as `2024 · photos`.
  var title: String { get }
  /// Identifies the source in the store: the same in every run, without secrets.
  var sourceID: String { get }
  /// Whether a listing of a folder can contain the files of all folders below it, too.
  var listsRecursively: Bool { get }

  /// How many folders in a row may have no picture before the scan ends; nil for any number.
  var emptyFolderLimit: Int? { get }

  /// The URL of a file; nil for a name that can't be part of a URL.
  func url(of path: [UInt8]) -> URL?

  /// The URL of a smaller picture that the server makes of a file; nil if it doesn't make one.
  ///
  /// - Parameters:
  ///   - previewID: As the listing has it (`RemoteEntry.previewID`).
  ///   - version: Changes with the file, so that no cache shows the preview of an earlier one.
  func previewURL(of previewID: UInt64, version: UInt64) -> URL?
}

extension RemoteFolder {
  public var listsRecursively: Bool { false }
  public var emptyFolderLimit: Int? { nil }

  public func previewURL(of previewID: UInt64, version: UInt64) -> URL? { nil }
}

/// A folder on a web server: how it is requested, and what a response lists. The sender of a request authorizes it.
public protocol RemoteFolderFormat: RemoteFolder {
  /// - Parameters:
  ///   - isRecursive: Whether to list the folders below, too; only if the format `listsRecursively`.
  ///   - token: Where the listing continues (`RemoteListing.next`); nil for its beginning.
  func request(
    for folder: [UInt8], isRecursive: Bool, after token: String?
  ) throws(PhotoSourceError) -> HTTPRequest

  /// Reads a response. Also called with failures, for servers that give the reason in the body.
  ///
  /// - Throws: `.notAFeed` if the response isn't a listing, `.malformed`, `.keyRefused`, `.notFound` and so on.
  /// - Complexity: O(*bytes*); called off the main actor.
  func decode(
    _ response: HTTPResponse, of folder: [UInt8]
  ) throws(PhotoSourceError) -> RemoteListing
}

/// What a server lists of a folder, or a part of it: files and folders in the server's order.
public struct RemoteListing: Hashable, Sendable {
  /// Each path once as a file, and once as a folder.
  public private(set) var entries: [RemoteEntry] = []
  private var positions: [[UInt8]: Int] = [:]
  private let entryLimit: Int
  private var pathsByteCount = 0
  /// What is listed and can't be shown, such as a name that leads out of the folder.
  public private(set) var skipped = SkippedItems()
  /// Whether photos or folders are among these for which there was no room.
  public private(set) var isCut = false
  /// Where the listing continues; nil at its end.
  public var next: String?
  /// Whether there is more, though `next` is nil.
  public var endsEarly = false
  /// Whether the response named nothing at all, usable or not.
  public var isEmpty = false

  /// How many entries are kept, of some 300 bytes each with their paths; what follows is counted.
  package static let entryLimit = 350_000
  /// Of all paths, each of which has its folder's.
  package static let pathsByteLimit = 24 << 20
  /// The most that a file system allows (`PATH_MAX`).
  private static let pathByteLimit = 4_096

  public init(entries: some Sequence<RemoteEntry> = [], next: String? = nil) {
    self.init(entryLimit: Self.entryLimit)
    for entry in entries { add(entry) }
    self.next = next
  }

  init(entryLimit: Int) { self.entryLimit = entryLimit }

  /// Adds an entry; one that is listed already, or for which there is no room, counts as skipped.
  mutating func add(_ entry: RemoteEntry) {
    guard positions[entry.key] == nil else {
      return skipped.add(Self.shown(entry.path), "listed twice")
    }
    guard entries.count < entryLimit, entry.path.count <= Self.pathByteLimit,
      pathsByteCount + entry.path.count <= Self.pathsByteLimit
    else { return leaveOut(entry.path, isFolder: entry.isFolder) }
    pathsByteCount += entry.path.count
    positions[entry.key] = entries.count
    entries.append(entry)
  }

  /// Adds an entry; if it is listed already, only what was missing about it.
  mutating func complete(_ entry: RemoteEntry) {
    guard let position = positions[entry.key] else { return add(entry) }
    entries[position].byteCount = entries[position].byteCount ?? entry.byteCount
    entries[position].modified = entries[position].modified ?? entry.modified
  }

  /// Counts and names something for which there is no room.
  package mutating func leaveOut(_ path: [UInt8], isFolder: Bool = false) {
    skip(path, Self.noRoom, isFolder: isFolder)
    isCut = isCut || isFolder || Self.isPhoto(path)
  }

  /// Why something is left out, for display.
  package static let noRoom = "more than can be kept"

  /// Counts and names something that can't be shown: a photo is missing, or those of a folder are.
  ///
  /// - Parameters:
  ///   - name: As the server writes it.
  ///   - reason: For display, in lower case.
  mutating func skip(_ name: [UInt8], _ reason: String, isFolder: Bool = false) {
    if skipped.items.count < SkippedItem.keptCount {
      skipped.add(Self.shown(name), reason)
    } else {
      skipped.count += 1
    }
    if isFolder { skipped.unreadableFolderCount += 1 }
    if isFolder || Self.isPhoto(name) { skipped.unreadableCount += 1 }
  }

  /// Whether the last part of a path or a URL has the name of a photo.
  static func isPhoto(_ name: [UInt8]) -> Bool {
    FileNameKind(name.split(separator: FilePath.separator).last ?? []).isListed
  }

  private static func shown(_ name: [UInt8]) -> String {
    TextCleaner.line(bytes: FeedAddress.withoutUser(name), limit: .field)
  }
}

/// A file or a folder on a server.
public struct RemoteEntry: Hashable, Sendable {
  /// Relative to the folder that is shown, not to the one that was listed.
  public var path: [UInt8]
  public var isFolder: Bool
  /// In bytes; nil if the listing doesn't give the exact size.
  public var byteCount: Int?
  public var modified: Date?
  /// As the server writes it.
  public var entityTag: String?
  /// The server's own number for the smaller picture that it makes of the file
  /// (`RemoteFolder.previewURL(of:version:)`); not 0.
  public var previewID: UInt64?

  public init(
    path: [UInt8], isFolder: Bool = false, byteCount: Int? = nil, modified: Date? = nil,
    entityTag: String? = nil, previewID: UInt64? = nil
  ) {
    self.path = path
    self.isFolder = isFolder
    self.byteCount = byteCount
    self.modified = modified
    self.entityTag = entityTag
    self.previewID = previewID
  }

  /// - Returns: nil for anything but the digits of a size.
  static func byteCount(_ text: String) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// What an entry is known by in a listing; no path of a file ends with a separator.
  fileprivate var key: [UInt8] { isFolder ? path + [FilePath.separator] : path }

  /// Changes when the file on the server changes, as far as the listing shows.
  package var version: UInt64 {
    StableHash.hash(
      (entityTag ?? "\(byteCount ?? -1) \(modified?.timeIntervalSince1970 ?? 0)").utf8)
  }
}
