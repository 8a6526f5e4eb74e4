import FeedFormats
import Foundation
import GalleryDomain
import Glibc
import Synchronization

/// The XMP sidecars of a folder on a server: read with their photos, and written unless another program has written
/// since.
///
/// Writing takes three steps: the file is read again and compared with what its photo was shown with, edited, and
/// replaced under the condition that it is still the one that was read (`If-Match`, `If-None-Match`; RFC 9110, 13.1).
/// If it differs from the one that was shown, the editor decides by the contents of the two. A server that ignores
/// conditions is detected before the first write, by means of hidden test files, and not written to.
final class RemoteSidecars: Sendable {
  /// A sidecar that was read.
  struct Content: Sendable {
    var file: FileReference
    var bytes: [UInt8]
  }

  private struct State {
    /// The last known contents of each.
    var known: [[UInt8]: Known] = [:]
    /// Those that were written since the listing.
    var written: [[UInt8]: UInt64] = [:]
    /// The hashes of the last writes that were sent: another edit of ours may find one of them there.
    var sent: [[UInt8]: [UInt64]] = [:]
    /// Whether the server respects each kind of condition.
    var keeps: [Condition: Bool] = [:]
    /// Whether the server compares entity tags without their quotation marks.
    var wantsBareTags = false
  }

  private enum Known: Hashable {
    /// Its hash.
    case content(UInt64)
    /// It couldn't be read when its photo was shown.
    case unread
  }

  /// A kind of condition for writing a file.
  private enum Condition: Hashable {
    /// The file still has this entity tag, written with or without quotation marks.
    case tag(isBare: Bool)
    /// There is no such file yet.
    case isNew
  }

  private let files: any RemoteFileSystem
  private let pictureMetadata: RemotePictureMetadata
  private let pause: @Sendable () async -> Void
  private let state = Mutex(State())

  static let byteLimit = 16 << 20
  /// The most sidecars whose hashes are remembered (about 100 bytes each).
  private static let knownLimit = 200_000

  /// - Parameter pause: Waits until a file that was just written has a strong entity tag: servers that derive tags from
  ///   the date only have one a second later.
  init(
    files: any RemoteFileSystem, pictureMetadata: RemotePictureMetadata,
    pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(1.1)) }
  ) {
    self.files = files
    self.pictureMetadata = pictureMetadata
    self.pause = pause
  }

  /// Call when the folder is listed again: forgets what was written since.
  func listingRestarted() {
    state.withLock { $0.written = [:] }
  }

  // MARK: Reading

  /// A number that changes when the sidecar of a photo is replaced, changed or deleted; 0 without one.
  func version(of photo: [UInt8], in scan: RemoteFolderScan?) -> UInt64 {
    place(of: photo, in: scan)?.version ?? 0
  }

  /// - Returns: nil for a photo without one.
  func content(
    of photo: [UInt8], in scan: RemoteFolderScan?
  ) async throws(PhotoSourceError) -> Content? {
    guard let place = place(of: photo, in: scan), let url = files.url(of: place.path) else {
      return nil
    }
    do throws(PhotoSourceError) {
      let file = try await pictureMetadata.sidecar(at: url, version: place.version)
      let bytes = try FileBytes.read(file, byteLimit: Self.byteLimit).bytes
      note(.content(StableHash.hash(bytes)), of: place.path)
      return Content(file: file, bytes: bytes)
    } catch {
      note(.unread, of: place.path)
      throw error
    }
  }

  private func place(
    of photo: [UInt8], in scan: RemoteFolderScan?
  ) -> (path: [UInt8], version: UInt64)? {
    let usual = Self.usualPath(of: photo)
    let written = state.withLock { $0.written }
    if let listed = scan?.sidecar(of: photo) {
      return (listed.path, written[listed.path] ?? listed.version)
    }
    return written[usual].map { (usual, $0) }
  }

  /// Where a new one is created.
  private static func usualPath(of photo: [UInt8]) -> [UInt8] { photo + Array(".xmp".utf8) }

  private func note(_ known: Known, of path: [UInt8]) {
    state.withLock { state in
      if state.known[path] != nil || state.known.count < Self.knownLimit {
        state.known[path] = known
      }
    }
  }

  // MARK: Writing

  /// Reads the sidecar of a photo again, to change it.
  ///
  /// - Throws: `.changedElsewhere` if it has gone, or one with the other usual name has appeared.
  func open(
    of photo: [UInt8], in scan: RemoteFolderScan?
  ) async throws(SidecarError) -> RemoteSidecar {
    let place = place(of: photo, in: scan)
    let path = place?.path ?? Self.usualPath(of: photo)
    guard let url = files.url(of: path) else { throw .notOwn }
    let name = TextCleaner.line(bytes: FilePath.lastComponent(path))
    let host = TextCleaner.line(url.host() ?? "", limit: .field)
    guard let answer = try await read(url, name: name) else {
      guard place == nil else { throw .changedElsewhere(name: name) }
      try await checkThatNew(beside: photo)
      return RemoteSidecar(path: path, url: url, name: name, host: host)
    }
    let shown = await shown(
      beside: StableHash.hash(answer.bytes), at: path, url, listed: place?.version)
    let tag = answer.validators.entityTag
    guard let tag, !tag.hasPrefix("W/") else { throw .unguarded(host: host) }
    return RemoteSidecar(
      path: path, url: url, name: name, host: host, bytes: answer.bytes, entityTag: tag,
      shown: shown, listedVersion: place?.version)
  }

  /// Call when the user has been shown what others have changed in a sidecar: from now on, its photo counts as shown
  /// with that.
  func acknowledge(_ sidecar: RemoteSidecar) async {
    guard let bytes = sidecar.bytes else { return }
    await noteWritten(sidecar, bytes)
    // So that a refresh shows it, whatever the listing says.
    if let version = sidecar.listedVersion {
      await pictureMetadata.keepSidecar(bytes, at: sidecar.url, version: version)
    }
  }

  /// What the photo was shown with, or what was written here since, compared with what is there now.
  ///
  /// - Parameter version: As the listing has it; nil if it has no such file.
  private func shown(
    beside hash: UInt64, at path: [UInt8], _ url: URL, listed version: UInt64?
  ) async -> ShownSidecar {
    let (known, isOwn) = state.withLock { state in
      (state.known[path], state.sent[path]?.contains(hash) ?? false)
    }
    if isOwn { return .current }
    switch known {
    // Not shown yet, so nothing that was shown can be lost.
    case nil: return version == nil ? .former(nil) : .current
    case .unread: return .unknown
    case .content(hash): return .current
    case .content(let former):
      let bytes = await pictureMetadata.storedSidecar(at: url, version: version ?? former)
      guard let bytes, StableHash.hash(bytes) == former else { return .unknown }
      return .former(bytes)
    }
  }

  /// A sidecar is only new if there is none with the other usual name either, and if its photo exists.
  private func checkThatNew(beside photo: [UInt8]) async throws(SidecarError) {
    let name = TextCleaner.line(bytes: FilePath.lastComponent(photo))
    for path in SidecarName.paths(of: photo).filter({ $0.suffix(4).elementsEqual(".xmp".utf8) })
      .dropFirst()
    {
      guard let url = files.url(of: path) else { continue }
      let other = TextCleaner.line(bytes: FilePath.lastComponent(path))
      if try await read(url, name: other) != nil { throw .changedElsewhere(name: other) }
    }
    guard let url = files.url(of: photo) else { throw .notOwn }
    do throws(PhotoSourceError) {
      if try await files.stat(url) == nil { throw PhotoSourceError.notFound(name: name) }
    } catch .notFound {
      throw .gone(name: name)
    } catch .cancelled {
      throw .cancelled
    } catch {
      // The write itself will report other errors.
      if error.isUnreachable { throw .server(error) }
    }
  }

  /// - Returns: nil if there is no such file; with a strong entity tag, if the server has any.
  private func read(_ url: URL, name: String) async throws(SidecarError) -> FilePart? {
    for isLast in [false, false, true] {
      do throws(PhotoSourceError) {
        let answer = try await files.contents(of: url, byteLimit: Self.byteLimit)
        guard !isLast, answer.validators.entityTag?.hasPrefix("W/") ?? false else { return answer }
      } catch {
        switch error {
        case .notFound: return nil
        case .permissionDenied: throw .readOnly(name: name)
        case .cancelled: throw .cancelled
        default: throw .server(error)
        }
      }
      await pause()
    }
    return nil
  }

  /// Writes a sidecar.
  ///
  /// - Returns: false if another program was faster: it has to be read again.
  /// - Throws: `.changedElsewhere` if it has gone, `.unguarded`; nothing has been changed then.
  func replace(
    _ sidecar: RemoteSidecar, with bytes: [UInt8]
  ) async throws(SidecarError) -> Bool {
    guard let tag = sidecar.entityTag else {
      guard try await keeps(.isNew, beside: sidecar) else { throw .unguarded(host: sidecar.host) }
      return try await put(bytes, over: sidecar, .isNew) ?? false
    }
    let bare = tag.replacing("\"", with: "")
    if tag != bare, !state.withLock(\.wantsBareTags) {
      guard try await keeps(.tag(isBare: false), beside: sidecar) else {
        throw .unguarded(host: sidecar.host)
      }
      if let isDone = try await put(bytes, over: sidecar, .hasTag(tag)) { return isDone }
    }
    // Refused although nothing has changed: Ceph compares with the tag without its quotation marks.
    guard try await keeps(.tag(isBare: true), beside: sidecar) else {
      throw .unguarded(host: sidecar.host)
    }
    guard let isDone = try await put(bytes, over: sidecar, .hasTag(bare)) else {
      throw .changedElsewhere(name: sidecar.name)
    }
    if isDone { state.withLock { $0.wantsBareTags = true } }
    return isDone
  }

  /// - Returns: Whether the bytes are there now, false if others are; nil if the server has refused although nothing
  ///   has changed.
  private func put(
    _ bytes: [UInt8], over sidecar: RemoteSidecar, _ condition: WriteCondition
  ) async throws(SidecarError) -> Bool? {
    noteSent(StableHash.hash(bytes), of: sidecar.path)
    var failure: SidecarError?
    do throws(SidecarError) {
      switch try await files.write(bytes, to: sidecar.url, if: condition) {
      case .written:
        await noteWritten(sidecar, bytes)
        return true
      case .refused: break
      case .missing(let error, _): failure = .server(error)
      }
    } catch .cancelled {
      throw .cancelled
    } catch {
      failure = error
    }
    // An answer that didn't arrive, or that was to a second try, may belong to a write that succeeded.
    let now = try? await read(sidecar.url, name: sidecar.name)
    if let now, now.bytes == bytes {
      await noteWritten(sidecar, bytes)
      return true
    }
    if let failure { throw failure }
    if let now {
      if sidecar.entityTag != nil, now.validators.entityTag == sidecar.entityTag { return nil }
      return false
    }
    throw .changedElsewhere(name: sidecar.name)
  }

  private func noteSent(_ hash: UInt64, of path: [UInt8]) {
    state.withLock { state in
      if state.sent.count >= Self.knownLimit { state.sent = [:] }
      state.sent[path] = state.sent[path, default: []].suffix(3) + [hash]
    }
  }

  private func noteWritten(_ sidecar: RemoteSidecar, _ bytes: [UInt8]) async {
    let hash = StableHash.hash(bytes)
    note(.content(hash), of: sidecar.path)
    state.withLock { $0.written[sidecar.path] = hash }
    await pictureMetadata.keepSidecar(bytes, at: sidecar.url, version: hash)
  }

  /// Whether the server respects a kind of condition, tested once with a hidden file of our own.
  private func keeps(
    _ condition: Condition, beside sidecar: RemoteSidecar
  ) async throws(SidecarError) -> Bool {
    if let known = state.withLock({ $0.keeps[condition] }) { return known }
    let name = ".vitrine-\(StableHash.hex(UInt64.random(in: .min ... .max))).xmp"
    let slash = sidecar.path.lastIndex(of: FilePath.separator)
    let folder = slash.map { Array(sidecar.path[...$0]) } ?? []
    guard let url = files.url(of: folder + Array(name.utf8)) else { throw .notOwn }
    let tried: WriteCondition =
      switch condition {
      case .tag(let isBare): .hasTag(isBare ? "vitrine" : "\"vitrine\"")
      case .isNew: .isNew
      }
    // A tag that no file has must be refused immediately, and a new file when it is written a second time. Some servers
    // (WsgiDAV) create a missing file whatever the tag, and respect conditions only on existing files.
    var outcome: WriteOutcome
    do throws(SidecarError) {
      outcome = try await files.write([], to: url, if: tried)
      if outcome == .written {
        outcome = try await files.write([], to: url, if: tried)
        await remove(url)
      }
    } catch {
      switch error {
      // The error names the intended file.
      case .readOnly: throw .readOnly(name: sidecar.name)
      case .unwritable(_, let code): throw .unwritable(name: sidecar.name, code: code)
      default:
        // It may exist all the same.
        await remove(url)
        throw error
      }
    }
    let isRefused =
      switch outcome {
      case .written: false
      case .refused: true
      case .missing(_, let isRefusal): isRefusal
      }
    state.withLock { $0.keeps[condition] = isRefused }
    return isRefused
  }

  /// Runs even if the caller was cancelled.
  private func remove(_ url: URL) async {
    let files = files
    await Task.detached { try? await files.remove(url) }.value
  }
}

/// A sidecar on a server that was read to be changed.
public struct RemoteSidecar: Sendable {
  let path: [UInt8]
  let url: URL
  /// Of its file, cleaned.
  public let name: String
  let host: String
  /// nil if there is none yet.
  public var bytes: [UInt8]?
  var entityTag: String?
  /// What the photo was shown with.
  public var shown = ShownSidecar.current
  /// As the listing has it; nil for one that isn't listed.
  var listedVersion: UInt64?
}

/// What a photo was shown with, if others may have written its sidecar since.
public enum ShownSidecar: Hashable, Sendable {
  /// The current contents, or what was written here.
  case current
  /// These bytes; nil for none.
  case former([UInt8]?)
  /// Something else that is no longer known.
  case unknown
}
