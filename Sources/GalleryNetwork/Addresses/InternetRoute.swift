import Glibc

/// Whether this machine has a route to the internet at all.
enum InternetRoute {
  /// Connecting a datagram socket only looks up the route: nothing is sent. The addresses are public and belong to no
  /// host of ours (the first root name server's).
  static var exists: Bool {
    exists(to: "198.41.0.4", family: AF_INET) || exists(to: "2001:503:ba3e::2:30", family: AF_INET6)
  }

  private static func exists(to host: String, family: Int32) -> Bool {
    var hints = addrinfo()
    hints.ai_family = family
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST
    var info: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "53", &hints, &info) == 0, let address = info?.pointee else {
      return false
    }
    defer { freeaddrinfo(info) }
    let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return connect(descriptor, address.ai_addr, address.ai_addrlen) == 0
  }
}
