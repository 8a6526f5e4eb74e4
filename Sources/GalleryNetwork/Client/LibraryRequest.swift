import AsyncHTTPClient
import FeedFormats
import Foundation
import GalleryData
import NIOCore
import NIOHTTP1

/// A request in the library's words.
enum LibraryRequest {
  static func make(
    _ request: HTTPRequest, origin: Origin, route: ConnectionRoute, userAgent: String,
    bodyWillLeave: (@Sendable () -> Void)? = nil
  ) -> HTTPClientRequest {
    var result = HTTPClientRequest(url: address(request.url, origin: origin, route: route))
    result.method = request.method == .get ? .GET : .POST
    for field in request.headers.fields {
      // A header that could begin another is left out: names and values may come from the environment.
      guard !field.name.isEmpty,
        !(field.name + field.value).utf8.contains(where: { $0 < 32 && $0 != 9 })
      else { continue }
      result.headers.add(name: field.name, value: field.value)
    }
    if !result.headers.contains(name: "User-Agent") {
      result.headers.add(name: "User-Agent", value: userAgent)
    }
    result.headers.replaceOrAdd(name: "Accept-Encoding", value: "gzip, deflate")
    result.headers.replaceOrAdd(name: "Host", value: hostHeader(origin))
    if let user = request.url.user(percentEncoded: false),
      !result.headers.contains(name: "Authorization")
    {
      let password = request.url.password(percentEncoded: false) ?? ""
      let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
      result.headers.add(name: "Authorization", value: "Basic " + credentials)
    }
    if let body = request.body {
      let buffer = ByteBuffer(bytes: body)
      result.body =
        bodyWillLeave.map {
          .stream(WatchedBody(buffer: buffer, willLeave: $0), length: .known(Int64(body.count)))
        } ?? .bytes(buffer)
    }
    return result
  }

  /// A body in one piece. The library asks for it when it has a connection and has sent the head
  /// (`HTTP1ClientChannelHandler`, *resumeRequestBodyStream*).
  private struct WatchedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let buffer: ByteBuffer
    let willLeave: @Sendable () -> Void

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    struct Iterator: AsyncIteratorProtocol {
      private var body: WatchedBody?

      init(body: WatchedBody) { self.body = body }

      mutating func next() async -> ByteBuffer? {
        guard let body else { return nil }
        self.body = nil
        body.willLeave()
        return body.buffer
      }
    }
  }

  /// Without user and fragment; at the proxy where it forwards.
  private static func address(_ url: URL, origin: Origin, route: ConnectionRoute) -> String {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return url.absoluteString
    }
    components.user = nil
    components.password = nil
    components.fragment = nil
    if case .forwarding(let proxy) = route {
      components.scheme = "http"
      components.host = proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host
      components.port = proxy.port
    }
    return components.string ?? url.absoluteString
  }

  private static func hostHeader(_ origin: Origin) -> String {
    let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
    return origin.port == (origin.scheme == "https" ? 443 : 80) ? host : "\(host):\(origin.port)"
  }
}
