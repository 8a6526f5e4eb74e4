import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Synchronization

/// A server that takes orders: one POST of JSON with a key.
///
/// It is never sent again without asking. The key makes a second attempt safe with servers that honour it: they repeat
/// their first response (IETF draft *The Idempotency-Key HTTP Header Field*). Not every server does.
/// `docs/order-server.md` says what a server has to do.
struct OrderServer: Sendable {
  enum Failure: Error {
    /// For certain: no byte of the body left, or no earlier attempt may have arrived, and the response was a refusal.
    case nothingOrdered(OrderError)
    case unanswered(OrderUncertainty)
  }

  /// A response is a few lines.
  static let responseByteLimit = 256 << 10

  let url: URL
  let transport: any HTTPTransport
  let reach: HTTPRequest.Reach

  /// The host as it is shown and confirmed: with the port if it isn't the default one.
  static func host(of url: URL) -> String {
    let port = url.port.map { ":\($0)" } ?? ""
    return TextCleaner.line((url.host(percentEncoded: true) ?? "?") + port, limit: .field)
  }

  private var host: String { Self.host(of: url) }

  /// - Parameters:
  ///   - id: The key.
  ///   - body: JSON; the same bytes for the same id.
  ///   - mayHaveArrived: Whether an earlier attempt was not answered.
  func place(
    id: UUID, body: String, mayHaveArrived: Bool
  ) async throws(Failure) -> OrderResponse {
    let hasLeft = Mutex(false)
    let response: HTTPResponse
    do throws(PhotoSourceError) {
      response = try await transport.send(request(id: id, body: body)) {
        hasLeft.withLock { $0 = true }
      }
    } catch {
      throw failure(error, hasLost: mayHaveArrived || hasLeft.withLock { $0 })
    }
    return try order(in: response, hasLost: mayHaveArrived)
  }

  private func request(id: UUID, body: String) -> HTTPRequest {
    HTTPRequest(
      method: .post, url: bareURL,
      headers: [
        "Content-Type": "application/json; charset=utf-8", "Accept": "application/json",
        "Idempotency-Key": id.uuidString.lowercased(),
      ],
      body: Array(body.utf8), reach: reach, redirects: .sameHost,
      responseByteLimit: Self.responseByteLimit)
  }

  /// The URL without a name and a password: a feed can't give any, and ours belong to other servers.
  private var bareURL: URL {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    return components?.url ?? url
  }

  /// Statuses that refuse the request. After 408, 409, a redirect or a server error, it is unknown whether anything
  /// was ordered (RFC 9110, 15).
  private static func saysNothingWasDone(_ status: Int) -> Bool {
    switch status {
    case 408, 409: false
    case 400...499, 501, 505: true
    default: false
    }
  }

  private func order(
    in response: HTTPResponse, hasLost: Bool
  ) throws(Failure) -> OrderResponse {
    let order = OrderResponse(response)
    let (status, message) = (response.status, OrderResponse.words(of: response))
    switch status {
    case 200...299: return try accepted(order, response, hasLost: hasLost)
    // The server has this order already.
    case 409 where order?.number != nil: if let order { return order }
    default: break
    }
    guard !hasLost, Self.saysNothingWasDone(status) else {
      throw .unanswered(.failed(host: host, status: status, message: message))
    }
    throw .nothingOrdered(.refused(host: host, status: status, message: message))
  }

  /// A success has to say something about an order: status 200 also comes with a proxy's page, and with the page of a
  /// URL that isn't an order server.
  private func accepted(
    _ order: OrderResponse?, _ response: HTTPResponse, hasLost: Bool
  ) throws(Failure) -> OrderResponse {
    if let order {
      let root = JSONValue(bytes: response.body)
      let failed = root?["error"].map { $0 != .null && $0 != .bool(false) } ?? false
      if order.number == nil, failed || root?["ok"]?.lenientBool == false {
        let (status, message) = (response.status, order.message)
        throw hasLost
          ? .unanswered(.failed(host: host, status: status, message: message))
          : .nothingOrdered(.refused(host: host, status: status, message: message))
      }
      let saysSomething = order.number != nil || order.message != nil || order.page != nil
      if saysSomething || response.status != 200 || root?["ok"]?.lenientBool == true {
        return order
      }
    } else if [201, 202, 204].contains(response.status), response.body.isEmpty {
      return OrderResponse()
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
    case .cancelled: .nothingOrdered(.cancelled)
    default: .nothingOrdered(.notSent(error))
    }
  }
}

/// What an order server says about an order, cleaned.
struct OrderResponse: Hashable, Sendable {
  /// The server's own number of the order.
  var number: String?
  var message: String?
  /// A page about the order: http or https.
  var page: URL?
}

extension OrderResponse {
  /// A message is a sentence or two.
  private static let messageLimit = TextLimit(characters: 500)
  private static let numberLimit = TextLimit(characters: 60)

  /// The response as JSON, under any of the usual names: `number`, `id`, `order`; `message`; `url`.
  ///
  /// - Returns: nil for anything that isn't a JSON object.
  init?(_ response: HTTPResponse) {
    guard let root = JSONValue(bytes: response.body), case .object = root else { return nil }
    let order = root["order"]
    let inner = [root, order].compactMap(\.self)
    number =
      inner.lazy.compactMap {
        Self.line($0["number"], Self.numberLimit) ?? Self.line($0["order_number"], Self.numberLimit)
          ?? Self.line($0["id"], Self.numberLimit)
      }.first ?? Self.line(order, Self.numberLimit)
    message = Self.message(in: root)
    let raw = inner.lazy.compactMap { $0["url"]?.lenientText ?? $0["page"]?.lenientText }.first
    page = raw.flatMap { FeedAddress.web($0, against: response.url) }
  }

  /// The text of a failure: from its JSON, or a short plain text.
  static func words(of response: HTTPResponse) -> String? {
    if let root = JSONValue(bytes: response.body) { return message(in: root) }
    let type = response.headers["Content-Type"]?.lowercased() ?? ""
    guard type.hasPrefix("text/plain") else { return nil }
    let text = TextCleaner.line(bytes: response.body.prefix(4_096), limit: messageLimit)
    return text.isEmpty ? nil : text
  }

  /// Also under `error`, or as in RFC 9457 (`detail`, `title`).
  private static func message(in root: JSONValue) -> String? {
    for name in ["message", "error", "detail", "title", "errors"] {
      guard let value = root[name] else { continue }
      let first = value.elements.first ?? value
      if let text = line(first, messageLimit) ?? line(first["message"], messageLimit) {
        return text
      }
    }
    return nil
  }

  private static func line(_ value: JSONValue?, _ limit: TextLimit) -> String? {
    CleanText.line(value?.lenientText, limit: limit)
  }
}
