import FeedFormats
import Foundation
import GalleryDomain
import Glibc

/// Adds authentication for one server to requests, such as a signature or a password.
public protocol RequestAuthorizer: Sendable {
  /// - Parameter request: To the server. Any secret that is added is in the request's `secretNames`, unless it is the
  ///   `Authorization` header, which no transport logs or sends to another server.
  /// - Throws: `.keyMissing` if the user has to set something first.
  func authorized(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPRequest

  /// - Parameters:
  ///   - response: From the server itself, with the status 401.
  ///   - request: The request, with what `authorized` added.
  /// - Returns: Whether the response helps to authorize the request differently, so that it is worth another try.
  /// - Throws: `.passwordMissing` if only this request needs one.
  func learns(
    from response: HTTPResponse, to request: HTTPRequest
  ) async throws(PhotoSourceError) -> Bool

  /// Called after each success of the server itself.
  ///
  /// - Parameter request: With what `authorized` added.
  func wasAccepted(_ request: HTTPRequest) async
}

extension RequestAuthorizer {
  public func wasAccepted(_ request: HTTPRequest) async {}
}

/// A transport that authorizes the requests to one server, and leaves all others unchanged.
public struct AuthorizedTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let authorizer: any RequestAuthorizer
  private let server: Origin?

  /// - Parameter server: Any URL there; its scheme, host and port count.
  public init(_ base: any HTTPTransport, server: URL, authorizer: any RequestAuthorizer) {
    self.base = base
    self.server = Origin(server)
    self.authorizer = authorizer
  }

  public func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    try await authorized(request) { [base] (request) async throws(PhotoSourceError) in
      try await base.send(request)
    }
  }

  public func download(
    _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    try await authorized(
      request,
      // The file may contain the text of the refusal.
      prepare: { ftruncate(descriptor, 0) == 0 && lseek(descriptor, 0, SEEK_SET) == 0 },
      send: { [base] (request) async throws(PhotoSourceError) in
        try await base.download(request, to: descriptor, byteLimit: byteLimit, progress: progress)
      })
  }

  /// Sends a request, and once more if the response helps to authorize it.
  ///
  /// - Parameter prepare: Called before that; returns whether it is possible.
  private func authorized(
    _ request: HTTPRequest, prepare: () -> Bool = { true },
    send: (HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse
  ) async throws(PhotoSourceError) -> HTTPResponse {
    guard server?.contains(request.url) == true else { return try await send(request) }
    let first = try await authorizer.authorized(request)
    let response = try await send(first)
    guard try await isWorthAnother(response, to: first), prepare() else { return response }
    let again = try await authorizer.authorized(request)
    let second = try await send(again)
    _ = try await isWorthAnother(second, to: again)
    return second
  }

  /// If a redirect led to another server, its response means nothing for this one.
  private func isWorthAnother(
    _ response: HTTPResponse, to request: HTTPRequest
  ) async throws(PhotoSourceError) -> Bool {
    guard server?.contains(response.url) == true else { return false }
    if response.isSuccess { await authorizer.wasAccepted(request) }
    guard response.status == 401 else { return false }
    return try await authorizer.learns(from: response, to: request)
  }
}
