import FeedFormats
import Foundation
import GalleryDomain

/// Signs in to one server with a name and a password, by Digest if it offers that, else by Basic; the transport does
/// both.
///
/// No password is looked for or sent before the server asks. From then on every request is authenticated. A refused
/// password is not tried again: servers lock users out, or respond more and more slowly. One that was accepted may be
/// refused for single folders, which may be other users'.
public final actor PasswordAuthorizer: RequestAuthorizer {
  private let server: URL
  private let user: String?
  private let secrets: ServerSecrets
  private let kind: Kind
  /// What the server has asked for; nil before.
  private var authentication: HTTPAuthentication?
  private var credentials: Task<Result<ServerCredentials?, PhotoSourceError>, Never>?
  private var isRefused = false
  /// Whether a request without authentication has succeeded.
  private var hasOpenFolders = false
  private var isAccepted = false
  /// How often in a row the password was refused, by folder.
  private var refusals: [String: Int] = [:]

  /// How often it may be refused before it is accepted, by a server that has folders without one.
  private static let refusalLimit = 5
  /// How often in a row it may be refused in one folder.
  private static let refusalLimitInFolder = 10

  /// The kind of server, for choosing passwords.
  public enum Kind: Hashable, Sendable {
    /// The user's own, whose password may be in the environment.
    case folder
    /// If no password is known, it is asked without one; the feed handles the response.
    case feed
  }

  /// - Parameters:
  ///   - server: Any URL there, without a user.
  ///   - user: As named in the URL; nil if it isn't.
  public init(server: URL, user: String?, secrets: ServerSecrets, kind: Kind = .folder) {
    self.server = server
    self.user = user
    self.secrets = secrets
    self.kind = kind
  }

  public func authorized(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPRequest {
    guard !isRefused(in: Self.folder(of: request.url)) else {
      // Folders that need no password are still listed.
      if kind == .feed || hasOpenFolders { return request }
      throw .passwordRefused(host: host)
    }
    // A key or a password of the feed's own takes precedence.
    guard let authentication, request.headers["Authorization"] == nil, request.credentials == nil
    else { return request }
    guard let found = try await found() else { throw .passwordMissing(host: host) }
    var request = request
    request.credentials = found
    request.authentication = authentication
    return request
  }

  public func learns(
    from response: HTTPResponse, to request: HTTPRequest
  ) async throws(PhotoSourceError) -> Bool {
    let folder = Self.folder(of: request.url)
    guard !isRefused(in: folder), request.headers["Authorization"] == nil else { return false }
    guard request.credentials != nil else {
      guard let offered = response.authentication else { return false }
      if kind == .feed || hasOpenFolders, await isUnknown() {
        // A single folder that requires authentication shouldn't stop the requests for the others.
        if kind == .folder { throw .passwordMissing(host: host) }
        return false
      }
      // Of several concurrent requests, the first one determines it.
      authentication = authentication ?? offered
      return true
    }
    guard case .success(let own?)? = await credentials?.value, own == request.credentials else {
      return false
    }
    refusals[folder, default: 0] += 1
    let isPatient = hasOpenFolders && refusals.values.reduce(0, +) < Self.refusalLimit
    if !isAccepted, !isPatient { isRefused = true }
    return false
  }

  public func wasAccepted(_ request: HTTPRequest) async {
    guard request.headers["Authorization"] == nil else { return }
    if request.credentials == nil {
      hasOpenFolders = true
    } else if authentication != nil {
      isAccepted = true
      refusals[Self.folder(of: request.url)] = nil
    }
  }

  private func isRefused(in folder: String) -> Bool {
    isRefused || refusals[folder, default: 0] >= Self.refusalLimitInFolder
  }

  private var host: String { CleanText.line(server.host(percentEncoded: false)) ?? "" }

  /// Whether no password is known, as opposed to a program failing to print one.
  private func isUnknown() async -> Bool {
    do {
      return try await found() == nil
    } catch {
      return false
    }
  }

  /// Looked up once for all waiting requests; again after a failure, and if there was none.
  ///
  /// A task and no `SharedLoads`: a program may be asking the user, which is neither broken off nor begun again when the request
  /// that needs the password is cancelled.
  private func found() async throws(PhotoSourceError) -> ServerCredentials? {
    let search =
      credentials
      ?? Task { [server, user, secrets, host, kind] in
        do throws(PhotoSourceError) {
          let found = try await secrets.credentials(
            for: server, user: user, isOwn: kind == .folder)
          guard let found else { return .success(nil) }
          // A colon in Basic's name can't be sent, nor can the end of a header or of a text.
          guard !found.password.contains(0),
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
    let found = try? result.get()
    if found == nil, credentials == search { credentials = nil }
    return try result.get()
  }

  /// The path of a folder, or of the folder that a file is in.
  private static func folder(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    return String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
