import FeedFormats
import Foundation
import GalleryDomain
import Glibc
import Synchronization

/// The XMP sidecars of a folder at a server: read with their photos, and written where nobody else has written since.
///
/// Writing is three steps: the file is read anew and compared with what its photo was shown with, edited, and put in its
/// place under the condition that it is still the one that was read (`If-Match`, `If-None-Match`; RFC 9110, 13.1). A
/// server that passes over conditions is found out before the first write, with a file that nobody knows, and not
/// written to.
final class RemoteSidecars: Sendable {
  /// A sidecar that was read.
  struct Content: Sendable {
    var file: FileReference
    var bytes: [UInt8]
  }

  private struct State {
    /// The hash of what each was last known to hold; `none` for one that was not there.
    var known: [[UInt8]: Known] = [:]
    /// Those that were written since the listing.
    var written: [[UInt8]: UInt64] = [:]
    var guarding: Guarding?
    /// Whether the server is known to leave a file that is there, where only a new one may be put.
    var keepsExisting: Bool?
    /// Whether the server compares entity tags without their quotation marks.
    var wantsBareTags = false
  }

  private enum Known: Hashable {
    case none
    case content(UInt64)
  }

  /// Whether the server keeps to conditions.
  private enum Guarding {
    case kept, ignored
  }

  private let format: any RemoteFolderFormat
  private let transport: any HTTPTransport
  private let heads: PictureHeads
  private let pause: @Sendable () async -> Void
  private let state = Mutex(State())

  static let byteLimit = 16 << 20
  /// Of which it is remembered what they held, about 100 bytes each.
  private static let knownLimit = 200_000

  /// - Parameter pause: Waits until a file that was just written has a strong entity tag: servers that make them of the
  ///   date only have one a second later.
  init(
    format: any RemoteFolderFormat, transport: any HTTPTransport, heads: PictureHeads,
    pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(1.1)) }
  ) {
    self.format = format
    self.transport = transport
    self.heads = heads
    self.pause = pause
  }

  /// Forgets what was written when the folder is listed anew.
  func listedAnew() {
    state.withLock { $0.written = [:] }
  }

  // MARK: Reading

  /// Another number when the sidecar of a photo is another one, or has gone; 0 without one.
  func version(of photo: [UInt8], in scan: RemoteFolderScan) -> UInt64 {
    place(of: photo, in: scan)?.version ?? 0
  }

  /// - Returns: nil for a photo without one.
  func content(
    of photo: [UInt8], in scan: RemoteFolderScan
  ) async throws(PhotoSourceError) -> Content? {
    guard let place = place(of: photo, in: scan) else {
      note(.none, of: Self.usualPath(of: photo))
      return nil
    }
    guard let url = format.url(of: place.path) else { return nil }
    let file = try await heads.sidecar(at: url, version: place.version)
    let bytes = try FileBytes.read(file, byteLimit: Self.byteLimit).bytes
    note(.content(StableHash.hash(bytes)), of: place.path)
    return Content(file: file, bytes: bytes)
  }

  private func place(
    of photo: [UInt8], in scan: RemoteFolderScan
  ) -> (path: [UInt8], version: UInt64)? {
    let usual = Self.usualPath(of: photo)
    let written = state.withLock { $0.written }
    if let listed = scan.sidecar(of: photo) {
      return (listed.path, written[listed.path] ?? listed.version)
    }
    return written[usual].map { (usual, $0) }
  }

  /// Where one is made that is not there yet.
  private static func usualPath(of photo: [UInt8]) -> [UInt8] { photo + Array(".xmp".utf8) }

  private func note(_ known: Known, of path: [UInt8]) {
    state.withLock { state in
      if state.known[path] != nil || state.known.count < Self.knownLimit {
        state.known[path] = known
      }
    }
  }

  // MARK: Writing

  /// Reads the sidecar of a photo anew, to change it.
  ///
  /// - Throws: `.changedElsewhere` where it is not what the photo was shown with.
  func open(
    of photo: [UInt8], in scan: RemoteFolderScan
  ) async throws(SidecarError) -> RemoteSidecar {
    let place = place(of: photo, in: scan)
    let path = place?.path ?? Self.usualPath(of: photo)
    guard let url = format.url(of: path) else { throw .notOwn }
    let name = TextCleaner.line(bytes: FilePath.lastComponent(path))
    let host = TextCleaner.line(url.host() ?? "", limit: .field)
    let known = state.withLock { $0.known[path] }
    guard let answer = try await read(url, name: name) else {
      guard place == nil, known == nil || known == Known.none else {
        throw .changedElsewhere(name: name)
      }
      try await checkThatNew(beside: photo)
      return RemoteSidecar(path: path, url: url, name: name, host: host)
    }
    let content = Known.content(StableHash.hash(answer.body))
    guard known == content || (known == nil && place != nil) else {
      throw .changedElsewhere(name: name)
    }
    let tag = answer.headers["ETag"]
    guard let tag, !tag.hasPrefix("W/") else { throw .unguarded(host: host) }
    return RemoteSidecar(
      path: path, url: url, name: name, host: host, bytes: answer.body, entityTag: tag)
  }

  /// A sidecar is new where there is none under the other usual name either, and where there is a photo.
  private func checkThatNew(beside photo: [UInt8]) async throws(SidecarError) {
    let name = TextCleaner.line(bytes: FilePath.lastComponent(photo))
    for path in SidecarName.paths(of: photo).filter({ $0.suffix(4).elementsEqual(".xmp".utf8) })
      .dropFirst()
    {
      guard let url = format.url(of: path) else { continue }
      let other = TextCleaner.line(bytes: FilePath.lastComponent(path))
      if try await read(url, name: other) != nil { throw .changedElsewhere(name: other) }
    }
    guard let url = format.url(of: photo) else { throw .notOwn }
    var request = format.fileRequest(for: url)
    request.headers["Range"] = "bytes=0-0"
    request.answerByteLimit = 1
    request.cutsAnswer = true
    if try await send(request).status == 404 { throw .gone(name: name) }
  }

  /// - Returns: nil where there is no such file; with a strong entity tag, if the server has any.
  private func read(_ url: URL, name: String) async throws(SidecarError) -> HTTPResponse? {
    var request = format.fileRequest(for: url)
    // Compressed by the server it would have another entity tag.
    request.headers["Accept-Encoding"] = "identity"
    request.headers["Cache-Control"] = "no-cache"
    request.answerByteLimit = Self.byteLimit
    for isLast in [false, false, true] {
      let response = try await send(request)
      if response.status == 404 || response.status == 410 { return nil }
      guard response.isSuccess else { throw fault(of: response, name: name) }
      guard !isLast, response.headers["ETag"]?.hasPrefix("W/") ?? false else { return response }
      await pause()
    }
    return nil
  }

  /// Puts a sidecar in its place.
  ///
  /// - Throws: `.changedElsewhere` where another one is there now, `.unguarded`; nothing has been changed then.
  func replace(
    _ sidecar: RemoteSidecar, with bytes: [UInt8]
  ) async throws(SidecarError) {
    try await checkGuarding(beside: sidecar)
    let isNew = sidecar.bytes == nil
    if isNew, state.withLock({ $0.keepsExisting }) == false {
      throw .unguarded(host: sidecar.host)
    }
    guard try await put(bytes, over: sidecar) else {
      throw .changedElsewhere(name: sidecar.name)
    }
    await noteWritten(sidecar, bytes)
    if isNew { await checkThatExistingIsKept(sidecar, bytes) }
  }

  /// - Returns: Whether the bytes are there now; false where something else is.
  private func put(
    _ bytes: [UInt8], over sidecar: RemoteSidecar
  ) async throws(SidecarError) -> Bool {
    for condition in conditions(of: sidecar) {
      var failure: SidecarError?
      do throws(SidecarError) {
        let response = try await send(putting(bytes, at: sidecar.url, condition))
        if response.isSuccess {
          if condition.name == "If-Match", !condition.value.hasPrefix("\"") {
            state.withLock { $0.wantsBareTags = true }
          }
          return true
        }
        if !Self.isRefused(response.status) { failure = fault(of: response, name: sidecar.name) }
      } catch .cancelled {
        throw .cancelled
      } catch {
        failure = error
      }
      // An answer that did not come, or came to a second try, may have been of a write that was done.
      let now = try? await read(sidecar.url, name: sidecar.name)
      if let now, now.body == bytes { return true }
      if let failure { throw failure }
      // Refused though nothing has changed: by one that compares tags in its own way.
      guard let now, now.headers["ETag"] == sidecar.entityTag else { return false }
    }
    return false
  }

  /// Ceph compares with the entity tag without its quotation marks.
  private func conditions(of sidecar: RemoteSidecar) -> [(name: String, value: String)] {
    guard let tag = sidecar.entityTag else { return [("If-None-Match", "*")] }
    let bare = tag.replacing("\"", with: "")
    let tags = state.withLock(\.wantsBareTags) ? [bare] : tag == bare ? [tag] : [tag, bare]
    return tags.map { ("If-Match", $0) }
  }

  private func noteWritten(_ sidecar: RemoteSidecar, _ bytes: [UInt8]) async {
    let hash = StableHash.hash(bytes)
    note(.content(hash), of: sidecar.path)
    state.withLock { $0.written[sidecar.path] = hash }
    await heads.keepSidecar(bytes, at: sidecar.url, version: hash)
  }

  /// A file that nobody knows is not there, so that a condition on what it holds has to fail. Some servers make it all the
  /// same, and keep to conditions on files that are there.
  private func checkGuarding(beside sidecar: RemoteSidecar) async throws(SidecarError) {
    switch state.withLock({ $0.guarding }) {
    case .kept: return
    case .ignored: throw .unguarded(host: sidecar.host)
    case nil: break
    }
    let name = ".vitrine-\(StableHash.hex(UInt64.random(in: .min ... .max))).xmp"
    let slash = sidecar.path.lastIndex(of: FilePath.separator)
    let folder = slash.map { Array(sidecar.path[...$0]) } ?? []
    guard let url = format.url(of: folder + Array(name.utf8)) else { throw .notOwn }
    let request = putting([], at: url, ("If-Match", "\"vitrine\""))
    var response = try await send(request)
    if response.isSuccess {
      let second = try? await send(request)
      _ = try? await send(HTTPRequest(method: .delete, url: url, redirects: .sameHost))
      guard let second, !second.isSuccess else {
        state.withLock { $0.guarding = .ignored }
        throw .unguarded(host: sidecar.host)
      }
      response = second
    }
    guard Self.isRefused(response.status) || response.status == 404 else {
      throw fault(of: response, name: sidecar.name)
    }
    state.withLock { $0.guarding = .kept }
  }

  /// Once: what was just made is put there again, as a new file, which has to fail.
  private func checkThatExistingIsKept(_ sidecar: RemoteSidecar, _ bytes: [UInt8]) async {
    guard state.withLock({ $0.keepsExisting }) == nil,
      let response = try? await send(putting(bytes, at: sidecar.url, ("If-None-Match", "*")))
    else { return }
    if response.isSuccess || Self.isRefused(response.status) {
      state.withLock { $0.keepsExisting = !response.isSuccess }
    }
  }

  /// 412; AWS says 409 where two write at the same time.
  private static func isRefused(_ status: Int) -> Bool { status == 412 || status == 409 }

  private func putting(
    _ bytes: [UInt8], at url: URL, _ condition: (name: String, value: String)
  ) -> HTTPRequest {
    HTTPRequest(
      method: .put, url: url,
      headers: ["Content-Type": "application/rdf+xml", condition.name: condition.value],
      body: bytes, redirects: .sameHost)
  }

  private func send(_ request: HTTPRequest) async throws(SidecarError) -> HTTPResponse {
    do throws(PhotoSourceError) {
      return try await transport.send(request)
    } catch .cancelled {
      throw .cancelled
    } catch {
      throw .server(error)
    }
  }

  private func fault(of response: HTTPResponse, name: String) -> SidecarError {
    switch response.status {
    case 405, 501: return .readOnly(name: name)
    case 507: return .unwritable(name: name, code: ENOSPC)
    default: break
    }
    do throws(PhotoSourceError) {
      _ = try format.decode(response, of: [])
    } catch {
      switch error {
      case .permissionDenied: return .readOnly(name: name)
      case .notAFeed, .malformed: break
      default: return .server(error)
      }
    }
    return .server(PhotoSourceError(status: response))
  }
}

/// A sidecar at a server that was read to be changed.
public struct RemoteSidecar: Sendable {
  let path: [UInt8]
  let url: URL
  /// Of its file, cleaned.
  public let name: String
  let host: String
  /// nil where there is none yet.
  public var bytes: [UInt8]?
  var entityTag: String?
}
