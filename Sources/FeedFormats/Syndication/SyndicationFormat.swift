import Foundation
import GalleryDomain

/// RSS 2.0, RSS 1.0 and Atom with Media RSS, Google's product data, Dublin Core and podcast fields.
///
/// Built in with fixed rules, while other services are presets: these formats are standards, and their namespaces and
/// nested elements cannot be described with field paths.
public struct SyndicationFormat: FeedFormat {
  public let name = "rss"
  private let url: URL

  /// - Parameter url: The URL of the feed: http, https, or a file.
  public init(url: URL) {
    self.url = url
  }

  public var title: String { Self.shownName(of: url) }
  public var sourceID: String { "rss " + WebAddress.id(url) }
  public var capabilities: SourceCapabilities {
    url.isFileURL ? .localList : SourceCapabilities(search: .here, isRemote: true)
  }
  public var hasNumberedPages: Bool { false }
  /// Feeds themselves decide how much is on a page.
  public func pageSize(wanted: Int) -> Int { wanted }

  /// `photos.example/feed.xml`, or a file's name.
  private static func shownName(of url: URL) -> String {
    guard url.isFileURL else { return WebAddress.shown(url) }
    return CleanText.line(url.lastPathComponent) ?? "the feed"
  }

  public func request(for page: FeedPageRequest) throws(PhotoSourceError) -> HTTPRequest {
    var request = HTTPRequest(url: url)
    switch page.position {
    case .continuation(.url(let next)): request.url = next
    case .continuation(.token(let token)):
      var items = [QueryItem](of: url)
      for item in [QueryItem](query: token) { items.set(item.name, item.value ?? "") }
      request.url = items.url(at: url.absoluteString) ?? url
    case .number: break
    }
    request.headers["Accept"] =
      "application/rss+xml, application/atom+xml, application/rdf+xml, "
      + "application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"
    return request
  }

  public func imageRequest(for url: URL) -> HTTPRequest { HTTPRequest(url: url) }

  public func decode(
    _ response: HTTPResponse, of request: FeedPageRequest, in context: FeedContext
  ) throws(PhotoSourceError) -> FeedPage {
    guard response.isSuccess else { throw PhotoSourceError(status: response) }
    let name = Self.shownName(of: context.url ?? response.url)
    let bytes = try TextEncoding.text(
      response.body, contentType: response.headers["Content-Type"], name: name,
      declared: TextEncoding.declaredInXML)
    // What doesn't even start like a feed is not a malformed feed.
    guard SyndicationDocument.isFeed(bytes) else {
      throw .notAFeed(bytes, name: name, reader: .syndication)
    }
    var context = context
    // After redirects, relative URLs are resolved against the final URL. A file has no origin unless it states one.
    if context.directory != nil {
      context.url = nil
    } else if WebAddress.isWeb(response.url) {
      context.url = response.url
    }
    do throws(TextFault) {
      let document = try SyndicationDocument(bytes, in: context)
      var page = document.page
      page.next = next(after: request.position, document)
      return page
    } catch {
      // Its reason may contain names from the document, which are already short (`XMLReader`).
      throw .malformed(error, in: bytes, name: name)
    }
  }

  /// - Returns: A token is the query item for the next page: `paged` is WordPress's (*WP_Query*), for posts in feeds as on
  ///   the site, and `page` that of collections of Shopify shops. Pages of other software can be requested only if the feed
  ///   links to them.
  private func next(after position: FeedPosition, _ document: SyndicationDocument) -> FeedPage.Next
  {
    if let next = document.channel.next { return .continuation(.url(next)) }
    let name = document.channel.isWordPress ? "paged" : document.isShopify ? "page" : nil
    guard let name, document.page.itemCount > 0, WebAddress.isWeb(url) else { return .end }
    let items: [QueryItem]
    switch position {
    case .number: items = [QueryItem](of: url)
    case .continuation(.token(let token)): items = [QueryItem](query: token)
    // If this page was linked from a feed, it links to the next one as long as there is one.
    case .continuation: return .end
    }
    let number = items.number(name) ?? 1
    guard (1..<1_000_000).contains(number) else { return .end }
    return .continuation(.token("\(name)=\(number + 1)"))
  }

  /// After its last page WordPress finds nothing; the next page was only a guess.
  public func isEnd(_ response: HTTPResponse, of page: FeedPageRequest) -> Bool {
    guard case .continuation(.token) = page.position else { return false }
    return [400, 404, 410].contains(response.status)
  }

  /// Whether a response is a feed of this kind, judging by its first element.
  ///
  /// - Parameters:
  ///   - bytes: The beginning is enough.
  ///   - contentType: Counts if the beginning cannot be read.
  public static func recognises(_ bytes: [UInt8], contentType: String?) -> Bool {
    let beginning = Array(bytes.prefix(64 * 1_024))
    // A feed in an unknown encoding is still a feed; the error will say so.
    let text = try? TextEncoding.text(
      beginning, contentType: contentType, declared: TextEncoding.declaredInXML)
    if SyndicationDocument.isFeed(text ?? beginning) { return true }
    guard let type = contentType?.split(separator: ";").first else { return false }
    return ["application/rss+xml", "application/atom+xml", "application/rdf+xml"]
      .contains(TextCleaner.line(String(type)).lowercased())
  }
}
