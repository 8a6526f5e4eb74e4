import Foundation

/// What is asked of a server.
public struct HTTPRequest: Hashable, Sendable {
  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
    /// Lists a folder (RFC 4918).
    case propfind = "PROPFIND"
    /// Asks a folder a question (RFC 3253).
    case report = "REPORT"
    /// Searches a folder (RFC 5323).
    case search = "SEARCH"

    /// Whether it only asks, so that it may be sent again after a failure.
    public var onlyAsks: Bool {
      switch self {
      case .get, .propfind, .report, .search: true
      case .post, .put, .delete: false
      }
    }
  }

  /// Which hosts may answer.
  public enum Reach: Hashable, Sendable {
    /// Any: the user named the address. Once it has answered from a public address, private ones are refused: the name
    /// has been pointed at the local network since.
    case anyHost
    /// None of the local network: a public feed named the address. Holds for what the name resolves to
    /// and for every redirect.
    case publicHosts
  }

  /// Which redirects are followed.
  public enum Redirects: Hashable, Sendable {
    /// To any host within reach; a POST becomes a GET where the answer does not say otherwise, as in browsers.
    case anywhere
    /// Within the host that was asked, from http to https too, and a POST stays one with its body (303 asks
    /// for something else): for what only that host is to get.
    case sameHost
  }

  public var method: Method
  /// http or https, with a host; sftp for a transport of that.
  public var url: URL
  public var headers: HTTPHeaders
  public var body: [UInt8]?
  public var reach: Reach
  /// Names of headers and of query items, in lower case, whose values are secret: never logged, never
  /// sent to another host after a redirect.
  public var secretNames: Set<String>
  /// What of the body is secret: errors that quote an answer never show it.
  public var bodySecrets: [String] = []
  /// Whether a POST may be sent again after a failure, because it changes nothing at the server, such as a
  /// search, or carries a key by which the server knows it again. What only asks always may.
  public var isSafePost: Bool
  public var redirects: Redirects
  /// The most bytes that an answer may have, where that is less than the transport's own limit.
  public var answerByteLimit: Int?
  /// Whether an answer of more bytes than that is cut there, instead of an error: for the beginning of a file, of servers
  /// that give a part of it and of those that do not.
  public var cutsAnswer = false

  public init(
    method: Method = .get, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]? = nil,
    reach: Reach = .anyHost, secretNames: Set<String> = [], isSafePost: Bool = false,
    redirects: Redirects = .anywhere, answerByteLimit: Int? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.reach = reach
    self.secretNames = secretNames
    self.isSafePost = isSafePost
    self.redirects = redirects
    self.answerByteLimit = answerByteLimit
  }

  public var isRepeatable: Bool { method.onlyAsks || isSafePost }
}
