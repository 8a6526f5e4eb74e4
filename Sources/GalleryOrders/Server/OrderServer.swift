import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Synchronization

/// A server that takes orders: one POST of JSON with a key.
///
/// It is sent again without asking only where the last try ordered nothing for certain: none of it left this computer,
/// or the server said 429. After a lost answer the user decides. The key makes it safe to ask again: a server that
/// has seen it gives the answer of the first time (the IETF's draft *The Idempotency-Key HTTP Header Field*); not every
/// server does. What a server has to do is in `docs/order-server.md`.
struct OrderServer: Sendable {
  /// Why there is no order for certain.
  enum Failure: Error {
    /// No byte of the body left.
    case notSent(PhotoSourceError)
    /// The only try that was answered, or all of them, were answered, and the last with a status that refuses.
    case refused(host: String, status: Int, message: String?)
    case unanswered(OrderUncertainty)
    /// Called off before anything was sent.
    case cancelled
  }

  /// An answer is a few lines.
  static let answerByteLimit = 256 << 10
  /// Before the tries after the first one, where the server says nothing else.
  private static let waits: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
  /// The longest time that the server may ask for.
  private static let longestWait = Duration.seconds(30)

  let url: URL
  let transport: any HTTPTransport
  let reach: HTTPRequest.Reach
  let sleep: @Sendable (Duration) async throws -> Void

  /// As it is shown and confirmed: with the port where it is not the usual one.
  static func host(of url: URL) -> String {
    let port = url.port.map { ":\($0)" } ?? ""
    return TextCleaner.line((url.host(percentEncoded: true) ?? "?") + port, limit: .field)
  }

  private var host: String { Self.host(of: url) }

  /// - Parameters:
  ///   - id: The key.
  ///   - body: JSON; the same bytes for the same id.
  ///   - mayHaveArrived: Whether a try of an earlier time was not answered.
  func place(
    id: UUID, body: String, mayHaveArrived: Bool
  ) async throws(Failure) -> OrderAnswer {
    let request = request(id: id, body: body)
    var waits = Self.waits[...]
    // Whether a try left whose outcome is unknown.
    var hasLost = mayHaveArrived
    while true {
      let outcome = await attempt(request)
      let wait: Duration
      switch outcome {
      case .answered(let response):
        guard let delay = delay(after: response, usual: waits.first) else {
          return try answer(response, hasLost: hasLost)
        }
        wait = delay
      case .failed(let error, let hasLeft):
        hasLost = hasLost || hasLeft
        guard !hasLeft, Self.mayPass(error), let usual = waits.first else {
          throw failure(error, hasLost: hasLost)
        }
        wait = usual
      }
      waits = waits.dropFirst()
      do {
        try await sleep(wait)
      } catch {
        throw failure(.cancelled, hasLost: hasLost)
      }
    }
  }

  /// What one try came to.
  private enum Outcome {
    case answered(HTTPResponse)
    case failed(PhotoSourceError, hasLeft: Bool)
  }

  private func attempt(_ request: HTTPRequest) async -> Outcome {
    let hasLeft = Mutex(false)
    do throws(PhotoSourceError) {
      return .answered(
        try await transport.send(request) { hasLeft.withLock { $0 = true } })
    } catch {
      // An answer, too, and one that refuses.
      if case .rateLimited(_, let seconds) = error {
        return .answered(
          HTTPResponse(status: 429, headers: ["Retry-After": "\(seconds)"], url: url))
      }
      return .failed(error, hasLeft: hasLeft.withLock { $0 })
    }
  }

  /// Tries are made here and not by the transport, which would not say what became of the earlier ones.
  private func request(id: UUID, body: String) -> HTTPRequest {
    HTTPRequest(
      method: .post, url: bareURL,
      headers: [
        "Content-Type": "application/json; charset=utf-8", "Accept": "application/json",
        "Idempotency-Key": id.uuidString.lowercased(),
      ],
      body: Array(body.utf8), reach: reach, redirects: .sameHost,
      answerByteLimit: Self.answerByteLimit)
  }

  /// Without a name and a password: a feed has none to give, and we have none for others.
  private var bareURL: URL {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    components?.fragment = nil
    return components?.url ?? url
  }

  /// What a network does wrong for a moment.
  private static func mayPass(_ error: PhotoSourceError) -> Bool {
    switch error {
    case .connectionFailed, .truncated: true
    default: false
    }
  }

  /// - Returns: nil for an answer that stands.
  private func delay(after response: HTTPResponse, usual: Duration?) -> Duration? {
    guard let usual, response.status == 429 else { return nil }
    let wished = RetryAfter.duration(response.headers["Retry-After"], now: Date())
    guard let wished else { return usual }
    return wished <= Self.longestWait ? wished : nil
  }

  /// Statuses by which a server refuses what it was sent; of 408 and 409, of redirects and of its own failures nobody
  /// knows (RFC 9110, 15).
  private static func saysNothingWasDone(_ status: Int) -> Bool {
    switch status {
    case 408, 409: false
    case 400...499, 501, 505: true
    default: false
    }
  }

  private func answer(
    _ response: HTTPResponse, hasLost: Bool
  ) throws(Failure) -> OrderAnswer {
    let answer = OrderAnswer(response)
    let (status, message) = (response.status, OrderAnswer.words(of: response))
    switch status {
    case 200...299: return try accepted(answer, response, hasLost: hasLost)
    // The order is there already.
    case 409 where answer?.number != nil: if let answer { return answer }
    default: break
    }
    guard !hasLost, Self.saysNothingWasDone(status) else {
      throw .unanswered(.failed(host: host, status: status, message: message))
    }
    throw .refused(host: host, status: status, message: message)
  }

  /// A success has to say something of an order: a page of a proxy, or of an address that is no order server,
  /// comes with 200 as well.
  private func accepted(
    _ answer: OrderAnswer?, _ response: HTTPResponse, hasLost: Bool
  ) throws(Failure) -> OrderAnswer {
    if let answer {
      let root = JSONValue(bytes: response.body)
      let failed = root?["error"].map { $0 != .null && $0 != .bool(false) } ?? false
      if answer.number == nil, failed || root?["ok"]?.lenientBool == false {
        throw hasLost
          ? .unanswered(
            .failed(host: host, status: response.status, message: answer.message))
          : .refused(host: host, status: response.status, message: answer.message)
      }
      let saysSomething = answer.number != nil || answer.message != nil || answer.page != nil
      if saysSomething || response.status != 200 || root?["ok"]?.lenientBool == true {
        return answer
      }
    } else if [201, 202, 204].contains(response.status), response.body.isEmpty {
      return OrderAnswer()
    }
    throw .unanswered(.notUnderstood(host: host, beginning: beginning(of: response)))
  }

  private func beginning(of response: HTTPResponse) -> String {
    TextCleaner.line(bytes: response.body.prefix(400), limit: TextLimit(characters: 40))
  }

  private func failure(_ error: PhotoSourceError, hasLost: Bool) -> Failure {
    switch error {
    case .tooLarge: .unanswered(.notUnderstood(host: host, beginning: ""))
    case _ where hasLost: .unanswered(.lost(error))
    case .cancelled: .cancelled
    default: .notSent(error)
    }
  }
}

extension OrderAnswer {
  /// Of a server that says nothing but yes.
  init() {
    number = nil
    message = nil
    page = nil
  }
}
