import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain

/// Files on a server, read by their URLs.
///
/// Every call ends early, throwing `.cancelled`, when its task is cancelled, and is limited in time and bytes.
public protocol RemoteFiles: Sendable {
  /// The most concurrent reads that one caller should make.
  var parallelReads: Int { get }

  /// Reads the beginning of a file, or all of a shorter one.
  func beginning(
    of url: URL, byteCount: Int
  ) async throws(PhotoSourceError) -> FilePart

  /// Reads the current version of a small file, bypassing caches on the way.
  ///
  /// - Throws: `.notFound` if there is none; `.tooLarge` beyond the limit.
  func contents(of url: URL, byteLimit: Int) async throws(PhotoSourceError) -> FilePart

  /// Fetches a whole file.
  ///
  /// - Parameters:
  ///   - validators: Those of the known version; nil for none.
  ///   - descriptor: Open for writing, empty, at its beginning; stays open. Its contents are meaningless after an
  ///     error.
  ///   - byteLimit: The most bytes to write; for more, `.tooLarge` is thrown.
  ///   - progress: On any thread, at most ten times a second.
  /// - Returns: The validators of this version; nil if the known one is still current.
  func download(
    _ url: URL, unlessMatches validators: HTTPValidators?, to descriptor: Int32,
    byteLimit: Int, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPValidators?

  /// An error that may quote a file, without the secrets of the request for it.
  func hidingSecrets(in error: PhotoSourceError, of url: URL) -> PhotoSourceError
}

extension RemoteFiles {
  public func hidingSecrets(in error: PhotoSourceError, of url: URL) -> PhotoSourceError { error }
}

/// The beginning of a file, or all of it.
public struct FilePart: Hashable, Sendable {
  public var bytes: [UInt8]
  /// Identify this version of the file.
  public var validators: HTTPValidators

  public init(
    bytes: [UInt8], validators: HTTPValidators = HTTPValidators()
  ) {
    self.bytes = bytes
    self.validators = validators
  }
}

/// A kind of server that keeps files in folders.
///
/// Paths are relative to the folder that is shown, in the bytes of the server's own names, without a separator at
/// either end; empty for that folder itself. A new kind of server needs only a conformer: `FolderOnServer` does the
/// rest.
public protocol RemoteFileSystem: Sendable {
  /// The files in these folders.
  var files: any RemoteFiles { get }
  /// What the gallery is called, cleaned, such as `2024 · photos`.
  var title: String { get }
  /// Identifies the source in the store: the same in every run, without secrets.
  var sourceID: String { get }
  /// Whether a listing of a folder can contain the files of all folders below it, too.
  var listsRecursively: Bool { get }
  /// How many folders in a row may have no picture before the scan ends; nil for any number.
  var emptyFolderLimit: Int? { get }
  /// Lists a folder, a page at a time.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether to list the folders below, too; only if the file system `listsRecursively`.
  ///   - token: Where the listing continues (`RemoteListing.next`); nil for its beginning.
  /// - Throws: `.permissionDenied` and `.notFound` if only this folder can't be listed.
  func list(
    _ folder: [UInt8], isRecursive: Bool, after token: String?
  ) async throws(PhotoSourceError) -> RemoteListing

  /// The URL of a file; nil for a name that can't be part of a URL.
  func url(of path: [UInt8]) -> URL?

  /// The URL of a smaller picture that the server makes of a file; nil if it doesn't make one.
  ///
  /// - Parameters:
  ///   - previewID: As the listing has it (`RemoteEntry.previewID`).
  ///   - version: Changes with the file, so that no cache shows the preview of an earlier one.
  func previewURL(of previewID: UInt64, version: UInt64) -> URL?
}

/// For a file system that makes no smaller pictures.
extension RemoteFileSystem {
  public var listsRecursively: Bool { false }
  public var emptyFolderLimit: Int? { nil }

  public func previewURL(of previewID: UInt64, version: UInt64) -> URL? { nil }
}
