import FeedFormats
import Foundation
import GalleryDomain

/// Files at a server, read by their addresses.
///
/// Every call ends early, throwing `.cancelled`, when its task is cancelled, and is bounded in time and bytes.
public protocol RemoteFiles: Sendable {
  /// The most reads that one reader should have under way.
  var parallelReads: Int { get }

  /// Reads a part of a file.
  ///
  /// - Parameters:
  ///   - range: Not empty. A server that can't read parts gives the beginning, no more bytes than asked for.
  ///   - validators: Of the version that is meant; nil for any.
  /// - Returns: nil where the file has changed, or ends before the range.
  func read(
    _ range: Range<Int>, of url: URL, ifMatches validators: HTTPValidators?
  ) async throws(PhotoSourceError) -> FilePart?

  /// Reads a small file, as it is now and not as a cache on the way remembers it.
  ///
  /// - Throws: `.notFound` where there is none; `.tooLarge` beyond the limit.
  func contents(of url: URL, byteLimit: Int) async throws(PhotoSourceError) -> FilePart

  /// Fetches a whole file.
  ///
  /// - Parameters:
  ///   - validators: Of the version that is known already; nil for none.
  ///   - descriptor: Open for writing, empty, at its beginning; stays open. What it holds after an error is worthless.
  ///   - allowance: Asked before each piece is written; where it says no, `.tooLarge` is thrown.
  ///   - progress: On any thread, ten times a second at the most.
  /// - Returns: What tells this version from others; nil where the known one is still right.
  func download(
    _ url: URL, unlessMatches validators: HTTPValidators?, to descriptor: Int32,
    allowance: DownloadAllowance, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPValidators?

  /// An error that quotes a file, without the secrets by which the file was asked for.
  func hidingSecrets(in error: PhotoSourceError, of url: URL) -> PhotoSourceError
}

extension RemoteFiles {
  public func hidingSecrets(in error: PhotoSourceError, of url: URL) -> PhotoSourceError { error }
}

/// A part of a file, or all of it.
public struct FilePart: Hashable, Sendable {
  public var bytes: [UInt8]
  /// Which bytes of the file the server says that these are; nil where it doesn't say.
  public var range: Range<Int>?
  /// Of the whole file; nil where that isn't known.
  public var fileByteCount: Int?
  /// What tells this version of the file from others.
  public var validators: HTTPValidators

  public init(
    bytes: [UInt8], range: Range<Int>? = nil, fileByteCount: Int? = nil,
    validators: HTTPValidators = HTTPValidators()
  ) {
    self.bytes = bytes
    self.range = range
    self.fileByteCount = fileByteCount
    self.validators = validators
  }
}

/// A kind of server that keeps files in folders, or a disk.
///
/// Paths are relative to the folder that is shown, in the bytes of the server's own names, without a separator at either
/// end; empty for that folder itself. A conformer is all that a new kind of server needs: `FolderScan` and its repository
/// do the rest.
public protocol RemoteFileSystem: RemoteFiles {
  /// What the gallery is called, cleaned, such as `2024 · photos`.
  var title: String { get }
  /// Names the source in the store: the same in every run, without secrets.
  var sourceID: String { get }
  /// Whether the listing of a folder can hold the files of all folders below it, too.
  var listsRecursively: Bool { get }
  /// How many folders in a row may hold no picture before the scan ends; nil for any number.
  var emptyFolderLimit: Int? { get }
  /// Whether files can be written, under a condition.
  var takesFiles: Bool { get }

  /// Lists a folder, a page at a time.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether the folders below are wanted, too; only where the file system `listsRecursively`.
  ///   - token: Where the listing continues (`RemoteListing.next`); nil for its beginning.
  /// - Throws: `.permissionDenied` and `.notFound` where this folder alone can't be listed.
  func list(
    _ folder: [UInt8], isRecursive: Bool, after token: String?
  ) async throws(PhotoSourceError) -> RemoteListing

  /// The address of a file; nil for a name that no address can have.
  func url(of path: [UInt8]) -> URL?

  /// The address of a smaller picture that the server makes of a file; nil where it makes none.
  ///
  /// - Parameters:
  ///   - previewID: As the listing has it (`RemoteEntry.previewID`).
  ///   - version: Changes with the file, so that no cache shows the preview of a former one.
  func previewURL(of previewID: UInt64, version: UInt64) -> URL?

  /// - Returns: What is known of a file without reading it, its bytes left out; nil where there is none.
  func stat(_ url: URL) async throws(PhotoSourceError) -> FilePart?

  /// Puts a file in its place, under a condition.
  func write(
    _ bytes: [UInt8], to url: URL, if condition: WriteCondition
  ) async throws(SidecarError) -> WriteOutcome

  /// Deletes a file that `write` has made.
  func remove(_ url: URL) async throws(SidecarError)
}

/// What must be true for a file to be written (RFC 9110, 13.1).
public enum WriteCondition: Hashable, Sendable {
  /// There is no such file.
  case isNew
  /// The file still has this entity tag.
  case hasTag(String)
}

/// What became of a file that was to be written.
public enum WriteOutcome: Hashable, Sendable {
  case written
  /// The condition doesn't hold.
  case refused
  /// The server says that there is no such file.
  ///
  /// - isRefusal: Whether it says so because no file can have the tag of the condition.
  case missing(PhotoSourceError, isRefusal: Bool)
}

/// Of a file system that is read only, and makes no pictures of its own.
extension RemoteFileSystem {
  public var listsRecursively: Bool { false }
  public var emptyFolderLimit: Int? { nil }
  public var takesFiles: Bool { false }

  public func previewURL(of previewID: UInt64, version: UInt64) -> URL? { nil }

  public func write(
    _ bytes: [UInt8], to url: URL, if condition: WriteCondition
  ) async throws(SidecarError) -> WriteOutcome {
    throw .readOnlyServer
  }

  public func remove(_ url: URL) async throws(SidecarError) { throw .readOnlyServer }
}
