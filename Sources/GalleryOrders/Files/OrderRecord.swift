import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// An order in the state folder: what is remembered of it and, until its outcome is known, what was sent.
struct OrderRecord: Sendable {
  var order: RecordedOrder
  /// Where it was sent; nil once that no longer matters.
  var url: URL?
  /// The bytes that were sent, including the customer; nil once the outcome is known.
  var body: String?

  /// The record with another state, and without what was sent.
  func settled(as state: RecordedOrder.State, isInBasket: Bool) -> OrderRecord {
    var record = self
    record.order.state = state
    record.order.isInBasket = isInBasket
    record.url = nil
    record.body = nil
    return record
  }
}

// MARK: - As it is stored

extension OrderRecord {
  /// JSON that later versions can read; nil for values that JSON can't express.
  var stored: String? {
    guard let data = try? JSONEncoder().encode(StoredOrder(self)) else { return nil }
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
  /// The mail; of orders by 1.0 and earlier a text file. They can list orders of later versions, too.
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
    case .written(let json, let mail, let isSent):
      status = "file"
      self.json = json.url?.absoluteString
      text = mail.url?.absoluteString
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
      guard let json = json.flatMap(BasketAddress.file), let mail = text.flatMap(BasketAddress.file)
      else { return nil }
      return .written(json: json, mail: mail, isSent: isDone ?? false)
    case "checkout":
      return .checkout(
        links: (links ?? []).compactMap(StoredAddress.url), isBought: isDone ?? false)
    case "not arrived": return .notArrived(host: host)
    default: return nil
    }
  }
}
