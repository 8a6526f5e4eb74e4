/// How a request gets to its server; requests of one route share their connections.
enum ConnectionRoute: Hashable, Sendable {
  /// To any address.
  case direct
  /// To addresses of the public internet only.
  case directToPublicHosts
  /// Through a tunnel that a proxy makes (CONNECT, or SOCKS).
  case tunnel(ProxyAddress)
  /// Asking the proxy itself: http without encryption. Most proxies make no tunnels to port 80.
  case forwarding(ProxyAddress)
}
