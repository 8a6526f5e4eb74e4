import GalleryData
import Synchronization

/// Which hosts have answered from a public address.
///
/// A name can resolve differently at each lookup. The owner of that name could serve a feed from the internet and then
/// point the name at this computer or at another one of the local network (DNS rebinding). So a host that was public
/// once has to stay public for as long as the program runs. One that has only been private, such as a NAS, may move
/// between private addresses.
final class PublicHostMemory: Sendable {
  private let hosts = Mutex<Set<String>>([])

  /// Hosts beyond this many are not remembered. Only hosts that the user or a local file names get here: hosts named by
  /// a feed from the internet have to be public anyway.
  private static let limit = 10_000

  /// A host, as the transfers to it see it.
  struct Host: Sendable {
    fileprivate let name: String
    fileprivate let memory: PublicHostMemory

    /// Whether requests may no longer go to private addresses.
    var isPublic: Bool { memory.contains(name) }

    func remember() { memory.insert(name) }
  }

  /// - Returns: nil for a name that means the local network wherever it is looked up: no outsider can redirect it, and
  ///   such a host may have a public IPv6 address as well as a private IPv4 one.
  func host(named name: String) -> Host? {
    LocalHost.isLocal(name) ? nil : Host(name: name, memory: self)
  }

  /// - Parameter host: In lower case.
  func contains(_ host: String) -> Bool { hosts.withLock { $0.contains(host) } }

  func insert(_ host: String) {
    hosts.withLock { hosts in
      if hosts.count < Self.limit { hosts.insert(host) }
    }
  }
}
