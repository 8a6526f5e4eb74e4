import FeedFormats
import Foundation
import GalleryDomain
import Glibc

/// The beginnings of pictures at a server, and the thumbnails in them: what a list shows of a photo costs 64 kB of it, and
/// once.
///
/// Kept in the store of pictures beside these, under addresses of their own (`…#head-…`, `…#thumbnail-…`) that change
/// with what the listing says of the file.
public actor PictureHeads {
  private let transport: any HTTPTransport
  private let store: any ImageStore
  private let fallback: any ImageStore
  private let areOwn: Bool
  private let makeRequest: @Sendable (URL) -> HTTPRequest
  private var loads: [URL: SharedLoad<FileReference>] = [:]

  /// Exif takes 64 kB at the most, and stands at the beginning of a JPEG.
  static let byteCount = 64 << 10
  /// Pictures of fewer bytes are fetched whole: that costs less than a beginning and the rest later.
  static let wholeByteCount = 4 * byteCount
  private static let mark = "thumbnail-"

  /// - Parameters:
  ///   - transport: Authorizes the requests to the server.
  ///   - fallback: Takes what `store` cannot.
  ///   - areOwn: Whether the pictures are files of the user's own, of any format that is shown.
  ///   - request: How a picture is asked for.
  public init(
    transport: any HTTPTransport, store: any ImageStore, fallback: any ImageStore,
    areOwn: Bool = true, request: @escaping @Sendable (URL) -> HTTPRequest
  ) {
    self.areOwn = areOwn
    self.transport = transport
    self.store = store
    self.fallback = fallback
    makeRequest = request
  }

  /// The address of the thumbnail in a picture's beginning; nil where the picture itself is small enough.
  static func thumbnailURL(of picture: URL, byteCount: Int?, version: UInt64) -> URL? {
    if let byteCount, byteCount <= wholeByteCount { return nil }
    return marked(picture, mark + StableHash.hex(version))
  }

  /// Whether an address is that of a thumbnail in a picture's beginning.
  public static func isThumbnail(_ url: URL) -> Bool { url.fragment()?.hasPrefix(mark) ?? false }

  private static func marked(_ url: URL, _ fragment: String) -> URL? {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.fragment = fragment
    return parts?.url
  }

  /// What the store has of an address.
  func stored(_ url: URL) async -> FileReference? {
    for store in [store, fallback] {
      if let image = await store.image(at: url), FileStamp(of: image.file) != nil {
        return image.file
      }
    }
    return nil
  }

  /// The beginning of a picture, or all of one that is no longer.
  func head(of url: URL, version: UInt64) async throws(PhotoSourceError) -> FileReference {
    guard let place = Self.marked(url, "head-" + StableHash.hex(version)) else {
      throw .notFound(name: WebAddress.shown(url))
    }
    return try await shared(place) { [self] () async throws(PhotoSourceError) in
      try await fetchHead(of: url, for: place)
    }
  }

  /// - Parameter url: One that `isThumbnail`.
  /// - Throws: `.notFound` where the picture has none in its beginning.
  func thumbnail(at url: URL) async throws(PhotoSourceError) -> FileReference {
    try await shared(url) { [self] () async throws(PhotoSourceError) in
      let version = url.fragment()?.dropFirst(Self.mark.count) ?? ""
      guard let picture = Self.marked(url, ""), let bare = Self.withoutFragment(picture) else {
        throw .notFound(name: WebAddress.shown(url))
      }
      let head = try await head(of: bare, version: UInt64(version, radix: 16) ?? 0)
      guard let reader = ImageFileReader(head),
        let bytes = ExifThumbnail.jpeg(in: reader.beginning(Self.byteCount))
      else { throw .notFound(name: WebAddress.shown(url)) }
      return try await keep(bytes, for: url, HTTPValidators())
    }
  }

  /// - Parameter url: Of an XMP sidecar.
  func sidecar(at url: URL, version: UInt64) async throws(PhotoSourceError) -> FileReference {
    guard let place = Self.sidecarPlace(url, version) else {
      throw .notFound(name: WebAddress.shown(url))
    }
    return try await shared(place) { [self] () async throws(PhotoSourceError) in
      var request = makeRequest(url)
      request.answerByteLimit = RemoteSidecars.byteLimit
      let response = try await transport.send(request)
      guard response.isSuccess else { throw PhotoSourceError(status: response) }
      return try await keep(response.body, for: place, HTTPValidators(response.headers))
    }
  }

  /// Keeps a sidecar that was just written.
  func keepSidecar(_ bytes: [UInt8], at url: URL, version: UInt64) async {
    guard let place = Self.sidecarPlace(url, version) else { return }
    _ = try? await keep(bytes, for: place, HTTPValidators())
  }

  private static func sidecarPlace(_ url: URL, _ version: UInt64) -> URL? {
    marked(url, "sidecar-" + StableHash.hex(version))
  }

  private static func withoutFragment(_ url: URL) -> URL? {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.fragment = nil
    return parts?.url
  }

  /// However many ask, one request is made; it ends when the last of them has gone.
  private func shared(
    _ place: URL,
    _ body: @escaping @Sendable () async throws(PhotoSourceError) -> FileReference
  ) async throws(PhotoSourceError) -> FileReference {
    if let file = await stored(place) { return file }
    guard !Task.isCancelled else { throw .cancelled }
    let load: SharedLoad<FileReference>
    if let open = loads[place], open.isOpen {
      load = open
    } else {
      load = SharedLoad { [weak self] in
        let outcome: SharedLoad<FileReference>.Outcome
        do throws(PhotoSourceError) {
          outcome = .success(try await body())
        } catch {
          outcome = .failure(error)
        }
        await self?.finished(place)
        return outcome
      }
      loads[place] = load
    }
    return try await load.value()
  }

  private func finished(_ place: URL) {
    loads[place] = nil
  }

  private func fetchHead(
    of url: URL, for place: URL
  ) async throws(PhotoSourceError) -> FileReference {
    var request = makeRequest(url)
    request.headers["Range"] = "bytes=0-\(Self.byteCount - 1)"
    // A part of what is compressed is of no use.
    request.headers["Accept-Encoding"] = "identity"
    request.answerByteLimit = Self.byteCount
    // Some servers know no ranges, and begin to send the whole.
    request.cutsAnswer = true
    let response = try await transport.send(request)
    guard response.isSuccess else { throw PhotoSourceError(status: response) }
    if response.status == 206, !Self.isBeginning(response.headers["Content-Range"]) {
      throw .truncated(host: WebAddress.shown(url))
    }
    if let fault = ImageAnswer.fault(
      Array(response.body.prefix(ImageSignature.byteCount)), of: url, isOwn: areOwn)
    {
      throw fault
    }
    return try await keep(response.body, for: place, HTTPValidators(response.headers))
  }

  /// Whether a part is the one that was asked for (RFC 9110, 14.4).
  private static func isBeginning(_ range: String?) -> Bool {
    range?.lowercased().hasPrefix("bytes 0-") ?? false
  }

  private func keep(
    _ bytes: [UInt8], for place: URL, _ validators: HTTPValidators
  ) async throws(PhotoSourceError) -> FileReference {
    for store in [store, fallback] {
      guard let file = await store.makeFile() else { continue }
      guard file.allowance.allows(byteCount: bytes.count), write(bytes, to: file.descriptor) else {
        await store.discard(file)
        continue
      }
      if let saved = await store.save(file, for: place, validators: validators) { return saved }
    }
    throw .unreadable(name: WebAddress.shown(place), code: ENOSPC)
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}

/// The pictures of a folder at a server: small ones out of the beginnings of large ones.
public struct RemoteFolderImages: PhotoImageRepository {
  private let heads: PictureHeads
  private let pictures: RemoteImageRepository

  /// - Parameter pictures: The pictures as a whole.
  public init(heads: PictureHeads, pictures: RemoteImageRepository) {
    self.heads = heads
    self.pictures = pictures
  }

  public func storedImage(at url: URL) async -> FileReference? {
    PictureHeads.isThumbnail(url)
      ? await heads.stored(url) : await pictures.storedImage(at: url)
  }

  public func image(
    at url: URL, isRefresh: Bool, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> FileReference {
    // What the listing says of the file is in the address: nothing to ask about.
    if PictureHeads.isThumbnail(url) { return try await heads.thumbnail(at: url) }
    return try await pictures.image(at: url, isRefresh: isRefresh, progress: progress)
  }
}
