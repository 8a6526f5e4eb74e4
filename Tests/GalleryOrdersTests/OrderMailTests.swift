import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import GalleryOrders

/// Orders as addresses of mails (RFC 6068).
@Suite struct OrderMailTests {
  private func mail(_ order: Order, to recipient: String? = nil, source: String = "Popular") -> URL
  {
    let document = OrderDocument(order: order, source: source, zone: .gmt)
    return OrderMail(
      recipient: recipient, document: document, number: "V-1", file: "V-1.txt"
    ).url
  }

  /// As a mail program reads it.
  private func field(_ name: String, of url: URL) -> String? {
    let query = url.absoluteString.split(separator: "?", maxSplits: 1).last ?? ""
    let item = query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
    return item.flatMap { String($0.dropFirst(name.count + 1)).removingPercentEncoding }
  }

  @Test func `the mail decodes back to the text`() throws {
    let order = Order.stub(
      [.stub("1", name: "100 % & more = ? # + \"x\""), .stub("2", name: "灯台 🗼")],
      note: "two\nlines", address: "Straße 1\n1010 Wien")
    let text = OrderDocument(order: order, source: "Popular", zone: .gmt).text(number: "V-1")

    let url = mail(order, to: "shop@photos.example")

    expectEqual(field("body", of: url), text.lines.joined(separator: "\r\n"))
    expectEqual(field("subject", of: url), "Order V-1 · Popular")
    #expect(url.absoluteString.hasPrefix("mailto:shop@photos.example?subject=Order%20V-1"))
  }

  @Test func `it has only escapes and unreserved characters`() throws {
    let url = mail(.stub([.stub(name: "\u{1B}[31m é\u{0}\t‮\"'<>&=#?%")]), source: "a&bcc=x@y\r\nz")

    let text = url.absoluteString
    expectEqual(text.firstIndex(of: "#"), nil)
    expectEqual(text.filter { $0 == "&" }.count, 1)
    expectEqual(text.filter { $0 == "?" }.count, 1)
    #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 })
  }

  @Test func `without a recipient, none is in the link`() {
    #expect(mail(.stub()).absoluteString.hasPrefix("mailto:?subject="))
  }

  @Test func `a recipient in another script is escaped`() {
    #expect(
      mail(.stub(), to: "büro@фото.example").absoluteString
        .hasPrefix("mailto:b%C3%BCro@%D1%84%D0%BE%D1%82%D0%BE.example?"))
  }

  @Test(arguments: [1, 2, 12, 40, 1_000, 20_000])
  func `a long order names its file, and keeps the customer and the total`(count: Int) throws {
    let items = (0..<count).map {
      BasketItem.stub("\($0)", name: "灯台 number \($0)", page: "https://photos.example/\($0)")
    }

    let url = mail(.stub(items))

    #expect(url.absoluteString.utf8.count <= OrderMail.lengthLimit)
    let body = try #require(field("body", of: url))
    #expect(body.contains("E-mail: ann@example.org"))
    #expect(body.contains(count == 1 ? "1 photo: " : "\(count) photos: "))
    let left = count - body.split(separator: "\r\n").count { $0.contains("灯台") }
    expectEqual(body.contains("attached V-1.txt"), (left > 0))
    if left > 0 { #expect(body.contains("and \(left) more photo")) }
  }

  @Test func `an order that is too long even without items only names the attached file`() throws {
    let url = mail(.stub(note: String(repeating: "灯", count: 3_000)))

    #expect(url.absoluteString.utf8.count <= OrderMail.lengthLimit)
    expectEqual(
      field("body", of: url), "Order V-1\r\n\r\nThe whole order is in the attached V-1.txt.")
  }

  @Test func `the longest names stay within the limit`() {
    let url = mail(
      .stub(), to: String(repeating: "a", count: 240) + "@b.example",
      source: String(repeating: "灯", count: 300))

    #expect(url.absoluteString.utf8.count <= OrderMail.lengthLimit)
  }
}
