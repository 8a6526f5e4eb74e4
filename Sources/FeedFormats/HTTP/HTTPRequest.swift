import Foundation

/// An HTTP request.
public struct HTTPRequest: Hashable, Sendable {
  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    /// Lists a folder (RFC 4918).
    case propfind = "PROPFIND"
  }

  /// Which hosts may respond.
  public enum Reach: Hashable, Sendable {
    /// Any host: the user gave the URL. Once it has responded from a public address, redirects lead to public ones.
    case anyHost
    /// No host in the local network: a public feed gave the URL, or the source was public before, so that its name may have
    /// been redirected. Applies to the addresses that the name resolves to, and to all redirects.
    case publicHosts
  }

  /// Which redirects are followed.
  public enum Redirects: Hashable, Sendable {
    /// To any permitted host; a POST becomes a GET unless the response says otherwise, as in browsers.
    case anywhere
    /// Only on the same host, also from http to https. A POST stays a POST with its body (303 asks for something else).
    /// For data that only that host may receive.
    case sameHost
  }

  public var method: Method
  /// http or https, with a host.
  public var url: URL
  public var headers: HTTPHeaders
  /// For the server of `url` only: a redirect to another one goes without.
  public var credentials: ServerCredentials?
  public var authentication = HTTPAuthentication.basic
  public var body: [UInt8]?
  public var reach: Reach
  /// Names of headers and query items, in lower case, whose values are secret: never logged, and never sent to another
  /// host after a redirect.
  public var secretNames: Set<String>
  /// Secret parts of the body: errors that quote a response never show them.
  public var bodySecrets: [String] = []
  /// Whether a POST may be sent again after a failure, because it changes nothing on the server (such as a search), or
  /// has a key by which the server recognises it. Requests that only read may always be sent again.
  public var isSafePost: Bool
  public var redirects: Redirects
  /// The maximum size of the response, if it is less than the transport's own limit.
  public var responseByteLimit: Int?
  /// Whether to cut a longer response at that limit rather than fail: for reading the beginning of a file, from servers
  /// that support ranges and from those that do not.
  public var cutsResponse = false

  public init(
    method: Method = .get, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]? = nil,
    reach: Reach = .anyHost, secretNames: Set<String> = [], isSafePost: Bool = false,
    redirects: Redirects = .anywhere, responseByteLimit: Int? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.reach = reach
    self.secretNames = secretNames
    self.isSafePost = isSafePost
    self.redirects = redirects
    self.responseByteLimit = responseByteLimit
  }

  public var isRepeatable: Bool { method != .post || isSafePost }

  /// Never sent to another server, whatever a source declares secret.
  private static let privateHeaders: Set = ["authorization", "cookie", "proxy-authorization"]

  /// Removes everything that only the server that it was made for may receive.
  package mutating func removeSecrets() {
    credentials = nil
    headers.fields.removeAll { field in
      let name = field.name.lowercased()
      return secretNames.contains(name) || Self.privateHeaders.contains(name)
    }
    // Some servers repeat the query in the URL of a redirect.
    url = url.withoutQueryItems(where: secretNames.contains)
  }
}

/// How the user is authenticated to a server.
public enum HTTPAuthentication: Hashable, Sendable {
  /// RFC 7617: the password is in the request.
  case basic
  /// RFC 7616: asked for again with what the server's challenge makes of the password.
  case digest
}

/// A user's name and password for one server. Never stored; its description doesn't contain them.
public struct ServerCredentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  public var user: String
  /// Raw bytes: not every password is UTF-8.
  public var password: [UInt8]

  public init(user: String, password: [UInt8]) {
    self.user = user
    self.password = password
  }

  public var description: String { "ServerCredentials(…)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
