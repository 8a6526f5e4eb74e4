import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Synchronization

/// A network on which each URL has an answer, and every request is recorded.
final class ScriptedDownloads: HTTPTransport {
  struct Answer: Sendable {
    var status = 200
    var headers: HTTPHeaders = [:]
    var body: [UInt8] = []
    var error: PhotoSourceError?
    /// Polled until it says yes; nil for immediately.
    var gate: (@Sendable () -> Bool)?
  }

  private struct State {
    var answers: [URL: Answer] = [:]
    var requests: [HTTPRequest] = []
    var cancelled: [URL] = []
  }

  private let state = Mutex(State())

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var cancelled: [URL] { state.withLock { $0.cancelled } }

  func answer(_ url: URL, with answer: Answer) {
    state.withLock { $0.answers[url] = answer }
  }

  func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    throw .noNetwork
  }

  func download(
    _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers[request.url] ?? Answer(status: 404)
    }
    progress(ImageProgress(receivedByteCount: 0, expectedByteCount: answer.body.count))
    while let gate = answer.gate, !gate() {
      guard !Task.isCancelled else {
        state.withLock { $0.cancelled.append(request.url) }
        throw .cancelled
      }
      progress(ImageProgress(receivedByteCount: 1, expectedByteCount: answer.body.count))
      await Task.yield()
    }
    let body = answer.body
    _ = body.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if let error = answer.error { throw error }
    return HTTPResponse(status: answer.status, headers: answer.headers, url: request.url)
  }
}
