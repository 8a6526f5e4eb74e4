import Foundation
import GalleryDomain

/// RSS 2.0, RSS 1.0 and Atom, read item by item: memory contains the photos and only one item of the document.
struct SyndicationDocument {
  /// The maximum number of photos per document; others are counted as skipped. The largest product feeds have several
  /// ten thousand.
  private static let photoLimit = 50_000

  private(set) var channel = SyndicationChannel()
  /// All but what follows it.
  private(set) var page = FeedPage(photos: [])
  /// Whether its items have the variants and prices of Shopify shops.
  private(set) var isShopify = false

  private let context: FeedContext
  private var seen: Set<Int> = []

  /// - Parameters:
  ///   - bytes: A feed in UTF-8. If it ends too early, its whole items are read.
  ///   - context: With the document's own URL.
  init(_ bytes: [UInt8], in context: FeedContext) throws(TextFault) {
    self.context = context
    do throws(TextFault) {
      try read(bytes)
    } catch {
      guard error.offset >= bytes.count, page.itemCount > 0 else { throw error }
      page.skipped.addCut(at: TextPosition(offset: error.offset, in: bytes))
    }
    page.title = channel.title
    // Totals count posts, each of which may have several photos.
    page.totalCount = page.photos.count <= page.itemCount ? channel.totalCount : nil
  }

  /// Whether it starts like a feed, as far as it goes.
  static func isFeed(_ bytes: [UInt8]) -> Bool {
    var reader = XMLReader(bytes)
    guard case .start(let tag)? = try? reader.next() else { return false }
    return ["rss", "RDF", "rdf:RDF", "atom:feed", "feed"].contains(SyndicationName.text(tag.name))
  }

  private mutating func read(_ bytes: [UInt8]) throws(TextFault) {
    let document = context.url
    func element(_ tag: XMLTag, _ base: URL?) -> XMLElement {
      SyndicationName.element(tag, base: base, of: document)
    }
    var reader = XMLReader(bytes)
    guard let root = try reader.nextChild() else { return }
    // `xml:base` of the root and of the channel.
    var bases = [element(root, nil).base]
    let isAtom = SyndicationName.text(root.name).hasSuffix("feed")
    while let around = bases.last {
      guard let tag = try reader.nextChild() else {
        bases.removeLast()
        continue
      }
      if bases.count == 1, SyndicationName.text(tag.name) == "channel" {
        bases.append(element(tag, around).base)
        continue
      }
      let child = try reader.element(tag, base: around, element)
      switch child.name {
      case "item", "atom:entry", "entry": add(child)
      // Elements next to RSS 1.0's channel are ignored; in the other formats they belong to the feed.
      default: if isAtom || bases.count > 1 { channel.read(child, of: document) }
      }
    }
  }

  private mutating func add(_ element: XMLElement) {
    var context = context
    context.url = context.url ?? channel.address
    let item = SyndicationItem(element: element, channel: channel, context: context)
    page.itemCount += 1
    isShopify = isShopify || item.isShopify
    let new = item.photos()
    guard let first = new.first else { return page.skipped.addPictureless() }
    guard page.photos.count < Self.photoLimit else {
      return page.skipped.add(first.name, "more items than the limit")
    }
    guard seen.insert(first.id.hashValue).inserted else {
      return page.skipped.add(first.name, SkippedItem.repeatedID)
    }
    page.photos.append(first)
    page.photos += new.dropFirst().filter { seen.insert($0.id.hashValue).inserted }
  }
}

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

  /// - Parameters:
  ///   - element: An element of the channel or the feed, not of an item.
  ///   - document: Where the document is; nil for a file.
  mutating func read(_ element: XMLElement, of document: URL?) {
    let base = FeedBase(url: element.base ?? document)
    switch element.name {
    case "title", "atom:title": title = title ?? CleanText.htmlLine(element.markup, limit: .title)
    case "atom:author": author = author ?? SyndicationItem.person(element)
    case "opensearch:totalResults":
      totalCount =
        totalCount
        ?? CleanText.line(element.text).flatMap { JSONValue.text($0).whole(in: 0...1_000_000_000) }
    case "generator", "atom:generator":
      let generator = (element["uri"] ?? element["url"] ?? element.text).lowercased()
      isWordPress =
        isWordPress || generator.contains("wordpress.org") || generator.contains("wordpress.com")
    case "cc:license": licence = licence ?? SyndicationItem.licence(linkedBy: element, base: base)
    case "atom:link", "link":
      licence = licence ?? SyndicationItem.licence(linkedBy: element, base: base)
      // Where a file is from, only the feed itself can say.
      let absolute = FeedBase(url: element.base)
      switch (element["href"], element["rel"]?.lowercased()) {
      case (nil, _): page = page ?? absolute.url(element.filledText)
      case (let href, "self"): own = own ?? absolute.url(href)
      case (let href, "alternate"), (let href, nil): page = page ?? absolute.url(href)
      case (let href, "next"): next = next ?? base.url(href)
      default: break
      }
    default: break
    }
  }
}
