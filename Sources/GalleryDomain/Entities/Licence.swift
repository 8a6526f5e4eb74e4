import Foundation

/// The terms under which a photo may be used.
public struct Licence: Hashable, Sendable {
  /// A short name, such as `CC BY 4.0`.
  public let name: String
  public let url: URL?

  public init(name: String, url: URL? = nil) {
    self.name = name
    self.url = url
  }
}
