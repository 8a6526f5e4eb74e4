import FeedFormats
import Foundation
import GalleryDomain

/// Signs in to one server with a name and a password, in the best of the ways that it offers: Digest with SHA-256, Digest
/// with MD5, Basic.
///
/// Nothing is looked for, and nothing sent, before the server asks. From then on every request says who the user is.
/// A password that was refused is not tried again: servers lock users out, or answer slower and slower. One that has been accepted may be
/// refused for a few folders, which somebody else's may be.
public actor PasswordAuthorizer: RequestAuthorizer {
  private let server: URL
  private let user: String?
  private let secrets: ServerSecrets
  private let kind: Kind
  private let makeNonce: @Sendable () -> String
  private var challenge: AuthenticationChallenge?
  /// How often the nonce of the challenge was used.
  private var useCount = 0
  private var credentials: Task<Result<ServerCredentials, PhotoSourceError>, Never>?
  private var isRefused = false
  /// Whether the server has answered somebody whom it does not know.
  private var hasOpenFolders = false
  /// How often in a row the password may still be refused; more than once from when the server has accepted it.
  private var patience = 1

  private static let patienceWithFolders = 10

  /// What the server is, as far as its passwords are concerned.
  public enum Kind: Hashable, Sendable {
    /// The user's own, whose password may be in the environment.
    case folder
    /// One that is asked without a password where none is known: what it says to that is left to the feed.
    case feed
  }

  /// - Parameters:
  ///   - server: Any address there, without a user.
  ///   - user: As the address names it; nil where it does not.
  ///   - makeNonce: Random digits.
  public init(
    server: URL, user: String?, secrets: ServerSecrets, kind: Kind = .folder,
    makeNonce: @escaping @Sendable () -> String = {
      String(UInt64.random(in: .min ... .max), radix: 16)
        + String(UInt64.random(in: .min ... .max), radix: 16)
    }
  ) {
    self.server = server
    self.user = user
    self.secrets = secrets
    self.kind = kind
    self.makeNonce = makeNonce
  }

  public func authorized(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPRequest {
    guard !isRefused else {
      if kind == .feed { return request }
      throw .passwordRefused(host: host)
    }
    guard challenge != nil, request.headers["Authorization"] == nil else { return request }
    let credentials = try await found()
    // Another request may have learned of a new one meanwhile.
    guard let challenge else { return request }
    var request = request
    switch challenge {
    case .basic:
      let pair = Array("\(credentials.user):".utf8) + credentials.password
      request.headers["Authorization"] = "Basic \(Data(pair).base64EncodedString())"
    case .digest(let digest):
      useCount += 1
      request.headers["Authorization"] = digest.answer(
        credentials, method: request.method.rawValue, uri: Self.target(of: request.url),
        count: useCount, cnonce: makeNonce())
    }
    request.secretNames.insert("authorization")
    return request
  }

  public func learns(
    from response: HTTPResponse, to request: HTTPRequest
  ) async throws(PhotoSourceError) -> Bool {
    guard !isRefused,
      let offered = AuthenticationChallenge.best(
        of: response.headers.values(of: "WWW-Authenticate"))
    else { return false }
    guard let sent = request.headers["Authorization"] else {
      if kind == .feed || hasOpenFolders, await isUnknown() {
        // One folder that wants to know who asks is no reason not to ask for the others.
        if kind == .folder { throw .passwordMissing(host: host) }
        return false
      }
      // Of several requests that were asked at the same time the first one tells.
      if challenge == nil { adopt(offered) }
      return true
    }
    // What a feed says of its user by itself is no business of this one.
    guard challenge != nil else { return false }
    if case .digest(let digest) = offered, isWorthAnother(digest, after: sent) {
      // It may have been learned of already.
      if case .digest(let current)? = challenge, !sent.contains(current.nonce) { return true }
      adopt(offered)
      return true
    }
    patience -= 1
    if patience <= 0 { isRefused = true }
    return false
  }

  public func wasAccepted(_ request: HTTPRequest) async {
    if request.headers["Authorization"] == nil {
      hasOpenFolders = true
    } else if challenge != nil {
      patience = Self.patienceWithFolders
    }
  }

  /// Whether only the nonce was wrong: the server says so, or the nonce has been used before, and it offers another one.
  private func isWorthAnother(_ offered: DigestChallenge, after sent: String) -> Bool {
    guard let parameters = AuthenticationChallenge.parameters(in: sent).first?.parameters,
      let nonce = parameters["nonce"], nonce != offered.nonce
    else { return false }
    return offered.isStale || parameters["nc"] != nil && parameters["nc"] != "00000001"
  }

  private func adopt(_ offered: AuthenticationChallenge) {
    challenge = offered
    useCount = 0
  }

  private var host: String { CleanText.line(server.host(percentEncoded: false)) ?? "" }

  /// Whether no password is known, as against one that a program should have printed.
  private func isUnknown() async -> Bool {
    do throws(PhotoSourceError) {
      _ = try await found()
      return false
    } catch .passwordMissing {
      return true
    } catch {
      return false
    }
  }

  /// Looked for once, for all requests that wait; again after a failure.
  private func found() async throws(PhotoSourceError) -> ServerCredentials {
    let search =
      credentials
      ?? Task { [server, user, secrets, host, kind] in
        do throws(PhotoSourceError) {
          guard
            let found = try await secrets.credentials(
              for: server, user: user, isOwn: kind == .folder)
          else {
            return .failure(.passwordMissing(host: host))
          }
          // Neither a colon in Basic's name nor what ends a header can be sent.
          guard
            !found.user.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: ":") || $0 == 0x7F })
          else {
            return .failure(.passwordRefused(host: host))
          }
          return .success(found)
        } catch {
          return .failure(error)
        }
      }
    credentials = search
    let result = await search.value
    if case .failure = result, credentials == search { credentials = nil }
    return try result.get()
  }

  /// What a request asks for, as its first line has it.
  private static func target(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    return (path.isEmpty ? "/" : path) + query
  }
}
