import FeedFormats
import Foundation
import GalleryDomain
import Synchronization

@testable import GalleryData

/// Knows one format, by the first characters of an answer: `lines:`.
final class StubCatalog: FeedFormatCatalog {
  private let hosts: Set<String>
  private let links: [String]
  private let looks = Mutex(0)

  /// - Parameters:
  ///   - hosts: That tell the format by themselves.
  ///   - links: That every page names.
  init(hosts: Set<String> = [], links: [String] = []) {
    self.hosts = hosts
    self.links = links
  }

  /// How often an answer was looked at.
  var lookCount: Int { looks.withLock { $0 } }

  func isPreset(_ name: String) -> Bool { name == "lines" }

  func format(of url: URL) -> (any FeedFormat)? {
    hosts.contains(url.host() ?? "") ? format(at: url) : nil
  }

  func format(
    named name: String, at url: URL, isNamed: Bool
  ) throws(PhotoSourceError) -> any FeedFormat {
    guard name == "lines" else { throw .notFound(name: name) }
    return format(at: url)
  }

  func format(recognising response: HTTPResponse, at url: URL?) async -> (any FeedFormat)? {
    looks.withLock { $0 += 1 }
    guard response.body.starts(with: "lines:".utf8) else { return nil }
    return format(at: url ?? response.url)
  }

  func feeds(namedBy response: HTTPResponse) async -> [URL] {
    links.compactMap { URL(string: $0) }
  }

  private func format(at url: URL) -> LineFormat {
    LineFormat(base: url.absoluteString, paging: .continued, sourceID: url.absoluteString)
  }
}
