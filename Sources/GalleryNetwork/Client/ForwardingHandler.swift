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

/// Refuses connections into the local network by the address they really have: a name that was public when it
/// was looked at may have become another when it was connected to (DNS rebinding).
enum PublicConnection {
  /// Called when a connection stands, and before anything is asked over it.
  static func check(_ channel: any Channel) -> EventLoopFuture<Void> {
    guard isPublic(channel.remoteAddress) else {
      // The pool forgets the connection when this fails; closing it earlier would tell the pool of the end
      // of a connection that it does not have yet.
      channel.eventLoop.execute { channel.close(promise: nil) }
      return channel.eventLoop.makeFailedFuture(PrivateAddressConnected())
    }
    return channel.eventLoop.makeSucceededVoidFuture()
  }

  private static func isPublic(_ address: SocketAddress?) -> Bool {
    guard let address else { return false }
    return !PrivateAddress.contains(
      address.withSockAddr { socket, _ in HostAddresses.bytes(of: socket) })
  }
}
