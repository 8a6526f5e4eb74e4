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
  func beginning(of url: URL, byteCount: Int) async throws(PhotoSourceError) -> FilePart

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

  public init(bytes: [UInt8], validators: HTTPValidators = HTTPValidators()) {
    self.bytes = bytes
    self.validators = validators
  }
}

/// A kind of server that keeps files in folders. A new kind needs only a conformer: `FolderOnServer` does the rest.
public protocol RemoteFileSystem: Sendable {
  /// The one that is shown.
  var folder: any RemoteFolder { get }
  /// The files in it.
  var files: any RemoteFiles { get }

  /// Lists a folder, a page at a time.
  ///
  /// - Parameters:
  ///   - folder: Below the one that is shown; empty for that one itself.
  ///   - isRecursive: Whether to list the folders below, too; only if the folder `listsRecursively`.
  ///   - token: Where the listing continues (`RemoteListing.next`); nil for its beginning.
  /// - Throws: `.permissionDenied` and `.notFound` if only this folder can't be listed.
  func list(
    _ folder: [UInt8], isRecursive: Bool, after token: String?
  ) async throws(PhotoSourceError) -> RemoteListing
}
