import Foundation

/// A picture's address as it stands on a command line.
public struct ImageAddress: Hashable, Sendable {
  /// Without a user's name and a password: those go into a header, to this host only.
  public let url: URL
  private let authorization: WebAuthorization?

  /// - Returns: nil for what is no http or https address, such as a path.
  public init?(_ argument: String) {
    // Before it is parsed, so that no path is taken for one.
    let scheme = argument.prefix { $0 != ":" }.lowercased()
    guard scheme == "http" || scheme == "https",
      argument.dropFirst(scheme.count).hasPrefix("://"), let url = URL(string: argument),
      FeedReach.isWeb(url)
    else { return nil }
    (self.url, authorization) = WebAuthorization.taken(from: url)
  }

  /// The last part of the path, else the host; cleaned, without the query, which may hold keys.
  public var name: String { ImageName.text(url) }

  /// Host and path, cleaned.
  public var text: String { WebAddress.shown(url) }

  public var request: HTTPRequest {
    let request = HTTPRequest(url: url)
    return authorization?.apply(to: request) ?? request
  }
}
