import Foundation
import GalleryDomain

/// RSS 2.0, RSS 1.0 and Atom, read item by item: memory holds the photos, and of the document one item.
struct SyndicationDocument {
  /// Photos of a document; further ones are counted as skipped. The largest product feeds have some
  /// ten thousands.
  static let photoLimit = 50_000

  private(set) var channel = SyndicationChannel()
  private(set) var photos: [Photo] = []
  /// Items without a picture, or with an id that came before.
  private(set) var skipped = SkippedItems()
  /// Items, read or skipped. One may have several photos.
  private(set) var itemCount = 0
  /// Whether its items have the forms and prices of Shopify's shops.
  private(set) var isShopify = false

  private let base: FeedBase
  private let zone: TimeZone
  private let now: Date
  private var seen: Set<Int> = []

  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - now: What prices are told for.
  /// - Returns: nil for XML of another kind.
  init?(_ bytes: [UInt8], base: FeedBase, zone: TimeZone, now: Date) throws(XMLFault) {
    self.base = base
    self.zone = zone
    self.now = now
    var reader = XMLReader(bytes)
    guard let root = try Self.root(&reader) else { return nil }
    try read(root, &reader)
  }

  /// Whether it begins as a feed does, as far as it goes.
  static func isFeed(_ bytes: [UInt8]) -> Bool {
    var reader = XMLReader(bytes)
    return (try? root(&reader)) != nil
  }

  private static func root(_ reader: inout XMLReader) throws(XMLFault) -> XMLTag? {
    guard case .start(let tag)? = try reader.next() else { return nil }
    return ["rss", "RDF", "rdf:RDF", "atom:feed", "feed"].contains(SyndicationName.text(tag.name))
      ? tag : nil
  }

  /// - Parameter tag: The root, or a channel, which was started last.
  private mutating func read(_ root: XMLTag, _ reader: inout XMLReader) throws(XMLFault) {
    // `xml:base` of the root and of the channel.
    var bases = [FeedElementReader.element(root, base: nil).base]
    let isAtom = SyndicationName.text(root.name).hasSuffix("feed")
    while let token = try reader.next() {
      switch token {
      case .text: continue
      case .end: bases.removeLast()
      case .start(let tag):
        let name = SyndicationName.text(tag.name)
        let around = bases.last ?? nil
        if name == "channel", bases.count == 1 {
          bases.append(FeedElementReader.element(tag, base: around).base)
          continue
        }
        let element = try FeedElementReader.element(tag, base: around, from: &reader)
        switch name {
        case "item", "atom:entry", "entry": add(element)
        // Elements beside RSS 1.0's channel are of no interest, those of the others are its own.
        default: if isAtom || bases.count > 1 { channel.read(element, base: base) }
        }
      }
      guard !bases.isEmpty else { return }
    }
  }

  /// A file came from nowhere, unless it says where from.
  private var itemBase: FeedBase {
    base.url == nil ? FeedBase(url: channel.address, directory: base.directory) : base
  }

  private mutating func add(_ element: FeedElement) {
    let item = SyndicationItem(
      element: element, feedBase: itemBase, channel: channel, zone: zone, now: now)
    itemCount += 1
    isShopify = isShopify || item.isShopify
    let new = item.photos()
    guard let first = new.first else { return skipped.addPictureless() }
    guard photos.count < Self.photoLimit else {
      return skipped.add(first.name, "more items than are read")
    }
    guard seen.insert(first.id.hashValue).inserted else {
      return skipped.add(first.name, SkippedItem.repeatedID)
    }
    photos.append(first)
    photos += new.dropFirst().filter { seen.insert($0.id.hashValue).inserted }
  }
}
