import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain

/// Files on the web, by GET; their beginnings as a range (RFC 9110, 14).
public struct WebFiles: RemoteFiles {
  fileprivate let transport: any HTTPTransport
  private let makeRequest: @Sendable (URL) -> HTTPRequest

  /// In the order in which decoding them is cheap.
  private static let acceptedPictures =
    "image/jpeg, image/webp;q=0.9, image/png;q=0.9, image/gif;q=0.9, image/avif;q=0.8, */*;q=0.1"

  /// - Parameters:
  ///   - transport: Authorizes the requests to the server.
  ///   - request: Makes the request for a URL: with the headers that `FeedFormat.imageRequest(for:)` adds, and a reach of
  ///     `.publicHosts` if a feed from outside names it.
  public init(
    _ transport: any HTTPTransport,
    request: @escaping @Sendable (URL) -> HTTPRequest = { HTTPRequest(url: $0) }
  ) {
    self.transport = transport
    makeRequest = request
  }

  /// Enough to hide the 40 ms that some servers need for each: Ceph's gateway waits that long for the acknowledgement
  /// of its headers before it sends the body (Nagle's algorithm and delayed acknowledgements, RFC 1122, 4.2.3).
  public var parallelReads: Int { 40 }

  public func beginning(of url: URL, byteCount: Int) async throws(PhotoSourceError) -> FilePart {
    var request = makeRequest(url)
    request.headers["Range"] = "bytes=0-\(byteCount - 1)"
    // A part of compressed data is useless.
    request.headers["Accept-Encoding"] = "identity"
    request.responseByteLimit = byteCount
    // Some servers don't support ranges, and send the whole file.
    request.cutsResponse = true
    return try await part(request)
  }

  private func part(_ request: HTTPRequest) async throws(PhotoSourceError) -> FilePart {
    let response = try await transport.send(request)
    guard response.isSuccess else { throw PhotoSourceError(status: response) }
    // Whether it begins where its file does (RFC 9110, 14.4).
    if response.status == 206,
      response.headers["Content-Range"]?.lowercased().hasPrefix("bytes 0-") != true
    {
      throw .truncated(host: WebAddress.shown(request.url))
    }
    return FilePart(bytes: response.body, validators: HTTPValidators(response.headers))
  }

  public func contents(of url: URL, byteLimit: Int) async throws(PhotoSourceError) -> FilePart {
    var request = makeRequest(url)
    // If the server compressed it, it would have a different entity tag.
    request.headers["Accept-Encoding"] = "identity"
    request.headers["Cache-Control"] = "no-cache"
    request.responseByteLimit = byteLimit
    return try await part(request)
  }

  public func download(
    _ url: URL, unlessMatches validators: HTTPValidators?, to descriptor: Int32,
    byteLimit: Int, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPValidators? {
    guard WebAddress.isWeb(url) else { throw .notFound(name: ImageName.text(url)) }
    var request = makeRequest(url)
    if request.headers["Accept"] == nil { request.headers["Accept"] = Self.acceptedPictures }
    validators?.condition(&request.headers)
    let response = try await transport.download(
      request, to: descriptor, byteLimit: byteLimit, progress: progress)
    if response.status == 304, validators != nil { return nil }
    guard response.isSuccess else { throw PhotoSourceError(status: response) }
    return HTTPValidators(response.headers)
  }

  public func hidingSecrets(in error: PhotoSourceError, of url: URL) -> PhotoSourceError {
    error.hidingSecrets(of: makeRequest(url))
  }
}

/// Folders on the web: a format says how they are listed, and a transport sends the requests.
public struct WebFileSystem: RemoteFileSystem {
  private let format: any RemoteFolderFormat
  private let web: WebFiles
  private let policy: HostPolicy

  /// - Parameters:
  ///   - transport: Authorizes the requests to the server.
  ///   - policy: Of the source that turned out to be a folder; by default that of the folder.
  public init(
    _ format: any RemoteFolderFormat, _ transport: any HTTPTransport, policy: HostPolicy? = nil
  ) {
    self.format = format
    let policy = policy ?? HostPolicy(source: format.url(of: []))
    self.policy = policy
    web = WebFiles(transport) { policy.own(HTTPRequest(url: $0, redirects: .sameHost)) }
  }

  public var folder: any RemoteFolder { format }
  public var files: any RemoteFiles { web }

  public func list(
    _ folder: [UInt8], isRecursive: Bool, after token: String?
  ) async throws(PhotoSourceError) -> RemoteListing {
    let request = try format.request(for: folder, isRecursive: isRecursive, after: token)
    let response = try await web.transport.send(policy.own(request))
    policy.learn(response.isFromPublicAddress)
    guard !Task.isCancelled else { throw .cancelled }
    return try format.decode(response, of: folder)
  }
}
