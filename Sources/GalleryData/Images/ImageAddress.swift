import FeedFormats
import Foundation
import GalleryDomain

/// A picture's URL on a command line.
public struct ImageAddress: Hashable, Sendable {
  /// Without a user's name and a password: those go into a header, to this host only.
  public let url: URL
  /// As it names them without a password, which is looked up.
  public let user: String?
  private let authorization: WebAuthorization?

  /// - Returns: nil for anything that isn't an http or https URL, such as a path.
  public init?(_ argument: String) {
    // Before parsing, so that a path isn't taken for a URL.
    let scheme = argument.prefix { $0 != ":" }.lowercased()
    guard scheme == "http" || scheme == "https",
      argument.dropFirst(scheme.count).hasPrefix("://"), let url = URL(string: argument),
      WebAddress.isWeb(url)
    else { return nil }
    user = url.userWithoutPassword
    let (bare, authorization) = WebAuthorization.separated(from: url)
    self.url = bare
    self.authorization = user == nil ? authorization : nil
  }

  /// Host and path, cleaned.
  public var text: String { WebAddress.shown(url) }

  public var request: HTTPRequest {
    let request = HTTPRequest(url: url)
    return authorization?.apply(to: request) ?? request
  }
}

/// What users see of an image's URL: no query, since it may contain keys.
enum ImageName {
  /// The last part of the path, else the address; cleaned.
  static func text(_ url: URL) -> String {
    let name = url.lastPathComponent
    let text = name == "/" ? "" : TextCleaner.line(name, limit: .field)
    return text.isEmpty ? WebAddress.shown(url) : text
  }
}
