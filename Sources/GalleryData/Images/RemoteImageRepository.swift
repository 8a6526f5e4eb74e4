import FeedFormats
import Files
import Foundation
import GalleryDomain
import Glibc
import PictureProtocol
import Synchronization

/// Reads the small picture that a camera has put into a file. A picture worker does this: files from strangers are never
/// parsed in this process.
public protocol EmbeddedThumbnailReader: Sendable {
  /// - Parameter file: A picture's file, or its beginning.
  /// - Returns: A JPEG, empty if the file has none; nil if no worker could tell: there is none, it ended, or the task was
  ///   cancelled.
  func thumbnail(in file: FileReference) async -> [UInt8]?
}

/// Pictures of servers, kept in a store; and what is read of them before one is opened: their beginnings, the thumbnails in
/// these, and sidecars.
///
/// What is stored is available immediately without a request. However many callers ask for a URL, one request is made;
/// each caller may stop waiting on its own, and the request ends when the last one has left. Anything that isn't a picture (an
/// error page, a format that is not accepted from the network) is an error and never stored.
///
/// A photo in a list of a server costs one request of at most 256 kB, once; metadata and thumbnails that lie behind aren't known
/// until it is opened. Such parts are stored under URLs of their own (`…#beginning-…`, `…#thumbnail-…`) that change with
/// what the listing says about the file, so there is nothing to revalidate.
public final actor RemoteImageRepository: PhotoImageRepository {
  private let files: any RemoteFiles
  private let store: any ImageStore
  private let thumbnails: (any EmbeddedThumbnailReader)?
  private let areOwn: Bool
  private let loads = SharedLoads<URL, FileReference>()
  /// Called with the progress of each URL.
  private let listeners = Mutex<[URL: [Int: @Sendable (ImageProgress) -> Void]]>([:])
  private var lastListener = 0

  /// Exif takes at most 64 kB, at the beginning of a JPEG; raw files and HEIC spread theirs more widely. Pictures with
  /// fewer bytes are fetched completely: that costs less than a beginning and the rest later.
  static let beginningByteCount = 256 << 10
  static let sidecarByteLimit = 16 << 20
  /// How much of a response that isn't a picture is quoted.
  private static let quotedByteCount = 64

  /// - Parameters:
  ///   - thumbnails: nil for none.
  ///   - areOwn: Whether the pictures are the user's own files, of any format that can be shown.
  public init(
    files: any RemoteFiles, store: any ImageStore,
    thumbnails: (any EmbeddedThumbnailReader)? = nil, areOwn: Bool = false
  ) {
    (self.files, self.store, self.thumbnails, self.areOwn) = (files, store, thumbnails, areOwn)
  }

  public func storedImage(at url: URL) async -> FileReference? {
    await store.image(at: url)?.file
  }

  public func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    // Elsewhere, such an address is that of a picture.
    if areOwn || thumbnails != nil, Part.thumbnail.isNamed(by: url) {
      return try await thumbnail(at: url)
    }
    if !isRefresh, let file = await storedImage(at: url) { return file }
    lastListener += 1
    let listener = lastListener
    listeners.withLock { $0[url, default: [:]][listener] = progress }
    defer {
      listeners.withLock { listeners in
        listeners[url]?[listener] = nil
        if listeners[url]?.isEmpty == true { listeners[url] = nil }
      }
    }
    // A load that is under way asks the network, and so is fresh enough for a refresh, too.
    return try await loads.value(of: url) { [self] () async throws(PhotoSourceError) in
      try await fetch(url, isRefresh: isRefresh) { [self] step in
        let current = listeners.withLock { Array($0[url, default: [:]].values) }
        for report in current { report(step) }
      }
    }
  }

  /// One request, from the lookup to the stored file.
  ///
  /// - Parameter isRefresh: Whether to revalidate a stored picture; otherwise it is used as it is.
  private nonisolated func fetch(
    _ url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    let known = await store.image(at: url)
    if let known, !isRefresh { return known.file }
    let new = try await keep(url) { (file) async throws(PhotoSourceError) in
      let validators = try await files.download(
        url, unlessMatches: known?.validators, to: file.descriptor, byteLimit: file.byteLimit,
        progress: progress)
      guard let validators else { return nil }
      var bytes = [UInt8](repeating: 0, count: PictureFormat.beginningByteCount)
      let count = bytes.withUnsafeMutableBytes {
        pread(file.descriptor, $0.baseAddress, $0.count, 0)
      }
      try check(Array(bytes.prefix(max(0, count))), of: url)
      return validators
    }
    if let new { return new }
    // Only a known picture can be unchanged.
    guard let known else { throw .unreadable(name: ImageName.text(url), code: 0) }
    await store.confirm(url)
    return known.file
  }

  // MARK: Parts

  /// What is kept of a picture besides the whole; the raw value begins the fragment of its URL.
  private enum Part: String {
    case thumbnail, beginning, sidecar

    /// - Parameter version: Of the file, by its listing.
    func url(of file: URL, version: UInt64) -> URL? {
      var parts = URLComponents(url: file, resolvingAgainstBaseURL: true)
      parts?.fragment = "\(rawValue)-\(StableHash.hex(version))"
      return parts?.url
    }

    func isNamed(by url: URL) -> Bool { url.fragment()?.hasPrefix("\(rawValue)-") ?? false }
  }

  /// The URL of the thumbnail in a picture's file; nil if the picture itself is small enough.
  static func thumbnailURL(of picture: URL, byteCount: Int?, version: UInt64) -> URL? {
    if let byteCount, byteCount <= beginningByteCount { return nil }
    return Part.thumbnail.url(of: picture, version: version)
  }

  /// - Throws: `.notFound` if the picture has none.
  private func thumbnail(at url: URL) async throws(PhotoSourceError) -> FileReference {
    let missing = PhotoSourceError.notFound(name: WebAddress.shown(url))
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.fragment = nil
    guard let picture = parts?.url,
      let version = url.fragment()?.split(separator: "-").last.flatMap({ UInt64($0, radix: 16) })
    else { throw missing }
    do throws(PhotoSourceError) {
      return try await shared(url) { [self] () async throws(PhotoSourceError) in
        guard let thumbnails else { throw missing }
        let head = try await beginning(of: picture, version: version)
        // All of a picture whose size the listing doesn't say.
        if let size = FileStamp(of: head)?.byteCount, size < Self.beginningByteCount { return head }
        guard let bytes = await thumbnails.thumbnail(in: head) else {
          // Not remembered, since the next worker may tell.
          throw Task.isCancelled
            ? .cancelled : .unreadable(name: WebAddress.shown(picture), code: 0)
        }
        guard PictureFormat(beginning: bytes) == .jpeg else { throw missing }
        return try await keep(FilePart(bytes: bytes), for: url)
      }
    } catch .notFound(let name) {
      // A photo that has been opened is here as a whole.
      if let file = await storedImage(at: picture) { return file }
      throw .notFound(name: name)
    }
  }

  /// - Parameter url: Of an XMP sidecar.
  func sidecar(at url: URL, version: UInt64) async throws(PhotoSourceError) -> FileReference {
    try await part(.sidecar, of: url, version) { [files] () async throws(PhotoSourceError) in
      try await files.contents(of: url, byteLimit: Self.sidecarByteLimit)
    }
  }

  /// The beginning of a picture, or the whole of a short one.
  func beginning(
    of url: URL, version: UInt64
  ) async throws(PhotoSourceError) -> FileReference {
    try await part(.beginning, of: url, version) { [self] () async throws(PhotoSourceError) in
      let head = try await files.beginning(of: url, byteCount: Self.beginningByteCount)
      try check(head.bytes, of: url)
      return head
    }
  }

  private func part(
    _ part: Part, of url: URL, _ version: UInt64,
    _ fetch: @escaping @Sendable () async throws(PhotoSourceError) -> FilePart
  ) async throws(PhotoSourceError) -> FileReference {
    guard let stored = part.url(of: url, version: version) else {
      throw .notFound(name: WebAddress.shown(url))
    }
    return try await shared(stored) { [self] () async throws(PhotoSourceError) in
      try await keep(try await fetch(), for: stored)
    }
  }

  private func shared(
    _ url: URL, _ body: @escaping @Sendable () async throws(PhotoSourceError) -> FileReference
  ) async throws(PhotoSourceError) -> FileReference {
    if let file = await storedImage(at: url) { return file }
    return try await loads.value(of: url, body)
  }

  // MARK: The store

  private func keep(_ part: FilePart, for url: URL) async throws(PhotoSourceError) -> FileReference
  {
    let full = PhotoSourceError.unreadable(name: WebAddress.shown(url), code: ENOSPC)
    let file = try await keep(url) { (file) throws(PhotoSourceError) in
      guard part.bytes.count <= file.byteLimit,
        (try? FileSystemCalls().write(part.bytes, to: file.descriptor)) != nil
      else { throw full }
      return part.validators
    }
    guard let file else { throw full }
    return file
  }

  /// Stores what is written into a new file.
  ///
  /// - Parameter write: Returns nil to drop the file.
  private nonisolated func keep(
    _ url: URL,
    _ write: (ImageFile) async throws(PhotoSourceError) -> HTTPValidators?
  ) async throws(PhotoSourceError) -> FileReference? {
    let error = PhotoSourceError.unreadable(name: ImageName.text(url), code: 0)
    guard let file = await store.makeFile() else { throw error }
    let validators: HTTPValidators?
    do throws(PhotoSourceError) {
      validators = try await write(file)
      guard !Task.isCancelled else { throw .cancelled }
    } catch {
      await store.discard(file)
      throw error
    }
    guard let validators else {
      await store.discard(file)
      return nil
    }
    guard let saved = await store.save(file, for: url, validators: validators) else { throw error }
    return saved
  }

  /// Refuses what isn't a picture by its first bytes, such as an error page with status 200 or an empty file.
  private nonisolated func check(_ beginning: [UInt8], of url: URL) throws(PhotoSourceError) {
    let format = PictureFormat(beginning: beginning)
    guard format?.isAllowed(from: areOwn ? .ownServer : .network) != true else { return }
    let fault = PhotoSourceError.notAPicture(
      name: ImageName.text(url),
      beginning: TextCleaner.line(bytes: beginning.prefix(Self.quotedByteCount), limit: .field))
    throw files.hidingSecrets(in: fault, of: url)
  }
}
