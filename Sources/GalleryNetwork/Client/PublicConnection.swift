import NIOCore

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
