import Foundation
import GalleryDomain

@testable import FeedFormats
@testable import GalleryData

/// A feed of the tests: a line is a photo's id, `+` before it says that it is for sale; lines that begin
/// with `!` say the total, the title, and what follows.
struct LineFormat: FeedFormat {
  enum Paging { case numbered, continued }

  var base = "https://feed.example/list"
  var paging = Paging.numbered
  var capabilities = SourceCapabilities(search: .atSource, isRemote: true)
  var secret: String?
  var sourceID = "lines:test"
  var name = "lines"
  var orderRoute: OrderRoute?
  /// Whether there is a key from elsewhere, without which nothing is requested.
  var hasKey: @Sendable () -> Bool = { true }

  var title: String { "Lines" }
  var hasNumberedPages: Bool { paging == .numbered }
  func pageSize(wanted: Int) -> Int { min(wanted, 3) }

  func request(for page: FeedPageRequest) throws(PhotoSourceError) -> HTTPRequest {
    guard hasKey() else { throw .keyMissing(source: "Lines", variable: "LINES_KEY") }
    var components = URLComponents(string: base) ?? URLComponents()
    var items: [URLQueryItem] = []
    if let search = page.query.search { items.append(URLQueryItem(name: "q", value: search)) }
    if page.query.filter == .forSale { items.append(URLQueryItem(name: "sale", value: "1")) }
    switch page.position {
    case .number(1) where paging == .continued: break
    case .number(let number): items.append(URLQueryItem(name: "page", value: "\(number)"))
    case .continuation(.token(let token)): items.append(URLQueryItem(name: "after", value: token))
    case .continuation(.url(let url)):
      components = URLComponents(string: url.absoluteString) ?? components
    }
    if !items.isEmpty { components.queryItems = items }
    guard let url = components.url else { throw .notFound(name: base) }
    var request = HTTPRequest(url: url)
    if let secret {
      request.headers["X-Key"] = secret
      request.secretNames = ["x-key"]
    }
    return request
  }

  func decode(
    _ response: HTTPResponse, of page: FeedPageRequest, in context: FeedContext
  ) throws(PhotoSourceError) -> FeedPage {
    let text = String(decoding: response.body, as: UTF8.self)
    guard !text.hasPrefix("<") else { throw .notAFeed(name: "lines", beginning: text) }
    guard text != "!key" else { throw .keyRefused(source: "Lines", variable: "LINES_KEY") }
    var feed = FeedPage(photos: [])
    for line in text.split(separator: " ") {
      let value = String(line.drop { $0 != "=" }.dropFirst())
      switch line.prefix(while: { $0 != "=" }) {
      case "!total": feed.totalCount = Int(value)
      case "!title": feed.title = value
      case "!missing":
        feed.skipped.add("one", "its data were not read")
        feed.skipped.unreadableCount += 1
      case "!order":
        feed.orderRoute = StatedOrderRoute(url: value).route(feed: context.url)
      case "!more": feed.next = .number
      case "!token": feed.next = .continuation(.token(value))
      case "!url": feed.next = URL(string: value).map { .continuation(.url($0)) } ?? .end
      case "!sale":
        // A sale at 12, then 15, from that many seconds after the tests' clock began.
        let end = Date(timeIntervalSince1970: 1_700_000_000 + (Double(value) ?? 0))
        var photo = Self.photo("sale")
        photo.price = Price(amount: context.now < end ? "12" : "15", currency: "EUR")
        if context.now < end { photo.priceUntil = end }
        feed.photos.append(photo)
      default: feed.photos.append(Self.photo(String(line)))
      }
    }
    feed.itemCount = feed.photos.count
    return feed
  }

  func imageRequest(for url: URL) -> HTTPRequest { HTTPRequest(url: url) }

  private static func photo(_ line: String) -> Photo {
    let isForSale = line.hasPrefix("+")
    let id = isForSale ? String(line.dropFirst()) : line
    return Photo(id: id, name: "name-\(id)", saleStatus: isForSale ? .forSale : .unstated)
  }
}
