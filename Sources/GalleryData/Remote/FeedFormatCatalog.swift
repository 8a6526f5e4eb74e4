import FeedFormats
import Foundation
import GalleryDomain

/// The available formats: found by name, by a URL, or by what an answer looks like.
public protocol FeedFormatCatalog: Sendable {
  /// Whether `name:argument` on the command line means a preset.
  func isPreset(_ name: String) -> Bool

  /// The format that a URL itself determines, such as on a service's own host; nil if the answer is needed.
  func format(of url: URL) -> (any FeedFormat)?

  /// A named format at a URL, or in a file.
  ///
  /// - Parameter isNamed: Whether the user chose it (`--preset`) rather than Vitrine recognising it: only then is a
  ///   service's key sent to a host that isn't the service's own.
  func format(
    named name: String, at url: URL, isNamed: Bool
  ) throws(PhotoSourceError) -> any FeedFormat

  /// The format of an answer by its shape; nil if it is unknown.
  ///
  /// - Parameter url: nil for a file.
  func format(recognising response: HTTPResponse, at url: URL?) async -> (any FeedFormat)?

  /// Feeds that an HTML page names, the best first.
  func feeds(namedBy response: HTTPResponse) async -> [URL]
}
