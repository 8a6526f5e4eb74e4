import Foundation
import GalleryData
import GalleryDomain

/// A server that takes orders: one POST of JSON, sent again after a lost or failed answer with the same key.
///
/// The key makes that safe: a server that has seen it gives the answer of the first time (the IETF's draft
/// *The Idempotency-Key HTTP Header Field*). What a server has to do is in `docs/order-server.md`.
struct OrderServer: Sendable {
  /// An answer is a few lines.
  static let answerByteLimit = 256 << 10
  /// Tries after the first one where the server answers that it cannot do it just now; what the network does
  /// wrong the transport tries again by itself.
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
  func place(id: UUID, body: String) async throws(OrderError) -> OrderAnswer {
    let request = request(id: id, body: body)
    var waits = Self.waits[...]
    while true {
      let response: HTTPResponse
      do throws(PhotoSourceError) {
        response = try await transport.send(request)
      } catch {
        throw failure(error)
      }
      let wait = waits.popFirst()
      guard let wait, let delay = delay(after: response, usual: wait) else {
        return try answer(response)
      }
      do {
        try await sleep(delay)
      } catch {
        throw .cancelled
      }
    }
  }

  private func request(id: UUID, body: String) -> HTTPRequest {
    HTTPRequest(
      method: .post, url: bareURL,
      headers: [
        "Content-Type": "application/json; charset=utf-8", "Accept": "application/json",
        "Idempotency-Key": id.uuidString.lowercased(),
      ],
      body: Array(body.utf8), reach: reach, isSafePost: true, redirects: .sameHost,
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

  /// - Returns: nil for an answer that stands.
  private func delay(after response: HTTPResponse, usual: Duration) -> Duration? {
    switch response.status {
    case 500: break
    // The first try is being dealt with, unless the answer says what became of it.
    case 409 where OrderAnswer(response)?.number == nil: break
    default: return nil
    }
    let wished = RetryAfter.duration(response.headers["Retry-After"], now: Date())
    guard let wished else { return usual }
    return wished <= Self.longestWait ? wished : nil
  }

  private func answer(_ response: HTTPResponse) throws(OrderError) -> OrderAnswer {
    let answer = OrderAnswer(response)
    switch response.status {
    case 200...299: return try accepted(answer, response)
    // The order is there already.
    case 409 where answer?.number != nil: if let answer { return answer }
    default: break
    }
    throw .refused(
      host: host, status: response.status, message: OrderAnswer.words(of: response))
  }

  /// A success has to say something of an order: a page of a proxy, or of an address that is no order server,
  /// comes with 200 as well.
  private func accepted(
    _ answer: OrderAnswer?, _ response: HTTPResponse
  ) throws(OrderError) -> OrderAnswer {
    if let answer {
      let root = JSONValue(bytes: response.body)
      let failed = root?["error"].map { $0 != .null && $0 != .bool(false) } ?? false
      if answer.number == nil, failed || root?["ok"]?.lenientBool == false {
        throw .refused(host: host, status: response.status, message: answer.message)
      }
      let saysSomething = answer.number != nil || answer.message != nil || answer.page != nil
      if saysSomething || response.status != 200 || root?["ok"]?.lenientBool == true {
        return answer
      }
    } else if [201, 202, 204].contains(response.status), response.body.isEmpty {
      return OrderAnswer()
    }
    throw .notUnderstood(host: host, beginning: beginning(of: response))
  }

  private func beginning(of response: HTTPResponse) -> String {
    TextCleaner.line(bytes: response.body.prefix(400), limit: TextLimit(characters: 40))
  }

  private func failure(_ error: PhotoSourceError) -> OrderError {
    switch error {
    case .cancelled: .cancelled
    case .tooLarge: .notUnderstood(host: host, beginning: "")
    default: .unreachable(error)
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
