import FeedFormats
import GalleryDomain

/// Sends requests to servers; implemented over a network library, and by a script in tests.
///
/// Handles redirects, decompression, limits, time-outs and retries; the result is a complete response or an error. A
/// cancelled task cancels the request, and throws `.cancelled`.
public protocol HTTPTransport: Sendable {
  /// Fetches a response of the size of a feed.
  ///
  /// - Returns: Also failures (304, 401, 404, 429 …), with whatever body there was: the source knows best what they
  ///   mean.
  /// - Throws: Network errors; `.tooLarge` beyond the limit for feeds.
  func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse

  /// The same for a request for which it matters whether anything was sent.
  ///
  /// - Parameter bodyWillLeave: Called on any thread, for each try of the request, before the first byte of its body is
  ///   passed to an established connection; so if it wasn't called, nothing of the body was sent.
  func send(
    _ request: HTTPRequest, bodyWillLeave: @escaping @Sendable () -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse

  /// Why a request would be refused before anything is sent, such as `.privateAddressRefused`; nil if it wouldn't be.
  /// May look names up.
  func refusal(of request: HTTPRequest) async -> PhotoSourceError?

  /// Downloads a response of the size of a picture into a file.
  ///
  /// - Parameters:
  ///   - descriptor: Open for writing, empty, at its beginning; stays open. Its contents are meaningless after an error
  ///     or a failed response.
  ///   - byteLimit: The most bytes to write; for more, `.tooLarge` is thrown.
  ///   - progress: On any thread, at most ten times a second.
  func download(
    _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse
}

extension HTTPTransport {
  /// For a transport that can't tell: anything may have been sent.
  public func send(
    _ request: HTTPRequest, bodyWillLeave: @escaping @Sendable () -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    bodyWillLeave()
    return try await send(request)
  }

  public func refusal(of request: HTTPRequest) async -> PhotoSourceError? { nil }
}
