import Foundation
import GalleryDomain

/// RSS 2.0, RSS 1.0 and Atom, read item by item: memory contains the photos and only one item of the document.
struct SyndicationDocument {
  /// The maximum number of photos per document; others are counted as skipped. The largest product feeds have several
  /// ten thousand.
  static let photoLimit = 50_000

  private(set) var channel = SyndicationChannel()
  private(set) var photos: [Photo] = []
  /// Items without a picture, or with a repeated id.
  private(set) var skipped = SkippedItems()
  /// The number of items, read or skipped. An item may have several photos.
  private(set) var itemCount = 0
  /// Whether its items have the variants and prices of Shopify shops.
  private(set) var isShopify = false
  /// Where the document ends too early, after whole items.
  private(set) var cut: TextFault?

  private let base: FeedBase
  private let zone: TimeZone
  private let now: Date
  private var seen: Set<Int> = []

  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - now: The moment that prices are valid for.
  /// - Returns: nil for other XML.
  init?(_ bytes: [UInt8], base: FeedBase, zone: TimeZone, now: Date) throws(TextFault) {
    self.base = base
    self.zone = zone
    self.now = now
    var reader = XMLReader(bytes)
    guard let root = try Self.root(&reader) else { return nil }
    do throws(TextFault) {
      try read(root, &reader)
    } catch {
      guard error.offset >= bytes.count, itemCount > 0 else { throw error }
      cut = error
    }
  }

  /// Whether it starts like a feed, as far as it goes.
  static func isFeed(_ bytes: [UInt8]) -> Bool {
    var reader = XMLReader(bytes)
    return (try? root(&reader)) != nil
  }

  private static func root(_ reader: inout XMLReader) throws(TextFault) -> XMLTag? {
    guard case .start(let tag)? = try reader.next() else { return nil }
    return ["rss", "RDF", "rdf:RDF", "atom:feed", "feed"].contains(SyndicationName.text(tag.name))
      ? tag : nil
  }

  private mutating func read(_ root: XMLTag, _ reader: inout XMLReader) throws(TextFault) {
    let document = base.url
    func element(_ tag: XMLTag, _ base: URL?) -> XMLElement {
      SyndicationName.element(tag, base: base, of: document)
    }
    // `xml:base` of the root and of the channel.
    var bases = [element(root, nil).base]
    let isAtom = SyndicationName.text(root.name).hasSuffix("feed")
    while !bases.isEmpty, let token = try reader.next() {
      switch token {
      case .text: continue
      case .end: bases.removeLast()
      case .start(let tag):
        let around = bases.last ?? nil
        if bases.count == 1, SyndicationName.text(tag.name) == "channel" {
          bases.append(element(tag, around).base)
          continue
        }
        let child = try reader.element(tag, base: around, element)
        switch child.name {
        case "item", "atom:entry", "entry": add(child)
        // Elements next to RSS 1.0's channel are ignored; in the other formats they belong to the feed.
        default: if isAtom || bases.count > 1 { channel.read(child, base: base) }
        }
      }
    }
  }

  /// A file has no origin unless it states one.
  private var itemBase: FeedBase {
    base.url == nil ? FeedBase(url: channel.address, directory: base.directory) : base
  }

  private mutating func add(_ element: XMLElement) {
    let item = SyndicationItem(
      element: element, feedBase: itemBase, channel: channel, zone: zone, now: now)
    itemCount += 1
    isShopify = isShopify || item.isShopify
    let new = item.photos()
    guard let first = new.first else { return skipped.addPictureless() }
    guard photos.count < Self.photoLimit else {
      return skipped.add(first.name, "more items than the limit")
    }
    guard seen.insert(first.id.hashValue).inserted else {
      return skipped.add(first.name, SkippedItem.repeatedID)
    }
    photos.append(first)
    photos += new.dropFirst().filter { seen.insert($0.id.hashValue).inserted }
  }
}
