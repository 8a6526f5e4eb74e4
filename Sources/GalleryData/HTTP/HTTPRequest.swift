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

  public init(
    method: Method = .get, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]? = nil,
    reach: Reach = .anyHost, secretNames: Set<String> = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.reach = reach
    self.secretNames = secretNames
  }
}
