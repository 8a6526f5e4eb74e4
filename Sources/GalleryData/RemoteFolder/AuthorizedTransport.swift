import FeedFormats
import Foundation
import GalleryDomain
import Glibc

/// Puts into requests what one server wants to know of the user, such as a signature or a password.
public protocol RequestAuthorizer: Sendable {
  /// - Parameter request: Leads to the server. Whatever secret is put in is in the request's `secretNames`, unless it is
  ///   the `Authorization` header, which no transport logs or sends to another server.
  /// - Throws: `.keyMissing` where the user has to set something first.
  func authorized(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPRequest

  /// - Parameters:
  ///   - response: Of the server itself, with the status 401.
  ///   - request: What was answered, with what `authorized` put into it.
  /// - Returns: Whether it says what was needed to authorize the request differently, so that it is worth another try.
  /// - Throws: `.passwordMissing` where only this request needs one.
  func learns(
    from response: HTTPResponse, to request: HTTPRequest
  ) async throws(PhotoSourceError) -> Bool

  /// The server itself has answered a request with success.
  ///
  /// - Parameter request: With what `authorized` put into it.
  func wasAccepted(_ request: HTTPRequest) async
}

extension RequestAuthorizer {
  public func wasAccepted(_ request: HTTPRequest) async {}
}

/// A transport that authorizes the requests to one server, and leaves all others as they are.
public struct AuthorizedTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let authorizer: any RequestAuthorizer
  private let server: Place

  /// - Parameter server: Any address there; its scheme, host and port count.
  public init(_ base: any HTTPTransport, server: URL, authorizer: any RequestAuthorizer) {
    self.base = base
    self.server = Place(server)
    self.authorizer = authorizer
  }

  public func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    guard server.contains(request.url) else { return try await base.send(request) }
    for _ in 1..<Self.tryLimit {
      let authorized = try await authorizer.authorized(request)
      let response = try await base.send(authorized)
      guard try await isWorthAnother(response, to: authorized) else { return response }
    }
    return try await base.send(try await authorizer.authorized(request))
  }

  /// Without being known, with what has turned out to be too old, and with what is new.
  private static let tryLimit = 3

  public func refusal(of request: HTTPRequest) async -> PhotoSourceError? {
    await base.refusal(of: request)
  }

  public func download(
    _ request: HTTPRequest, to descriptor: Int32, allowance: DownloadAllowance,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    guard server.contains(request.url) else {
      return try await base.download(
        request, to: descriptor, allowance: allowance, progress: progress)
    }
    for _ in 1..<Self.tryLimit {
      let authorized = try await authorizer.authorized(request)
      let response = try await base.download(
        authorized, to: descriptor, allowance: allowance, progress: progress)
      guard try await isWorthAnother(response, to: authorized) else { return response }
      // What the refusal said is in the file.
      guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
        return response
      }
    }
    return try await base.download(
      try await authorizer.authorized(request), to: descriptor, allowance: allowance,
      progress: progress)
  }

  /// What another server says, where a redirect led to one, says nothing of this one.
  private func isWorthAnother(
    _ response: HTTPResponse, to request: HTTPRequest
  ) async throws(PhotoSourceError) -> Bool {
    guard server.contains(response.url) else { return false }
    if response.isSuccess { await authorizer.wasAccepted(request) }
    guard response.status == 401 else { return false }
    return try await authorizer.learns(from: response, to: request)
  }

  /// A server, as far as it may be told who the user is.
  public struct Place: Hashable, Sendable {
    private let scheme: String?
    private let host: String?
    private let port: Int

    /// - Parameter url: Any address there.
    public init(_ url: URL) {
      scheme = url.scheme?.lowercased()
      host = url.host()?.lowercased()
      port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    public func contains(_ url: URL) -> Bool { Place(url) == self }
  }
}
