import FeedFormats
import Foundation
import GalleryDomain

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
      WebAddress.isWeb(url)
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

/// What an image's address is called in front of people: without its query, which may hold keys.
enum ImageName {
  /// The last part of the path, else the address; cleaned.
  static func text(_ url: URL) -> String {
    let name = url.lastPathComponent
    let text = name == "/" ? "" : TextCleaner.line(name, limit: .field)
    return text.isEmpty ? WebAddress.shown(url) : text
  }
}
