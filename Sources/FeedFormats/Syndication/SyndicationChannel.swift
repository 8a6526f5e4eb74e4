import Foundation
import GalleryDomain

/// What a feed says about itself.
struct SyndicationChannel {
  private(set) var title: String?
  /// Atom's author for all entries without an author (RFC 4287, 4.2.1).
  private(set) var author: String?
  private(set) var licence: Licence?
  /// The next page, if the feed links to one (RFC 5005, 3).
  private(set) var next: URL?
  private(set) var totalCount: Int?
  /// Whether the feed was made by WordPress, which supports `?paged=2` although its feeds link to no next page.
  private(set) var isWordPress = false
  /// The feed's URL according to the feed (Atom's `rel=self`, RFC 4287, 4.2.7.2), otherwise that of its page.
  var address: URL? { own ?? page }
  private var own: URL?
  private var page: URL?

  /// - Parameter element: An element of the channel or the feed, not of an item.
  mutating func read(_ element: FeedElement, base: FeedBase) {
    switch element.name {
    case "title", "atom:title": title = title ?? CleanText.htmlLine(element.markup, limit: .title)
    case "atom:author": author = author ?? SyndicationItem.person(element)
    case "opensearch:totalResults": totalCount = totalCount ?? Self.count(element.text)
    case "atom:link", "link":
      readAddress(element)
      guard element["rel"]?.lowercased() == "next" else { return readLicence(element, base) }
      next = next ?? FeedBase(url: element.base ?? base.url).url(element["href"])
    case "generator", "atom:generator":
      let generator = (element["uri"] ?? element["url"] ?? element.text).lowercased()
      isWordPress =
        isWordPress || generator.contains("wordpress.org") || generator.contains("wordpress.com")
    case "cc:license": readLicence(element, base)
    default: break
    }
  }

  private mutating func readAddress(_ element: FeedElement) {
    let base = FeedBase(url: element.base)
    guard let href = element["href"] else {
      page = page ?? base.url(element.filledText)
      return
    }
    switch element["rel"]?.lowercased() {
    case "self": own = own ?? base.url(href)
    case "alternate", nil: page = page ?? base.url(href)
    default: break
    }
  }

  private mutating func readLicence(_ element: FeedElement, _ base: FeedBase) {
    guard licence == nil else { return }
    let parent = FeedElement(name: "", content: [.element(element)])
    licence = SyndicationItem.licenceLink(parent) { FeedBase(url: $0 ?? base.url) }
  }

  private static func count(_ text: String) -> Int? {
    CleanText.line(text).flatMap { Int($0) }.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
  }
}
