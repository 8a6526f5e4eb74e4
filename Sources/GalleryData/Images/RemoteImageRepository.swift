import FeedFormats
import Foundation
import GalleryDomain
import Glibc
import PictureProtocol
import Synchronization

/// Pictures over HTTP, kept in a store.
///
/// A stored picture is available immediately without a request.
/// However many callers ask for a URL, one request is made; each caller may stop waiting on its own, and the request
/// ends when the last one has left. Anything that isn't a picture (an error page, a format that is not accepted from
/// the network) is an error and never stored.
public final actor RemoteImageRepository: PhotoImageRepository {
  private let files: any RemoteFiles
  private let store: any ImageStore
  private let areOwn: Bool
  private let loads = SharedLoads<URL, FileReference>()
  /// Of the URLs that someone waits for.
  private var shares: [URL: ProgressShare] = [:]
  private var lastListener = 0

  /// - Parameter areOwn: Whether the pictures are the user's own files, of any format that can be shown.
  public init(files: any RemoteFiles, store: any ImageStore, areOwn: Bool = false) {
    (self.files, self.store, self.areOwn) = (files, store, areOwn)
  }

  public func storedImage(at url: URL) async -> FileReference? {
    await store.image(at: url)?.file
  }

  public func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    if !isRefresh, let file = await storedImage(at: url) { return file }
    let share = shares[url] ?? ProgressShare()
    shares[url] = share
    lastListener += 1
    let listener = lastListener
    share.add(listener, progress)
    defer { if share.remove(listener), shares[url] === share { shares[url] = nil } }
    // A load that is under way asks the network, and so is fresh enough for a refresh, too.
    return try await loads.value(of: url) { [self] () async throws(PhotoSourceError) in
      try await fetch(url, isRefresh: isRefresh) { share.tell($0) }
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
    guard let file = await store.makeFile() else {
      throw .unreadable(name: ImageName.text(url), code: 0)
    }
    let validators: HTTPValidators?
    do throws(PhotoSourceError) {
      validators = try await files.download(
        url, unlessMatches: known?.validators, to: file.descriptor, byteLimit: file.byteLimit,
        progress: progress)
      if validators != nil { try check(file, url) }
      guard !Task.isCancelled else { throw .cancelled }
    } catch {
      await store.discard(file)
      throw error
    }
    if let validators {
      guard let saved = await store.save(file, for: url, validators: validators) else {
        throw .unreadable(name: ImageName.text(url), code: 0)
      }
      return saved
    }
    await store.discard(file)
    // Only a known picture can be unchanged.
    guard let known else { throw .unreadable(name: ImageName.text(url), code: 0) }
    await store.confirm(url)
    return known.file
  }

  private nonisolated func check(_ file: ImageFile, _ url: URL) throws(PhotoSourceError) {
    var bytes = [UInt8](repeating: 0, count: PictureFormat.beginningByteCount)
    let count = bytes.withUnsafeMutableBytes { pread(file.descriptor, $0.baseAddress, $0.count, 0) }
    if let fault = ImageAnswer.fault(Array(bytes.prefix(max(0, count))), of: url, isOwn: areOwn) {
      throw files.hidingSecrets(in: fault, of: url)
    }
  }
}

/// What a server's answer to a request for a picture means.
enum ImageAnswer {
  /// How much of the answer to quote in an error.
  private static let shownByteCount = 64

  /// Why a file from a successful answer isn't a picture, judged by its first bytes: an error page with status 200, a
  /// format that is not accepted from the network, an empty file. nil if it looks like a picture.
  ///
  /// - Parameter isOwn: Whether it is the user's own file, of any format that can be shown.
  static func fault(
    _ beginning: [UInt8], of url: URL, isOwn: Bool = false
  ) -> PhotoSourceError? {
    let format = PictureFormat(beginning: beginning)
    guard format?.isAllowed(from: isOwn ? .ownServer : .network) != true else { return nil }
    return .notAPicture(
      name: ImageName.text(url),
      beginning: TextCleaner.line(bytes: beginning.prefix(shownByteCount), limit: .field))
  }
}

/// Reports a picture's progress to all callers that wait for it.
private final class ProgressShare: Sendable {
  private let listeners = Mutex<[Int: @Sendable (ImageProgress) -> Void]>([:])

  func add(_ number: Int, _ listener: @escaping @Sendable (ImageProgress) -> Void) {
    listeners.withLock { $0[number] = listener }
  }

  /// - Returns: Whether no listener is left.
  func remove(_ number: Int) -> Bool {
    listeners.withLock { listeners in
      listeners[number] = nil
      return listeners.isEmpty
    }
  }

  /// Call on any thread.
  func tell(_ progress: ImageProgress) {
    for listener in listeners.withLock({ Array($0.values) }) { listener(progress) }
  }
}
