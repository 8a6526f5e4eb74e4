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
