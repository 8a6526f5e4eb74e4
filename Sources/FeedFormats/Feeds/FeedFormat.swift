import Foundation
import GalleryDomain

/// A kind of feed: how its pages are asked for, and how the answers are read.
///
/// Presets are one implementation, RSS and Atom another. Values without state: whoever walks through
/// the pages keeps the place.
public protocol FeedFormat: Sendable {
  /// As people name it on the command line, such as `openverse`.
  var name: String { get }
  /// What the gallery is called until the feed says it, cleaned, such as `lighthouse · Openverse`.
  var title: String { get }
  /// Names the source in the store: the same in every run, different for another shop, without secrets.
  var sourceID: String { get }
  var capabilities: SourceCapabilities { get }
  /// Whether pages can be asked for by their number, in any order.
  var hasNumberedPages: Bool { get }
  /// Photos a page when `wanted` are wanted: services have limits of their own.
  func pageSize(wanted: Int) -> Int

  /// - Throws: `.keyMissing` where a key is needed and not set.
  func request(for page: FeedPageRequest) throws(PhotoSourceError) -> HTTPRequest

  /// What else has to be asked for before an answer can be read, such as the collection that an item belongs to; each
  /// address once, and few of them. Answers come back in `FeedContext.joined`, where there is one.
  func joins(
    of response: HTTPResponse, on page: FeedPageRequest, in context: FeedContext
  ) -> [HTTPRequest]

  /// Reads an answer. Also called with answers that are no success, for services that say why in the body.
  ///
  /// - Parameter context: What relative addresses and dates without a zone belong to.
  /// - Throws: `.notAFeed`, `.malformed` with the place, `.keyRefused`, `.serverFailed` and so on.
  /// - Complexity: O(*bytes*); called off the main actor.
  func decode(
    _ response: HTTPResponse, of page: FeedPageRequest, in context: FeedContext
  ) throws(PhotoSourceError) -> FeedPage

  /// Whether an answer that is no success only says that the list ends before this page.
  func isEnd(_ response: HTTPResponse, of page: FeedPageRequest) -> Bool

  /// How a picture of this feed is asked for: with headers where the service needs them and the host is
  /// the service's own.
  func imageRequest(for url: URL) -> HTTPRequest

  /// How photos are bought there, where the kind of service settles it; nil where the feed has to say so
  /// (`FeedPage.orderRoute`), or nobody does.
  var orderRoute: OrderRoute? { get }
}

extension FeedFormat {
  public var orderRoute: OrderRoute? { nil }

  public func joins(
    of response: HTTPResponse, on page: FeedPageRequest, in context: FeedContext
  ) -> [HTTPRequest] { [] }

  /// Past their last page some services answer that there is nothing.
  public func isEnd(_ response: HTTPResponse, of page: FeedPageRequest) -> Bool {
    guard case .number(let number) = page.position, number > 1 else { return false }
    return [400, 404, 410, 416].contains(response.status)
  }
}

/// Which page of a feed.
public struct FeedPageRequest: Hashable, Sendable {
  public var position: FeedPosition
  /// Photos a page, as `FeedFormat.pageSize(wanted:)` says.
  public var size: Int
  /// What the format can be asked for (`capabilities`).
  public var query: PhotoQuery
  /// In which the days of a filter begin.
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
}

public enum FeedPosition: Hashable, Sendable {
  /// Counts from 1, whatever the service counts from. 1 is where every feed begins.
  case number(Int)
  case continuation(FeedContinuation)
}

/// Where a feed goes on, in the words of its last page; kept in the store with it.
public enum FeedContinuation: Hashable, Sendable, Codable {
  /// Absolute, http or https.
  case url(URL)
  /// A word, or a list or an object of JSON, written down.
  case token(String)
  /// Query items to be merged into the first page's, or what stands in places of the request.
  case merge([String: String])
  /// From 0.
  case offset(Int)
}

/// What a page's answer held.
public struct FeedPage: Hashable, Sendable {
  /// What the feed calls itself, cleaned.
  public var title: String?
  public var photos: [Photo]
  /// Items that became no photo.
  public var skippedCount: Int
  /// Those of them that have no picture.
  public var picturelessCount = 0
  /// The first of the others; not stored.
  public var skipped: [SkippedItem] = []
  /// Whether pictures lie on a server that nobody named; not stored.
  public var lacksServer = false
  /// Whether nothing names the encoding of the answer, and it was read as windows-1252; not stored.
  public var hasGuessedEncoding = false
  /// Photos in all, as the answer says it.
  public var totalCount: Int?
  /// Photos that the service put on the page, read or skipped: its own page size, where it differs.
  public var itemCount: Int
  public var next: Next
  /// How the feed says that its photos are bought; nil where it says nothing.
  public var orderRoute: OrderRoute?

  public enum Next: Hashable, Sendable {
    /// The feed ends here.
    case end
    /// The page with the next number.
    case number
    case continuation(FeedContinuation)
  }

  public init(
    title: String? = nil, photos: [Photo], skippedCount: Int = 0, totalCount: Int? = nil,
    itemCount: Int? = nil, next: Next = .end, orderRoute: OrderRoute? = nil
  ) {
    self.title = title
    self.photos = photos
    self.skippedCount = skippedCount
    self.totalCount = totalCount
    self.itemCount = itemCount ?? photos.count + skippedCount
    self.next = next
    self.orderRoute = orderRoute
  }

  init(
    title: String?, photos: [Photo], skipped: SkippedItems, totalCount: Int?,
    itemCount: Int? = nil, next: Next, orderRoute: OrderRoute? = nil
  ) {
    self.init(
      title: title, photos: photos, skippedCount: skipped.count, totalCount: totalCount,
      itemCount: itemCount, next: next, orderRoute: orderRoute)
    picturelessCount = skipped.picturelessCount
    self.skipped = skipped.items
  }
}

/// What is left out of a page while it is read.
package struct SkippedItems {
  package private(set) var count = 0
  private(set) var picturelessCount = 0
  /// The first that could not be read.
  package private(set) var items: [SkippedItem] = []

  package init(_ items: [SkippedItem] = []) {
    self.items = items
    count = items.count
  }

  /// Something without a picture, such as a post of words alone.
  mutating func addPictureless() {
    count += 1
    picturelessCount += 1
  }

  package mutating func add(_ name: String, _ reason: String) {
    count += 1
    if items.count < SkippedItem.keptCount { items.append(SkippedItem(name: name, reason: reason)) }
  }
}

extension SkippedItem {
  init(_ fault: JSONFault, in bytes: [UInt8]) {
    let place = TextPlace(offset: fault.offset, in: bytes)
    self.init(name: "line \(place.line), column \(place.column)", reason: fault.reason)
  }
}

extension FeedPage {
  /// The page with the prices that it stated for a moment after it was read, as a stored one has to be shown.
  package func priced(at date: Date) -> FeedPage {
    guard photos.contains(where: { !$0.priceChanges.isEmpty }) else { return self }
    var page = self
    page.photos = photos.map { $0.priced(at: date) }
    return page
  }
}

/// What a feed's relative addresses, bare dates and prices belong to.
public struct FeedContext: Hashable, Sendable {
  /// Where the feed came from; nil for a file.
  public var url: URL?
  /// The folder of a feed that is a local file, which may name files; nil for one from the network.
  public var directory: [UInt8]?
  public var zone: TimeZone
  /// The moment that prices are told for, as sales begin and end.
  public var now: Date
  /// What was answered to `FeedFormat.joins(of:on:in:)`, by the address that was asked.
  public var joined: [URL: [UInt8]] = [:]

  public init(
    url: URL? = nil, directory: [UInt8]? = nil, zone: TimeZone = .current, now: Date
  ) {
    self.url = url
    self.directory = directory
    self.zone = zone
    self.now = now
  }
}
