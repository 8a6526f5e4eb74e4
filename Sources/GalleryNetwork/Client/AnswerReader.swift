import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// Reads the answer to one request as it arrives: where it leads, whether its body is needed, and the body. @unchecked:
/// touched on the thread of the transfer until that has ended, afterwards by the task that waited for it.
final class AnswerReader: TransferReceiver, @unchecked Sendable {
  private let request: HTTPRequest
  private let redirectCount: Int
  private let willLeave: (@Sendable () -> Void)?
  private let progress: @Sendable (ImageProgress) -> Void
  private var head = AnswerHead()
  private var sink: BodySink
  private var body: BodyReader?
  /// Whether there was more than the requested part.
  private var isCut = false

  /// The request to make instead, such as after a redirect; nil if this is the answer.
  private(set) var next: HTTPRequest?

  /// - Parameters:
  ///   - redirectCount: Redirects before this one.
  ///   - sink: Receives the body; that of a failure only if the sink is in memory.
  ///   - progress: Reports how much of a successful answer's body has arrived.
  init(
    of request: HTTPRequest, redirectCount: Int, sink: BodySink,
    bodyWillLeave: (@Sendable () -> Void)?, progress: @escaping @Sendable (ImageProgress) -> Void
  ) {
    self.request = request
    self.redirectCount = redirectCount
    self.sink = sink
    willLeave = bodyWillLeave
    self.progress = progress
  }

  var hasHead: Bool { head.isComplete }
  var status: Int { head.status }

  /// The whole answer.
  ///
  /// - Throws: `Inflater.Fault.truncated` if a compressed body ended too soon.
  func response() throws -> HTTPResponse {
    if !isCut { try body?.finish() }
    var response = HTTPResponse(status: head.status, headers: head.headers, url: request.url)
    if body?.isDecompressed ?? false {
      response.headers["Content-Encoding"] = nil
      response.headers["Content-Length"] = nil
    }
    response.body = sink.bytes
    return response
  }

  // MARK: - TransferReceiver

  func bodyWillLeave() {
    willLeave?()
  }

  func take(headLine: UnsafeRawBufferPointer) throws -> Bool {
    guard !head.isComplete else { return true }
    try head.take(headLine)
    return head.isComplete ? try begin() : true
  }

  func take(body bytes: UnsafeRawBufferPointer) throws {
    guard body != nil else { return }
    do {
      try body?.read(bytes, into: &sink, cuts: request.cutsAnswer)
    } catch let cut as AnswerCut {
      isCut = true
      throw cut
    }
    guard let body else { return }
    progress(
      ImageProgress(
        receivedByteCount: body.receivedByteCount, expectedByteCount: body.statedByteCount))
  }

  /// - Returns: Whether to continue. An answer that announces no body ends by itself immediately, and leaves its
  ///   connection open for the next request; for any other one the connection would have to be closed or read to a
  ///   distant end.
  private func begin() throws -> Bool {
    let isSuccess = (200...299).contains(head.status)
    next = try RedirectRule.next(
      after: request, status: head.status, location: head.headers["Location"],
      count: redirectCount)
    if next != nil { return head.headers["Content-Length"] == "0" }
    if case .file = sink.destination, !isSuccess { return head.headers["Content-Length"] == "0" }
    try sink.begin()
    let reader = BodyReader(headers: head.headers)
    guard !reader.isUnreadable else { throw Inflater.Fault.unknown }
    if !request.cutsAnswer { try reader.refuseStatedLength(beyond: sink) }
    body = reader
    return true
  }
}

/// The requested part of an answer is complete.
struct AnswerCut: Error {}
