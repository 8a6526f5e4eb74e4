import FeedFormats
import Foundation
import GalleryDomain

/// The formats that there are: found by name, by an address, or by what an answer looks like.
public protocol FeedFormatCatalog: Sendable {
  /// Whether `name:argument` on the command line means a preset.
  func isPreset(_ name: String) -> Bool

  /// A preset with what stood behind its colon.
  ///
  /// - Throws: `.notFound` for a name that there is not; what is wrong with the argument.
  func format(named name: String, argument: String) throws(PhotoSourceError) -> any FeedFormat

  /// The format of an address that tells it by itself, such as one of a service's own host; nil asks the
  /// network.
  func format(of url: URL) -> (any FeedFormat)?

  /// A named format at an address, or in a file.
  ///
  /// - Parameter isNamed: Whether the user said so (`--preset`), rather than what was found out: only
  ///   then is a service's key sent to a host that is not the service's own.
  func format(
    named name: String, at url: URL, isNamed: Bool
  ) throws(PhotoSourceError) -> any FeedFormat

  /// The format of an answer by its shape; nil for none that is known.
  ///
  /// - Parameter url: nil for a file.
  func format(recognising response: HTTPResponse, at url: URL?) async -> (any FeedFormat)?

  /// Feeds that an HTML page names, the best first.
  func feeds(namedBy response: HTTPResponse) async -> [URL]
}
