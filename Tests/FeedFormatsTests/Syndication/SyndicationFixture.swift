import Foundation
import GalleryDomain

@testable import FeedFormats

/// Feeds of a test, and how they are read.
enum SyndicationFixture {
  static let address = "https://photos.example/blog/feed.xml"
  static var url: URL { URL(string: address) ?? URL(fileURLWithPath: "/") }

  /// All prefixes that RSS uses.
  static let namespaces = """
    xmlns:media="http://search.yahoo.com/mrss/" xmlns:g="http://base.google.com/ns/1.0" \
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" \
    xmlns:content="http://purl.org/rss/1.0/modules/content/" \
    xmlns:cc="http://creativecommons.org/ns#" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    """

  static func rss(_ channel: String) -> String {
    "<?xml version=\"1.0\"?><rss version=\"2.0\" \(namespaces)><channel>\(channel)</channel></rss>"
  }

  static func atom(_ feed: String) -> String {
    "<feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:g=\"http://base.google.com/ns/1.0\""
      + " xmlns:media=\"http://search.yahoo.com/mrss/\">\(feed)</feed>"
  }

  static func page(
    _ text: String, url: String? = nil, directory: [UInt8]? = nil, now: Date = PresetFixture.now,
    position: FeedPosition = .number(1)
  ) throws(PhotoSourceError) -> FeedPage {
    try page(Array(text.utf8), url: url, directory: directory, now: now, position: position)
  }

  static func page(
    _ bytes: [UInt8], status: Int = 200, url address: String? = nil, directory: [UInt8]? = nil,
    now: Date = PresetFixture.now, position: FeedPosition = .number(1)
  ) throws(PhotoSourceError) -> FeedPage {
    let url = address.flatMap { URL(string: $0) } ?? url
    return try SyndicationFormat(url: url).decode(
      HTTPResponse(status: status, body: bytes, url: url), of: FeedPageRequest(position: position),
      in: FeedContext(
        url: directory == nil ? url : nil, directory: directory, zone: .gmt, now: now))
  }

  /// The photo of the first item.
  static func photo(item: String, now: Date = PresetFixture.now) throws -> Photo? {
    try page(rss("<item>\(item)</item>"), now: now).photos.first
  }

  static func photo(entry: String) throws -> Photo? {
    try page(atom("<entry>\(entry)</entry>")).photos.first
  }
}
