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
    let members = [
      ("vitrine_order", "\(Self.version)"),
      ("number", JSONOutput.text(number)),
      ("id", JSONOutput.text(order.id.uuidString.lowercased())),
      ("created_at", JSONOutput.text(RFC3339.text(order.createdAt, zone: zone))),
      ("source", JSONOutput.text(source)),
      ("customer", Self.object(customer, indent: 2)),
      ("items", Self.list(order.items.map { Self.object(Self.item($0), indent: 4) })),
      ("totals", Self.list(totals.map { Self.object(Self.total($0), indent: 4) })),
    ]
    return Self.object(members, indent: 0) + "\n"
  }

  private var customer: [(String, String)] {
    let customer = order.customer
    return [
      ("name", JSONOutput.text(TextCleaner.line(customer.name))),
      ("email", JSONOutput.text(TextCleaner.line(customer.email))),
      ("note", JSONOutput.text(CleanText.paragraphs(customer.note))),
      ("delivery", JSONOutput.text(customer.delivery?.rawValue)),
      ("address", JSONOutput.text(CleanText.paragraphs(customer.address))),
    ]
  }

  private static func item(_ item: BasketItem) -> [(String, String)] {
    let photo = item.photo
    return [
      ("id", JSONOutput.text(photo.id)),
      ("item", JSONOutput.text(photo.purchase?.itemID)),
      ("variant", JSONOutput.text(photo.purchase?.variantID)),
      ("title", JSONOutput.text(clean(photo.name))),
      ("price", JSONOutput.text(photo.price?.amount)),
      ("currency", JSONOutput.text(photo.price?.currency)),
      ("price_from", photo.price.map { $0.isLowest ? "true" : "false" } ?? "null"),
      ("page", JSONOutput.text(web(photo.pageURL)?.absoluteString)),
    ]
  }

  private static func total(_ total: BasketTotal) -> [(String, String)] {
    [
      ("currency", JSONOutput.text(total.currency)),
      ("sum", JSONOutput.text(total.sum?.amount)),
      ("sum_from", total.sum.map { $0.isLowest ? "true" : "false" } ?? "null"),
      ("items", "\(total.itemCount)"),
    ]
  }

  /// Cleaned again, because programs that trust the text show it. Ids may be addresses, so they are not shortened; the
  /// JSON has them unchanged.
  private static func clean(_ text: String?) -> String? {
    text.map { TextCleaner.line($0, limit: TextLimit(characters: 10_000)) }
  }

  /// Only web addresses: the path of a local file is private.
  private static func web(_ url: URL?) -> URL? { url.flatMap { WebAddress.isWeb($0) ? $0 : nil } }

  static func object(_ members: [(String, String)], indent: Int) -> String {
    let space = String(repeating: " ", count: indent)
    let lines = members.map { "\(space)  \"\($0)\": \($1)" }
    return "{\n\(lines.joined(separator: ",\n"))\n\(space)}"
  }

  static func list(_ elements: [String]) -> String {
    elements.isEmpty ? "[]" : "[\n    \(elements.joined(separator: ",\n    "))\n  ]"
  }

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
    if let delivery = customer.delivery { lines.append("Delivery: \(Self.words(delivery))") }
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

  private static func words(_ delivery: Delivery) -> String {
    switch delivery {
    case .download: "download"
    case .print: "print"
    }
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
