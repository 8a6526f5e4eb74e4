import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// An order as JSON for programs, and as a text for people. Both are made from the order alone, so an order that is
/// sent again is the same to the byte.
struct OrderDocument: Sendable {
  /// Changes when a member changes its meaning.
  static let version = 1

  let order: Order
  /// What the source is called; cleaned.
  var source: String
  let zone: TimeZone
  let totals: [BasketTotal]

  init(order: Order, source: String, zone: TimeZone) {
    self.order = order
    self.source = TextCleaner.line(source)
    self.zone = zone
    totals = Basket(items: order.items).totals
  }

  /// The number, if no other order has it.
  var number: String { numbers.first ?? "V" }

  var numbers: [String] {
    OrderNumber.candidates(id: order.id, createdAt: order.createdAt, zone: zone)
  }

  // MARK: JSON

  func json(number: String) -> String {
    JSONOutput.lines(
      JSONValue([
        ("vitrine_order", JSONValue(Self.version)), ("number", .text(number)),
        ("id", .text(order.id.uuidString.lowercased())),
        ("created_at", JSONValue(RFC3339.text(order.createdAt, zone: zone))),
        ("source", .text(source)), ("customer", customer),
        ("items", .array(order.items.map(Self.item))),
        ("totals", .array(totals.map(Self.total))),
      ])) + "\n"
  }

  private var customer: JSONValue {
    let customer = order.customer
    return JSONValue([
      ("name", .text(TextCleaner.line(customer.name))),
      ("email", .text(TextCleaner.line(customer.email))),
      ("note", JSONValue(CleanText.paragraphs(customer.note))),
      ("delivery", JSONValue(customer.delivery?.rawValue)),
      ("address", JSONValue(CleanText.paragraphs(customer.address))),
    ])
  }

  private static func item(_ item: BasketItem) -> JSONValue {
    let photo = item.photo
    return JSONValue([
      ("id", .text(photo.id)), ("item", JSONValue(photo.purchase?.itemID)),
      ("variant", JSONValue(photo.purchase?.variantID)), ("title", JSONValue(clean(photo.name))),
      ("price", JSONValue(photo.price?.amount)), ("currency", JSONValue(photo.price?.currency)),
      ("price_from", JSONValue(photo.price?.isLowest)),
      ("page", JSONValue(web(photo.pageURL)?.absoluteString)),
    ])
  }

  private static func total(_ total: BasketTotal) -> JSONValue {
    JSONValue([
      ("currency", JSONValue(total.currency)), ("sum", JSONValue(total.sum?.amount)),
      ("sum_from", JSONValue(total.sum?.isLowest)), ("items", JSONValue(total.itemCount)),
    ])
  }

  /// Cleaned again, because programs that trust the text show it. Ids may be addresses, so they are not shortened; the
  /// JSON has them unchanged.
  private static func clean(_ text: String?) -> String? {
    text.map { TextCleaner.line($0, limit: TextLimit(characters: 10_000)) }
  }

  /// Only web addresses: the path of a local file is private.
  private static func web(_ url: URL?) -> URL? { url.flatMap { WebAddress.isWeb($0) ? $0 : nil } }

  // MARK: Text

  func text(number: String) -> String {
    let customer = order.customer
    var lines = [
      "Order \(number)",
      [RFC3339.day(order.createdAt, zone: zone), source].compactMap(\.self).joined(
        separator: " · "),
      "",
      "Name: \(TextCleaner.line(customer.name))",
      "E-mail: \(TextCleaner.line(customer.email))",
    ]
    if let delivery = customer.delivery { lines.append("Delivery: \(delivery.rawValue)") }
    lines += Self.block("Address", customer.address)
    lines += Self.block("Note", customer.note)
    lines.append("")
    lines += order.items.enumerated().flatMap { Self.lines($0.element, row: $0.offset + 1) }
    lines.append("")
    lines += totals.map(Self.line)
    return lines.joined(separator: "\n") + "\n"
  }

  /// On the line of its label, or below it if it has several lines.
  private static func block(_ name: String, _ raw: String?) -> [String] {
    guard let text = CleanText.paragraphs(raw) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.count == 1 ? ["\(name): \(text)"] : ["\(name):"] + lines.map { "  \($0)" }
  }

  private static func lines(_ item: BasketItem, row: Int) -> [String] {
    let photo = item.photo
    var ids = [photo.id]
    if let id = photo.purchase?.itemID, id != photo.id { ids.append("item \(id)") }
    if let id = photo.purchase?.variantID { ids.append("variant \(id)") }
    var lines = [
      "\(row). \(clean(photo.name) ?? "") · \(price(photo.price))",
      "   " + ids.compactMap(clean).joined(separator: " · "),
    ]
    if let page = web(photo.pageURL) { lines.append("   \(page.absoluteString)") }
    return lines
  }

  private static func line(_ total: BasketTotal) -> String {
    let count = total.itemCount == 1 ? "1 photo" : "\(total.itemCount) photos"
    return "\(count): \(total.sum.map { price($0) } ?? "more than can be counted")"
  }

  /// `120.00 EUR`, `from 120.00`.
  private static func price(_ price: Price?) -> String {
    guard let price else { return "no price" }
    return [price.isLowest ? "from" : nil, price.amount, price.currency].compactMap(\.self)
      .joined(separator: " ")
  }
}

/// The number of an order, to be read aloud: `V-20261121-7F3K`.
///
/// Made from the order's day and its id, so that an order that is sent again has the same number.
enum OrderNumber {
  /// Without 0, 1, I, L and O, which are easily confused, and without U.
  private static let letters = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
  /// How many of its letters come from the id.
  private static let lengths = 4...12

  /// Possible numbers of an order, the shortest first; a longer one is used if another order has the shorter one.
  ///
  /// - Parameter zone: The time zone for the day.
  static func candidates(id: UUID, createdAt: Date, zone: TimeZone) -> [String] {
    let day = RFC3339.day(createdAt, zone: zone)?.replacing("-", with: "") ?? ""
    let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
    // The first byte of a random id is random (RFC 9562, 5.4); the modulo slightly prefers some letters.
    let ending = bytes.map { letters[Int($0) % letters.count] }
    return lengths.map { "V-\(day)-\(String(ending.prefix($0)))" }
  }
}
