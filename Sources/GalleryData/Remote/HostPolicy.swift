import FeedFormats
import Foundation
import Synchronization

/// Where the requests of a source may go, and which secrets they carry: one for all that asks a source for something.
///
/// The user may reach any URL that they name themselves. But the URLs that a page from the internet names must not open the
/// local network to it, nor carry the source's secrets away; and a source that was public once must not point its own
/// name at the local network later (DNS rebinding). Which addresses a name leads to is seen by the transport
/// (`HTTPRequest.Reach`).
public final class HostPolicy: Sendable {
  /// Where the source is; nil for a file, and if it is unknown.
  private let source: URL?
  private let authorization: WebAuthorization?
  private let publicity: Mutex<Bool?>

  /// - Parameters:
  ///   - source: The URL that the user named, or that belongs to the service; nil for a file.
  ///   - wasPublic: Whether the source has been on the internet; nil if that is unknown.
  ///   - authorization: The user at the source's server, if the URL names one.
  public init(source: URL?, wasPublic: Bool? = nil, authorization: WebAuthorization? = nil) {
    self.source = source
    self.authorization = authorization
    publicity = Mutex(wasPublic)
  }

  /// Whether the source has been on the internet; false once it has answered from the local network without that. Stored
  /// with its pages.
  public var wasPublic: Bool? { publicity.withLock { $0 } }

  /// Different for each user that the URL names; nil for none. Secret.
  var account: String? { authorization?.account }

  /// Call with each response of the source, and with what the store says of earlier ones (`PageOrigin`).
  ///
  /// - Parameter isPublic: As in `HTTPResponse.isFromPublicAddress`.
  public func learn(_ isPublic: Bool?) {
    guard let isPublic else { return }
    publicity.withLock { $0 = $0 == true || isPublic }
  }

  /// A request for the source itself, which may be anywhere, unless it was public.
  public func own(_ request: HTTPRequest) -> HTTPRequest {
    var request = authorization?.apply(to: request) ?? request
    if wasPublic == true { request.reach = .publicHosts }
    return request
  }

  /// A request for a page that the source names: bounded, and over https if the source itself came over https.
  public func page(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    request.url = request.url.encrypted(like: source)
    return bounded(request)
  }

  /// A request for anything that the source names, such as a picture: with its reach, and without secrets for another
  /// host.
  public func bounded(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    let host = source?.host()?.lowercased()
    let isOwnHost = host != nil && host == request.url.host()?.lowercased()
    if !isOwnHost { request.removeSecrets() }
    // If a proxy has looked the source's name up, only the name says something.
    let mayBePrivate =
      wasPublic.map { !$0 } ?? (isOwnHost || host.map(PrivateAddress.isNamed) ?? false)
    request.reach = mayBePrivate ? .anyHost : .publicHosts
    return authorization?.apply(to: request) ?? request
  }
}
