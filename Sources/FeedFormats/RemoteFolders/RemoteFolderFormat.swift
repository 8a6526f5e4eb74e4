import Foundation
import GalleryDomain

/// A kind of server that keeps files in folders: how a folder is asked for, and what the answer lists.
///
/// Values without state, and without secrets: who sends a request authorizes it. Paths are relative to the folder that
/// is shown, in the bytes of the server's own names (decoded where an address encodes them), without a separator at
/// either end; empty for that folder itself.
public protocol RemoteFolderFormat: Sendable {
  /// What the gallery is called, cleaned, such as `2024 · photos`.
  var title: String { get }
  /// Names the source in the store: the same in every run, without secrets.
  var sourceID: String { get }
  /// Whether the listing of a folder can hold the files of all folders below it, too.
  var listsRecursively: Bool { get }

  /// - Parameters:
  ///   - isRecursive: Whether the folders below are wanted, too; only where the format `listsRecursively`.
  ///   - token: Where the listing goes on (`RemoteListing.next`); nil for its beginning.
  func request(
    for folder: [UInt8], isRecursive: Bool, after token: String?
  ) throws(PhotoSourceError) -> HTTPRequest

  /// Reads an answer. Also called with answers that are no success, for servers that say why in the body.
  ///
  /// - Throws: `.notAFeed` where the answer is no listing, `.malformed`, `.keyRefused`, `.notFound` and so on.
  /// - Complexity: O(*bytes*); called off the main actor.
  func decode(
    _ response: HTTPResponse, of folder: [UInt8]
  ) throws(PhotoSourceError) -> RemoteListing

  /// The address of a file; nil for a name that no address can have.
  func url(of path: [UInt8]) -> URL?

  /// How a file, or what the listing names in its place, is asked for.
  func fileRequest(for url: URL) -> HTTPRequest

  /// Whether files can be put there (PUT, RFC 9110, 9.3.4).
  var takesFiles: Bool { get }
}

extension RemoteFolderFormat {
  public var takesFiles: Bool { false }
}

/// What a server tells of a folder, or a part of it.
public struct RemoteListing: Hashable, Sendable {
  /// In the server's order.
  public var entries: [RemoteEntry]
  /// Names that cannot be used, such as one that leads out of the folder.
  public var skippedCount: Int
  /// Where the listing goes on; nil at its end.
  public var next: String?

  public init(entries: [RemoteEntry], skippedCount: Int = 0, next: String? = nil) {
    self.entries = entries
    self.skippedCount = skippedCount
    self.next = next
  }
}

/// A file or a folder at a server.
public struct RemoteEntry: Hashable, Sendable {
  /// Relative to the folder that is shown, not to the one that was listed.
  public var path: [UInt8]
  public var isFolder: Bool
  /// In bytes; nil where the listing does not say it exactly.
  public var byteCount: Int?
  public var modified: Date?
  /// As the server writes it, quotation marks included.
  public var entityTag: String?
  /// A smaller picture that the server makes of it.
  public var previewURL: URL?

  public init(
    path: [UInt8], isFolder: Bool = false, byteCount: Int? = nil, modified: Date? = nil,
    entityTag: String? = nil, previewURL: URL? = nil
  ) {
    self.path = path
    self.isFolder = isFolder
    self.byteCount = byteCount
    self.modified = modified
    self.entityTag = entityTag
    self.previewURL = previewURL
  }
}
