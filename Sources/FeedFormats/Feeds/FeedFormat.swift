import Foundation
import GalleryDomain

/// A kind of feed: how its pages are requested, and how responses are parsed.
///
/// Presets are one implementation, RSS and Atom another. Formats are values without state: the caller keeps track of
/// the position.
public protocol FeedFormat: Sendable {
  /// The name on the command line, such as `openverse`.
  var name: String { get }
  /// The title until the feed provides one, cleaned, such as `lighthouse · Openverse`.
  var title: String { get }
  /// Identifies the source in the store: the same in every run, different for another shop, without secrets.
  var sourceID: String { get }
  /// Identifies the pages in the store, and what is searched in them: `sourceID`, and a digest of everything else that
  /// decides what the server answers, such as the token of a share link, a user or a key.
  ///
  /// Not part of `sourceID`: baskets, orders and views outlive a token.
  var pagesID: String { get }
  var capabilities: SourceCapabilities { get }
  /// Whether pages can be requested by number, in any order.
  var hasNumberedPages: Bool { get }
  /// The number of photos per page if `wanted` are requested: services have their own limits.
  func pageSize(wanted: Int) -> Int

  /// - Throws: `.keyMissing` if a key is required and not set.
  func request(for page: FeedPageRequest) throws(PhotoSourceError) -> HTTPRequest

  /// Other URLs to request before a response can be parsed, such as the collection that an item belongs to; each URL
  /// once, and only a few of them. Their responses are passed in `FeedContext.joined`.
  func joins(
    of response: HTTPResponse, on page: FeedPageRequest, in context: FeedContext
  ) -> [HTTPRequest]

  /// Parses a response. Also called for error statuses, for services that explain the error in the body.
  ///
  /// - Parameter context: For resolving relative URLs and dates without a zone.
  /// - Throws: `.notAFeed`, `.malformed` with the position, `.keyRefused`, `.serverFailed` and so on.
  /// - Complexity: O(*bytes*); called off the main actor.
  func decode(
    _ response: HTTPResponse, of page: FeedPageRequest, in context: FeedContext
  ) throws(PhotoSourceError) -> FeedPage

  /// Whether an error status only means that the list ends before this page.
  func isEnd(_ response: HTTPResponse, of page: FeedPageRequest) -> Bool

  /// The request for a picture of this feed: with headers if the service needs them and the host is the service's own.
  func imageRequest(for url: URL) -> HTTPRequest

  /// How photos are bought, if the kind of service determines it; nil if the feed may say so itself
  /// (`FeedPage.orderRoute`).
  var orderRoute: OrderRoute? { get }
}

extension FeedFormat {
  public var pagesID: String { sourceID }

  public var orderRoute: OrderRoute? { nil }

  public func joins(
    of response: HTTPResponse, on page: FeedPageRequest, in context: FeedContext
  ) -> [HTTPRequest] { [] }

  /// After their last page, some services respond that there is nothing.
  public func isEnd(_ response: HTTPResponse, of page: FeedPageRequest) -> Bool {
    page.number > 1 && [400, 404, 410, 416].contains(response.status)
  }
}

/// A request for one page of a feed.
public struct FeedPageRequest: Hashable, Sendable {
  public var position: FeedPosition
  /// Photos per page, from `FeedFormat.pageSize(wanted:)`.
  public var size: Int
  /// The part of the query that the format supports (`capabilities`).
  public var query: PhotoQuery
  /// The time zone in which the days of a filter begin.
  public var zone: TimeZone

  public init(
    position: FeedPosition = .number(1), size: Int = PageRequest.defaultPageSize,
    query: PhotoQuery = .everything, zone: TimeZone = .current
  ) {
    self.position = position
    self.size = size
    self.query = query
    self.zone = zone
  }

  /// 1 for a page without a number.
  var number: Int { if case .number(let number) = position { max(number, 1) } else { 1 } }
}

public enum FeedPosition: Hashable, Sendable {
  /// Counts from 1, whatever the service counts from. All feeds start at 1.
  case number(Int)
  case continuation(FeedContinuation)
}

/// How a feed continues, as its last page specified; stored together with the page.
public enum FeedContinuation: Hashable, Sendable, Codable {
  /// Absolute, http or https.
  case url(URL)
  /// A word or a number.
  case token(String)
}

/// The contents of a page's response.
public struct FeedPage: Hashable, Sendable {
  /// The feed's own title, cleaned.
  public var title: String?
  public var photos: [Photo]
  /// Items that did not become photos; only their counts are stored.
  public var skipped: SkippedItems
  /// The total number of photos according to the response.
  public var totalCount: Int?
  /// Photos on the page as the service sent it, read or skipped: its own page size, if that differs.
  public var itemCount: Int
  public var next: Next
  /// How the photos are bought according to the feed; nil if it doesn't say.
  public var orderRoute: OrderRoute?

  public enum Next: Hashable, Sendable, Codable {
    case end
    /// The page with the next number.
    case number
    case continuation(FeedContinuation)
  }

  public init(
    title: String? = nil, photos: [Photo], skipped: SkippedItems = SkippedItems(),
    totalCount: Int? = nil, itemCount: Int? = nil, next: Next = .end,
    orderRoute: OrderRoute? = nil
  ) {
    self.title = title
    self.photos = photos
    self.skipped = skipped
    self.totalCount = totalCount
    self.itemCount = itemCount ?? photos.count + skipped.count
    self.next = next
    self.orderRoute = orderRoute
  }

  /// When the first of its prices ends after it was read; prices that had ended by then are the latest that the source has.
  package func pricesEnd(after readAt: Date) -> Date? {
    photos.lazy.compactMap(\.priceUntil).filter { $0 > readAt }.min()
  }
}

extension SkippedItems {
  /// Counts and names the rest of a feed that ends too early: the whole items were read, and photos are missing.
  mutating func addCut(at position: TextPosition) {
    count += 1
    unreadableCount += 1
    let end = "line \(position.line), column \(position.column)"
    // First, because only so many are named.
    items.insert(
      SkippedItem(name: "the rest of the feed", reason: "it is cut off at \(end)"), at: 0)
  }
}

/// What a feed's relative URLs, dates without a zone, and prices refer to.
public struct FeedContext: Hashable, Sendable {
  /// The feed's URL; nil for a file.
  public var url: URL?
  /// The folder of a feed that is a local file, which may refer to files; nil for one from the network.
  public var directory: [UInt8]?
  public var zone: TimeZone
  /// The moment that prices are valid for, because sales begin and end.
  public var now: Date
  /// The responses for `FeedFormat.joins(of:on:in:)`, by requested URL.
  public var joined: [URL: [UInt8]] = [:]

  public init(url: URL? = nil, directory: [UInt8]? = nil, zone: TimeZone = .current, now: Date) {
    self.url = url
    self.directory = directory
    self.zone = zone
    self.now = now
  }
}
