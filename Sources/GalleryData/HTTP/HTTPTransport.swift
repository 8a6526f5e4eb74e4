import FeedFormats
import GalleryDomain

/// Asks servers; implemented over a network library, and by a script in tests.
///
/// Redirects, decompression, limits, time-outs and retries are done here; what is answered is whole or an
/// error. A cancelled task cancels the request, and throws `.cancelled`.
public protocol HTTPTransport: Sendable {
  /// An answer of the size of a feed.
  ///
  /// - Returns: Also answers that are no success (304, 401, 404, 429 …), with what there was of a body:
  ///   what they mean the source knows best.
  /// - Throws: Errors of the network; `.tooLarge` beyond the limit for feeds.
  func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse

  /// The same for a request of which it matters whether anything of it left.
  ///
  /// - Parameter bodyWillLeave: Called on any thread, for each try of the request, before the first byte of its body
  ///   is handed to a connection that stands; so where it was not called, nothing of the body was sent.
  func send(
    _ request: HTTPRequest, bodyWillLeave: @escaping @Sendable () -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse

  /// Why a request would be refused before anything is sent, such as `.privateAddressRefused`; nil where nothing
  /// speaks against it. May look names up.
  func refusal(of request: HTTPRequest) async -> PhotoSourceError?

  /// An answer of the size of a picture, into a file.
  ///
  /// - Parameters:
  ///   - descriptor: Open for writing, empty, at its beginning; stays open. What it holds after an error,
  ///     or an answer that is no success, is worth nothing.
  ///   - allowance: Asked before each piece is written; where it says no, `.tooLarge` is thrown.
  ///   - progress: On any thread, ten times a second at the most.
  func download(
    _ request: HTTPRequest, to descriptor: Int32, allowance: DownloadAllowance,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse
}

extension HTTPTransport {
  /// Of a transport that cannot tell: anything may have left.
  public func send(
    _ request: HTTPRequest, bodyWillLeave: @escaping @Sendable () -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    bodyWillLeave()
    return try await send(request)
  }

  public func refusal(of request: HTTPRequest) async -> PhotoSourceError? { nil }
}
