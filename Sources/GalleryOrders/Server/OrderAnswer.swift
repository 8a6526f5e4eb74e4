import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// What an order server answered, cleaned.
struct OrderAnswer: Hashable, Sendable {
  /// The server's own number of the order.
  var number: String?
  var message: String?
  /// A page about the order: http or https.
  var page: URL?

  /// A message is a sentence or two.
  private static let messageLimit = TextLimit(characters: 500)
  private static let numberLimit = TextLimit(characters: 60)

  /// The answer as JSON, under any of the usual names: `number`, `id`, `order`; `message`; `url`.
  ///
  /// - Returns: nil for anything that isn't a JSON object.
  init?(_ response: HTTPResponse) {
    guard let root = JSONValue(bytes: response.body), case .object = root else { return nil }
    let order = root["order"]
    let inner = [root, order].compactMap(\.self)
    number =
      inner.lazy.compactMap {
        Self.line($0["number"], Self.numberLimit) ?? Self.line($0["order_number"], Self.numberLimit)
          ?? Self.line($0["id"], Self.numberLimit)
      }.first ?? Self.line(order, Self.numberLimit)
    message = Self.message(in: root)
    let raw = inner.lazy.compactMap { $0["url"]?.lenientText ?? $0["page"]?.lenientText }.first
    page = raw.flatMap { FeedAddress.web($0, against: response.url) }
  }

  /// The text of a failure: from its JSON, or a short plain text.
  static func words(of response: HTTPResponse) -> String? {
    if let root = JSONValue(bytes: response.body) { return message(in: root) }
    let type = response.headers["Content-Type"]?.lowercased() ?? ""
    guard type.hasPrefix("text/plain") else { return nil }
    let text = TextCleaner.line(bytes: response.body.prefix(4_096), limit: messageLimit)
    return text.isEmpty ? nil : text
  }

  /// Also under `error`, or as in RFC 9457 (`detail`, `title`).
  private static func message(in root: JSONValue) -> String? {
    for name in ["message", "error", "detail", "title", "errors"] {
      guard let value = root[name] else { continue }
      let first = value.elements.first ?? value
      if let text = line(first, messageLimit) ?? line(first["message"], messageLimit) {
        return text
      }
    }
    return nil
  }

  private static func line(_ value: JSONValue?, _ limit: TextLimit) -> String? {
    CleanText.line(value?.lenientText, limit: limit)
  }
}
