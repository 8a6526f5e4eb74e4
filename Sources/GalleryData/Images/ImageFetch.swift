import FeedFormats
import Foundation
import GalleryDomain
import PictureProtocol
import Synchronization

/// One request for a picture, from the lookup to the stored file.
struct ImageFetch: Sendable {
  var files: any RemoteFiles
  var store: any ImageStore
  /// Takes pictures that the store can't.
  var fallback: any ImageStore
  /// Whether the pictures are the user's own files, of any format that can be shown.
  var areOwn = false

  /// - Returns: nil if neither store has it, or its file is gone.
  func stored(_ url: URL) async -> StoredImage? {
    for store in [store, fallback] {
      if let image = await store.image(at: url), FileStamp(of: image.file) != nil { return image }
    }
    return nil
  }

  /// - Parameter isRefresh: Whether to revalidate a stored picture; otherwise it is used as it is.
  func run(
    _ url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    let known = await stored(url)
    if let known, !isRefresh { return known.file }
    let (file, owner) = try await makeFile(for: url)
    let validators: HTTPValidators?
    do throws(PhotoSourceError) {
      validators = try await files.download(
        url, unlessMatches: known?.validators, to: file.descriptor, allowance: file.allowance,
        progress: progress)
      if validators != nil { try check(file, url) }
      guard !Task.isCancelled else { throw .cancelled }
    } catch {
      await owner.discard(file)
      throw error
    }
    if let validators { return try await save(file, of: owner, for: url, validators) }
    await owner.discard(file)
    // Only a known picture can be unchanged.
    guard let known else { throw .unreadable(name: ImageName.text(url), code: 0) }
    await store.confirm(url)
    return known.file
  }

  private func makeFile(
    for url: URL
  ) async throws(PhotoSourceError) -> (ImageFile, any ImageStore) {
    for store in [store, fallback] {
      if let file = await store.makeFile() { return (file, store) }
    }
    throw .unreadable(name: ImageName.text(url), code: 0)
  }

  private func check(_ file: ImageFile, _ url: URL) throws(PhotoSourceError) {
    guard let reader = ImageFileReader(file.file) else {
      throw .unreadable(name: ImageName.text(url), code: 0)
    }
    if let fault = ImageAnswer.fault(
      reader.beginning(PictureFormat.beginningByteCount), of: url, isOwn: areOwn)
    {
      throw files.hidingSecrets(in: fault, of: url)
    }
  }

  /// A store that fills up or disappears at the last moment must not lose the picture.
  private func save(
    _ file: ImageFile, of owner: any ImageStore, for url: URL, _ validators: HTTPValidators
  ) async throws(PhotoSourceError) -> FileReference {
    let bytes = ImageFileReader(file.file)
    if let saved = await owner.save(file, for: url, validators: validators) { return saved }
    guard let bytes, let copy = await fallback.makeFile() else {
      throw .unreadable(name: ImageName.text(url), code: 0)
    }
    guard copy.allowance.allows(byteCount: bytes.byteCount), bytes.copy(to: copy.descriptor),
      let saved = await fallback.save(copy, for: url, validators: validators)
    else {
      await fallback.discard(copy)
      throw .unreadable(name: ImageName.text(url), code: 0)
    }
    return saved
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
final class ProgressShare: Sendable {
  private let listeners = Mutex<[Int: @Sendable (ImageProgress) -> Void]>([:])

  func add(_ number: Int, _ listener: @escaping @Sendable (ImageProgress) -> Void) {
    listeners.withLock { $0[number] = listener }
  }

  func remove(_ number: Int) {
    listeners.withLock { $0[number] = nil }
  }

  /// Call on any thread.
  func tell(_ progress: ImageProgress) {
    for listener in listeners.withLock({ Array($0.values) }) { listener(progress) }
  }
}
