import Foundation

/// What is asked of a server.
public struct HTTPRequest: Hashable, Sendable {
  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// Which hosts may answer.
  public enum Reach: Hashable, Sendable {
    /// Any: the person named the address.
    case anyHost
    /// None of the local network: a public feed named the address. Holds for what the name resolves to
    /// and for every redirect.
    case publicHosts
  }

  public var method: Method
  /// http or https, with a host.
  public var url: URL
  public var headers: HTTPHeaders
  public var body: [UInt8]?
  public var reach: Reach
  /// Names of headers and of query items, in lower case, whose values are secret: never logged, never
  /// sent to another host after a redirect.
  public var secretNames: Set<String>
  /// Whether a POST changes nothing at the server, such as a search, so that it may be sent again after a
  /// failure. A GET always may.
  public var isSafePost: Bool

  public init(
    method: Method = .get, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]? = nil,
    reach: Reach = .anyHost, secretNames: Set<String> = [], isSafePost: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.reach = reach
    self.secretNames = secretNames
    self.isSafePost = isSafePost
  }

  public var isRepeatable: Bool { method == .get || isSafePost }
}
