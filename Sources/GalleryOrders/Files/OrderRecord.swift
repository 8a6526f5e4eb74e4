import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// An order in the state folder: what is remembered of it and, until its outcome is known, what was sent.
struct OrderRecord: Sendable {
  var order: RecordedOrder
  /// Where it was sent; nil once that no longer matters, and in records of earlier versions.
  var url: URL?
  /// The bytes that were sent, including the customer; nil once the outcome is known.
  var body: String?
  /// Whether it was read from the files of an earlier version.
  var isEarlier = false
  /// Whether anything was ordered, or may have been. Earlier versions also kept refused orders.
  var isOrder = true

  init(order: RecordedOrder, url: URL? = nil, body: String? = nil) {
    self.order = order
    self.url = url
    self.body = body
  }

  /// Whether only the history needs it: its files are not for a seller, and its bytes are not sent again.
  var isSettledAtServer: Bool {
    if case .written = order.state { false } else { body == nil }
  }

  /// The record with another state, and without what was sent.
  func settled(as state: RecordedOrder.State, isInBasket: Bool) -> OrderRecord {
    var record = self
    record.order.state = state
    record.order.isInBasket = isInBasket
    record.url = nil
    record.body = nil
    return record
  }

  // MARK: - As it is stored

  /// JSON that later versions can read; nil for values that JSON can't express.
  var stored: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(StoredOrder(self)) else { return nil }
    // JSON leaves some characters as they are that would be commands to a terminal in which the file is viewed.
    var text = ""
    for scalar in String(decoding: data, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// - Returns: nil for anything that isn't a record.
  init?(stored bytes: [UInt8]) {
    guard let stored = try? JSONDecoder().decode(StoredOrder.self, from: Data(bytes)),
      let record = stored.record
    else { return nil }
    self = record
  }

  // MARK: - Earlier versions

  /// The order as it was sent, with its outcome under `placed`.
  ///
  /// - Returns: nil for anything that isn't an order.
  init?(earlier bytes: [UInt8], json: FileReference, text: FileReference) {
    guard let root = JSONValue(bytes: bytes), root["vitrine_order"] != nil,
      let id = root["id"]?.lenientText.flatMap({ UUID(uuidString: $0) }),
      let number = CleanText.line(root["number"]?.lenientText, limit: .field),
      let date = root["created_at"]?.lenientText.flatMap({ try? Date($0, strategy: .iso8601) })
    else { return nil }
    let items = root["items"]?.elements.compactMap { Self.item($0, addedAt: date) } ?? []
    let placed = root["placed"]
    let host = CleanText.line(placed?["host"]?.lenientText, limit: .field) ?? "?"
    var isOrder = true
    let state: RecordedOrder.State
    switch (placed?["by"]?.lenientText, placed?["status"]?.lenientText) {
    case ("server", "sent"): state = .unanswered(host: host)
    case ("server", "accepted"):
      state = .accepted(
        host: host, number: CleanText.line(placed?["number"]?.lenientText, limit: .field),
        page: StoredAddress.url(placed?["page"]?.lenientText ?? ""))
    case ("server", _):
      isOrder = false
      state = .notArrived(host: host)
    case ("checkout", _):
      let links = placed?["links"]?.elements.compactMap {
        StoredAddress.url($0.lenientText ?? "")
      }
      state = .checkout(links: links ?? [], isBought: false)
    default: state = .written(json: json, text: text, isSent: false)
    }
    order = RecordedOrder(
      id: id, number: number, createdAt: date, sourceID: nil,
      sourceTitle: CleanText.line(root["source"]?.lenientText, limit: .title) ?? "", items: items,
      state: state)
    self.isOrder = isOrder
    isEarlier = true
    body = order.isUnanswered ? Self.body(of: bytes) : nil
  }

  /// What was sent precedes its outcome, and nothing else in an order is written across two lines like this.
  private static func body(of bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: ",\n  \"placed\": ", options: .backwards) else { return nil }
    return text[..<end.lowerBound] + "\n}\n"
  }

  private static func item(_ value: JSONValue, addedAt: Date) -> BasketItem? {
    guard let id = value["id"]?.lenientText else { return nil }
    let price = value["price"]?.lenientText.flatMap {
      Price(
        amount: $0, currency: value["currency"]?.lenientText,
        isLowest: value["price_from"]?.lenientBool ?? false)
    }
    let (item, variant) = (value["item"]?.lenientText, value["variant"]?.lenientText)
    let hasReference = item != nil || variant != nil
    let photo = Photo(
      id: id, name: CleanText.line(value["title"]?.lenientText, limit: .title) ?? Photo.untitled,
      pageURL: StoredAddress.url(value["page"]?.lenientText ?? ""), saleStatus: .forSale,
      price: price,
      purchase: hasReference ? PurchaseReference(itemID: item, variantID: variant) : nil)
    return BasketItem(photo: photo, chosenPrice: price, addedAt: addedAt)
  }
}

/// The names of a record's properties.
private struct StoredOrder: Codable {
  /// Changes when a property changes its meaning.
  static let version = 1

  struct Item: Codable {
    var item: StoredBasketItem
    /// Seconds since 2001-01-01 00:00 UTC, like all dates here.
    var addedAt: Double
  }

  var version = Self.version
  var id: String
  var number: String
  var createdAt: Double
  var sourceID: String?
  var source: String
  var items: [Item]
  /// `sent`, `accepted`, `file`, `checkout`, `not arrived`.
  var status: String
  var host: String?
  /// The server's own.
  var serverNumber: String?
  var page: String?
  var json: String?
  var text: String?
  var links: [String]?
  var isDone: Bool?
  var isInBasket: Bool?
  var url: String?
  var body: String?

  init(_ record: OrderRecord) {
    let order = record.order
    id = order.id.uuidString.lowercased()
    number = order.number
    createdAt = order.createdAt.timeIntervalSinceReferenceDate
    sourceID = order.sourceID
    source = order.sourceTitle
    items = order.items.map {
      Item(item: StoredBasketItem($0), addedAt: $0.addedAt.timeIntervalSinceReferenceDate)
    }
    isInBasket = order.isInBasket ? true : nil
    url = record.url?.absoluteString
    body = record.body
    switch order.state {
    case .unanswered(let host):
      status = "sent"
      self.host = host
    case .accepted(let host, let number, let page):
      status = "accepted"
      self.host = host
      serverNumber = number
      self.page = page?.absoluteString
    case .written(let json, let text, let isSent):
      status = "file"
      self.json = json.url?.absoluteString
      self.text = text.url?.absoluteString
      isDone = isSent
    case .checkout(let links, let isBought):
      status = "checkout"
      self.links = links.map(\.absoluteString)
      isDone = isBought
    case .notArrived(let host):
      status = "not arrived"
      self.host = host
    }
  }

  /// nil if this is not an order, or one of a later version. Texts are cleaned again, because the file may be damaged.
  var record: OrderRecord? {
    guard version == Self.version, let id = UUID(uuidString: id), let state else { return nil }
    let order = RecordedOrder(
      id: id, number: TextCleaner.line(number, limit: .field),
      createdAt: Date(timeIntervalSinceReferenceDate: createdAt), sourceID: sourceID,
      sourceTitle: TextCleaner.line(source, limit: .title),
      items: items.map {
        $0.item.item(addedAt: Date(timeIntervalSinceReferenceDate: $0.addedAt))
      }, state: state, isInBasket: isInBasket ?? false)
    return OrderRecord(order: order, url: url.flatMap(StoredAddress.url), body: body)
  }

  private var state: RecordedOrder.State? {
    let host = TextCleaner.line(host ?? "?", limit: .field)
    switch status {
    case "sent": return .unanswered(host: host)
    case "accepted":
      return .accepted(
        host: host, number: serverNumber.map { TextCleaner.line($0, limit: .field) },
        page: page.flatMap(StoredAddress.url))
    case "file":
      guard let json = json.flatMap(BasketAddress.file), let text = text.flatMap(BasketAddress.file)
      else { return nil }
      return .written(json: json, text: text, isSent: isDone ?? false)
    case "checkout":
      return .checkout(
        links: (links ?? []).compactMap(StoredAddress.url), isBought: isDone ?? false)
    case "not arrived": return .notArrived(host: host)
    default: return nil
    }
  }
}
