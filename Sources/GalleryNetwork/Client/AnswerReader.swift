import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// Reads the answer to one request as it arrives: where it leads, whether its body is needed, and the body. @unchecked:
/// touched on the thread of the transfer until that has ended, afterwards by the task that waited for it.
final class AnswerReader: @unchecked Sendable {
  private let request: HTTPRequest
  private let redirectCount: Int
  private let isDecoded: Bool
  /// The connection is established, and the body of the request is about to be sent.
  let bodyWillLeave: @Sendable () -> Void
  private let progress: @Sendable (ImageProgress) -> Void
  private var headers = HTTPHeaders()
  private var sink: BodySink
  private var takesBody = false

  /// nil before there is a head.
  private(set) var status: Int?
  /// The request to make instead, such as after a redirect; nil if this is the answer.
  private(set) var next: HTTPRequest?
  /// Whether the request has to be made again without decompression, which libcurl refuses for an encoding that is none,
  /// such as the `utf-8` of some servers.
  private(set) var mustNotDecode = false

  /// - Parameters:
  ///   - redirectCount: Redirects before this one.
  ///   - isDecoded: Whether libcurl decompresses the body.
  ///   - sink: Receives the body; that of a failure only if the sink is in memory.
  ///   - progress: Reports how much of a successful answer's body has arrived.
  init(
    of request: HTTPRequest, redirectCount: Int, isDecoded: Bool, sink: BodySink,
    bodyWillLeave: @escaping @Sendable () -> Void = {},
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) {
    self.request = request
    self.redirectCount = redirectCount
    self.isDecoded = isDecoded
    self.sink = sink
    self.bodyWillLeave = bodyWillLeave
    self.progress = progress
  }

  /// The whole answer.
  func response() -> HTTPResponse {
    var response = HTTPResponse(status: status ?? 0, headers: headers, url: request.url)
    if isDecoded, isEncoded {
      response.headers["Content-Encoding"] = nil
      response.headers["Content-Length"] = nil
    }
    response.body = sink.bytes
    return response
  }

  // MARK: - What a transfer delivers, on the thread of its loop

  /// The head of an answer, whose body follows if there is one. Interim answers (1xx) aren't reported.
  ///
  /// - Returns: Whether to continue; if not, the transfer ends successfully. An answer that announces no body ends by itself immediately, and leaves its
  ///   connection open for the next request; for any other one the connection would have to be closed or read to a
  ///   distant end.
  func take(status: Int, headers: HTTPHeaders) throws(PhotoSourceError) -> Bool {
    self.status = status
    self.headers = headers
    next = try RedirectRule.next(
      after: request, status: status, location: headers["Location"], count: redirectCount)
    mustNotDecode =
      isDecoded && request.isRepeatable
      && encodings.contains { !Self.knownEncodings.contains($0) }
    if next != nil || mustNotDecode { return announcesNoBody }
    // libcurl answers a challenge itself, and reports another head afterwards.
    if status == 401, request.credentials != nil, request.authentication == .digest { return true }
    if case .file = sink.destination, !(200...299).contains(status) { return announcesNoBody }
    try sink.begin()
    if let stated = statedByteCount, !request.cutsAnswer, stated > sink.byteLimit {
      // If the length is wrong, the body would end too soon.
      throw .tooLarge(
        name: sink.name, byteCount: stated, byteLimit: sink.byteLimit)
    }
    takesBody = true
    return true
  }

  /// A part of the body, decompressed: at most 16 kB.
  ///
  /// - Returns: Whether the requested part isn't complete yet.
  func take(body bytes: UnsafeRawBufferPointer) throws(PhotoSourceError) -> Bool {
    guard takesBody else { return true }
    if request.cutsAnswer { return try sink.appendBeginning(of: bytes) }
    try sink.append(bytes)
    progress(
      ImageProgress(receivedByteCount: sink.byteCount, expectedByteCount: statedByteCount))
    return true
  }

  private var announcesNoBody: Bool { headers["Content-Length"] == "0" }

  /// The length of the body that arrives; no memory is reserved for it. nil for a compressed one.
  private var statedByteCount: Int? {
    guard !isEncoded, headers["Transfer-Encoding"] == nil else { return nil }
    return headers["Content-Length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  private var isEncoded: Bool { encodings.contains { $0 != "identity" } }

  private var encodings: [String] {
    headers.values(of: "Content-Encoding")
      .flatMap { $0.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { !$0.isEmpty }
  }

  /// IANA's registry of content codings, November 2026.
  private static let knownEncodings: Set = [
    "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "identity",
    "pack200-gzip", "x-compress", "x-gzip", "zstd",
  ]
}
