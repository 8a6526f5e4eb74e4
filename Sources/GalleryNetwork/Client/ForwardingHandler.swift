import NIOCore
import NIOHTTP1

/// Asks a proxy for what another host has: the whole address stands in the request line (RFC 9112, 3.2.2).
///
/// The library asks proxies for tunnels only, and squid for one makes none to port 80.
final class ForwardingHandler: ChannelOutboundHandler {
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  private let authorization: String?

  private init(authorization: String?) {
    self.authorization = authorization
  }

  static func add(to channel: any Channel, authorization: String?) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
      try pipeline.addHandler(
        ForwardingHandler(authorization: authorization), position: .after(encoder))
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data) else {
      context.write(data, promise: promise)
      return
    }
    head.uri = "http://" + (head.headers.first(name: "Host") ?? "") + head.uri
    if let authorization {
      head.headers.replaceOrAdd(name: "Proxy-Authorization", value: authorization)
    }
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
