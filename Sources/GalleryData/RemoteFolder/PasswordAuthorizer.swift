import FeedFormats
import Foundation
import GalleryDomain

/// Signs in to one server with a name and a password, by the best scheme that it offers: Digest with SHA-256, Digest
/// with MD5, Basic.
///
/// No password is looked for or sent before the server asks. From then on every request is authenticated. A refused
/// password is not tried again: servers lock users out, or answer more and more slowly. One that was accepted may be
/// refused for single folders, which may be other users'.
public final actor PasswordAuthorizer: RequestAuthorizer {
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
  /// Whether the server has answered a request without authentication.
  private var hasOpenFolders = false
  private var isAccepted = false
  /// How often in a row the password was refused, by folder: some may be other users'.
  private var refusals: [String: Int] = [:]

  /// How often it may be refused before it is accepted, by a server that has folders without one.
  private static let refusalLimit = 5
  /// How often in a row it may be refused in one folder, whose files may have other owners.
  private static let refusalLimitInFolder = 10

  /// The kind of server, for choosing passwords.
  public enum Kind: Hashable, Sendable {
    /// The user's own, whose password may be in the environment.
    case folder
    /// If no password is known, it is asked without one; the feed handles the answer to that.
    case feed
  }

  /// - Parameters:
  ///   - server: Any URL there, without a user.
  ///   - user: As named in the URL; nil if it isn't.
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
    guard !isRefused(in: Self.folder(of: request.url)) else {
      // Folders that need no password are still listed.
      if kind == .feed || hasOpenFolders { return request }
      throw .passwordRefused(host: host)
    }
    guard challenge != nil, request.headers["Authorization"] == nil else { return request }
    let credentials = try await found()
    // Another request may have received a new one in the meantime.
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
    let folder = Self.folder(of: request.url)
    guard !isRefused(in: folder),
      let offered = AuthenticationChallenge.best(
        of: response.headers.values(of: "WWW-Authenticate"))
    else { return false }
    guard let sent = request.headers["Authorization"] else {
      if kind == .feed || hasOpenFolders, await isUnknown() {
        // A single folder that requires authentication shouldn't stop the requests for the others.
        if kind == .folder { throw .passwordMissing(host: host) }
        return false
      }
      // Of several concurrent requests, the first one determines it.
      if challenge == nil { adopt(offered) }
      return true
    }
    // Authentication that a feed does itself is not handled here.
    guard challenge != nil else { return false }
    if case .digest(let digest) = offered, isWorthAnother(digest, after: sent) {
      // Another request may have received it already.
      if case .digest(let current)? = challenge, !sent.contains(current.nonce) { return true }
      adopt(offered)
      return true
    }
    refusals[folder, default: 0] += 1
    let isPatient = hasOpenFolders && refusals.values.reduce(0, +) < Self.refusalLimit
    if !isAccepted, !isPatient { isRefused = true }
    return false
  }

  public func wasAccepted(_ request: HTTPRequest) async {
    if request.headers["Authorization"] == nil {
      hasOpenFolders = true
    } else if challenge != nil {
      isAccepted = true
      refusals[Self.folder(of: request.url)] = nil
    }
  }

  private func isRefused(in folder: String) -> Bool {
    isRefused || refusals[folder, default: 0] >= Self.refusalLimitInFolder
  }

  /// Whether only the nonce was wrong: the server says so, or the nonce has been used before, and it offers another
  /// one.
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

  /// Whether no password is known, as opposed to a program failing to print one.
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

  /// Looked up once for all waiting requests; again after a failure.
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
          // A colon in Basic's name can't be sent, nor can the end of a header.
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

  /// The path of a folder, or of the folder that a file is in.
  private static func folder(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    return String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// The target of a request, as in its first line.
  private static func target(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    return (path.isEmpty ? "/" : path) + query
  }
}
