import FeedFormats
import Files
import Foundation
import GalleryDomain
import Glibc
import PictureProtocol

/// Reads the small picture that a camera has put into a file. A picture worker does this: files from strangers are never
/// parsed in this process.
public protocol EmbeddedThumbnailReader: Sendable {
  /// - Parameter file: A picture's file, or its beginning.
  /// - Returns: A JPEG, empty if the file has none; nil if no worker could tell: there is none, it ended, or the task was
  ///   cancelled.
  func thumbnail(in file: FileReference) async -> [UInt8]?
}

/// What is read of pictures on a server before one is opened: their beginnings, and the thumbnails in these. A photo in a
/// list costs one request of at most 256 kB, once; metadata and thumbnails that lie behind aren't known until it is
/// opened.
///
/// They are kept in the picture store next to the pictures, under URLs of their own (`…#beginning-…`, `…#thumbnail-…`) that
/// change with what the listing says about the file.
public final actor RemotePictureMetadata {
  fileprivate let files: any RemoteFiles
  fileprivate let store: any ImageStore
  private let thumbnails: (any EmbeddedThumbnailReader)?
  fileprivate let areOwn: Bool
  private let loads = SharedLoads<URL, FileReference>()

  /// Exif takes at most 64 kB, at the beginning of a JPEG; raw files and HEIC spread theirs more widely. Pictures with
  /// fewer bytes are fetched completely: that costs less than a beginning and the rest later.
  static let byteCount = 256 << 10
  static let sidecarByteLimit = 16 << 20
  private static let mark = "thumbnail-"
  private static let headMark = "beginning-"

  /// - Parameters:
  ///   - thumbnails: nil for none.
  ///   - areOwn: Whether the pictures are the user's own files, of any format that can be shown.
  public init(
    files: any RemoteFiles, store: any ImageStore, thumbnails: (any EmbeddedThumbnailReader)?,
    areOwn: Bool = true
  ) {
    self.thumbnails = thumbnails
    self.areOwn = areOwn
    self.files = files
    self.store = store
  }

  /// The URL of the thumbnail in a picture's file; nil if the picture itself is small enough.
  static func thumbnailURL(of picture: URL, byteCount: Int?, version: UInt64) -> URL? {
    if let byteCount, byteCount <= Self.byteCount { return nil }
    return marked(picture, mark + StableHash.hex(version))
  }

  /// Whether a URL is that of a thumbnail in a picture's file.
  public static func isThumbnail(_ url: URL) -> Bool { url.fragment()?.hasPrefix(mark) ?? false }

  private static func headURL(of picture: URL, version: UInt64) -> URL? {
    marked(picture, headMark + StableHash.hex(version))
  }

  private static func marked(_ url: URL, _ fragment: String) -> URL? {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.fragment = fragment
    return parts?.url
  }

  /// The stored file for a URL.
  func stored(_ url: URL) async -> FileReference? { await store.image(at: url)?.file }

  /// - Parameter url: A URL that `isThumbnail`.
  /// - Throws: `.notFound` if the picture has none.
  func thumbnail(at url: URL) async throws(PhotoSourceError) -> FileReference {
    try await shared(url) { [self] () async throws(PhotoSourceError) in
      let version = url.fragment()?.dropFirst(Self.mark.count) ?? ""
      guard let thumbnails, let picture = Self.picture(of: url) else {
        throw .notFound(name: WebAddress.shown(url))
      }
      let head = try await beginning(of: picture, version: UInt64(version, radix: 16) ?? 0)
      // All of a picture whose size the listing doesn't say.
      if let size = FileStamp(of: head)?.byteCount, size < Self.byteCount { return head }
      guard let bytes = await thumbnails.thumbnail(in: head) else {
        // It is not remembered: the next worker may tell.
        throw Task.isCancelled ? .cancelled : .unreadable(name: WebAddress.shown(picture), code: 0)
      }
      guard PictureFormat(beginning: bytes) == .jpeg else {
        throw .notFound(name: WebAddress.shown(url))
      }
      return try await keep(bytes, for: url, HTTPValidators())
    }
  }

  /// The URL of the picture that has a thumbnail.
  static func picture(of thumbnail: URL) -> URL? {
    var parts = URLComponents(url: thumbnail, resolvingAgainstBaseURL: true)
    parts?.fragment = nil
    return parts?.url
  }

  /// - Parameter url: Of an XMP sidecar.
  func sidecar(at url: URL, version: UInt64) async throws(PhotoSourceError) -> FileReference {
    guard let storedURL = Self.marked(url, "sidecar-" + StableHash.hex(version)) else {
      throw .notFound(name: WebAddress.shown(url))
    }
    return try await shared(storedURL) { [self] () async throws(PhotoSourceError) in
      let contents = try await files.contents(of: url, byteLimit: Self.sidecarByteLimit)
      return try await keep(contents.bytes, for: storedURL, contents.validators)
    }
  }

  /// The beginning of a picture, or the whole of a short one.
  func beginning(
    of url: URL, version: UInt64
  ) async throws(PhotoSourceError) -> FileReference {
    guard let storedURL = Self.headURL(of: url, version: version) else {
      throw .notFound(name: WebAddress.shown(url))
    }
    return try await shared(storedURL) { [self] () async throws(PhotoSourceError) in
      let head = try await files.beginning(of: url, byteCount: Self.byteCount)
      if let fault = ImageAnswer.fault(head.bytes, of: url, isOwn: areOwn) { throw fault }
      return try await keep(head.bytes, for: storedURL, head.validators)
    }
  }

  /// However many callers ask, one request is made; it ends when the last of them has left.
  private func shared(
    _ storedURL: URL,
    _ body: @escaping @Sendable () async throws(PhotoSourceError) -> FileReference
  ) async throws(PhotoSourceError) -> FileReference {
    if let file = await stored(storedURL) { return file }
    return try await loads.value(of: storedURL, body)
  }

  private func keep(
    _ bytes: [UInt8], for storedURL: URL, _ validators: HTTPValidators
  ) async throws(PhotoSourceError) -> FileReference {
    let error = PhotoSourceError.unreadable(name: WebAddress.shown(storedURL), code: ENOSPC)
    guard let file = await store.makeFile() else { throw error }
    guard bytes.count <= file.byteLimit,
      (try? FileSystemCalls().write(bytes, to: file.descriptor)) != nil
    else {
      await store.discard(file)
      throw error
    }
    guard let saved = await store.save(file, for: storedURL, validators: validators) else {
      throw error
    }
    return saved
  }
}

/// The pictures of a folder on a server: thumbnails are those in the beginnings of the files.
public struct RemoteFolderImages: PhotoImageRepository {
  private let pictureMetadata: RemotePictureMetadata
  private let pictures: RemoteImageRepository

  public init(_ pictureMetadata: RemotePictureMetadata) {
    self.pictureMetadata = pictureMetadata
    pictures = RemoteImageRepository(
      files: pictureMetadata.files, store: pictureMetadata.store, areOwn: pictureMetadata.areOwn)
  }

  public func storedImage(at url: URL) async -> FileReference? {
    RemotePictureMetadata.isThumbnail(url)
      ? await pictureMetadata.stored(url) : await pictures.storedImage(at: url)
  }

  public func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    guard RemotePictureMetadata.isThumbnail(url) else {
      return try await pictures.image(at: url, isRefresh: isRefresh, progress: progress)
    }
    // The URL contains what the listing says about the file, so there is nothing to revalidate.
    do throws(PhotoSourceError) {
      return try await pictureMetadata.thumbnail(at: url)
    } catch .notFound(let name) {
      // A photo that has been opened is here as a whole.
      let picture = RemotePictureMetadata.picture(of: url)
      if let picture, let file = await pictures.storedImage(at: picture) { return file }
      throw .notFound(name: name)
    }
  }
}
