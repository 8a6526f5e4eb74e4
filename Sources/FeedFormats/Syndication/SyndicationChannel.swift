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
  mutating func read(_ element: XMLElement, base: FeedBase) {
    switch element.name {
    case "title", "atom:title": title = title ?? CleanText.htmlLine(element.markup, limit: .title)
    case "atom:author": author = author ?? SyndicationItem.person(element)
    case "opensearch:totalResults": totalCount = totalCount ?? Self.count(element.text)
    case "generator", "atom:generator":
      let generator = (element["uri"] ?? element["url"] ?? element.text).lowercased()
      isWordPress =
        isWordPress || generator.contains("wordpress.org") || generator.contains("wordpress.com")
    case "atom:link", "link":
      readAddress(element)
      if element["rel"]?.lowercased() == "next" {
        next = next ?? FeedBase(url: element.base ?? base.url).url(element["href"])
      }
      fallthrough
    case "cc:license":
      let base = FeedBase(url: element.base ?? base.url)
      licence = licence ?? SyndicationItem.licence(linkedBy: element, base: base)
    default: break
    }
  }

  private mutating func readAddress(_ element: XMLElement) {
    let base = FeedBase(url: element.base)
    switch (element["href"], element["rel"]?.lowercased()) {
    case (nil, _): page = page ?? base.url(element.filledText)
    case (let href?, "self"): own = own ?? base.url(href)
    case (let href?, "alternate"), (let href?, nil): page = page ?? base.url(href)
    default: break
    }
  }

  private static func count(_ text: String) -> Int? {
    CleanText.line(text).flatMap { Int($0) }.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
  }
}
