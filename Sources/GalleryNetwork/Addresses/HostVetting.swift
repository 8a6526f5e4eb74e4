/// Whether a host is one of the local network, before it is connected to.
///
/// This gives the right error, and spares the local network the connection; that a connection leads where the
/// name said is looked at again when it stands (`PublicConnection`).
struct HostVetting {
  /// Whether names are looked up, and not only addresses that a host spells out.
  let resolvesNames: Bool

  func isPrivate(_ host: String) async -> Bool {
    if let address = HostAddresses.literal(host) { return PrivateAddress.contains(address) }
    if host == "localhost" || host.hasSuffix(".localhost") || host.hasSuffix(".local") {
      return true
    }
    guard resolvesNames else { return false }
    return await HostAddresses.all(of: host).contains(where: PrivateAddress.contains)
  }
}
