import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

struct OrderWordsTests {
  private static let items = [Photo.couple, .street].map {
    BasketItem($0, addedAt: .distantPast)
  }

  @Test(
    arguments: [
      (
        .notSent(.noNetwork),
        "No Network. Nothing was ordered. Check the connection, then place the order again"
      ),
      (
        .notSent(.certificateInvalid(host: "a.example", reason: "")),
        "Invalid certificate from a.example. Nothing was ordered. Ask the seller"
      ),
      (
        .unanswered(.stub(), .lost(.timedOut(host: "a.example"))),
        "a.example timed out. "
          + "It may have been ordered: ask again, or ask the seller about V-20231114-2345"
      ),
      (
        .unanswered(.stub(), .lost(.redirectRefused(host: "a.example", reason: "it leads to b"))),
        "Did not follow a redirect from a.example: it leads to b. "
          + "It may have been ordered: ask again, or ask the seller about V-20231114-2345"
      ),
      (
        .unanswered(.stub(), .failed(host: "a.example", status: 503, message: nil)),
        "a.example failed (503). "
          + "It may have been ordered: ask again, or ask the seller about V-20231114-2345"
      ),
      (
        .unanswered(.stub(), .notUnderstood(host: "a.example", beginning: "<html>")),
        "Unexpected response from a.example: it begins with <html>. "
          + "It may have been ordered: ask again, or ask the seller about V-20231114-2345"
      ),
      (
        .refused(host: "a.example", status: 422, message: "no such photo"),
        "a.example refused the order (422): no such photo. Nothing was ordered. "
          + "Correct the order, or ask the seller"
      ),
      (
        .refused(host: "a.example", status: 429, message: nil),
        "a.example refused the order (429). Nothing was ordered. Place it again later"
      ),
      (
        .busy,
        "Another Vitrine is placing an order. Nothing was sent. Retry in a moment"
      ),
      (
        .notSold(photoIDs: ["street"]),
        "The shop has no link for vienna.street. "
          + "Remove them from the basket to order the rest"
      ),
      (
        .unwritable(path: "/state/orders"),
        "Can't write /state/orders. Nothing was sent. "
          + "Check the disk space and permissions, then place the order again"
      ),
      (.cancelled, "Cancelled. Nothing was ordered"),
    ] as [(OrderError, String)])
  func `a failure says what happened and what to do`(_ error: OrderError, _ words: String) {
    expectEqual(OrderErrorText.message(for: error, items: Self.items), words)
  }

  @Test func `a host is shown with its port, without the rest of the address`() throws {
    func host(_ address: String) throws -> String {
      OrderText.host(of: try #require(URL(string: address)))
    }

    try expectEqual(host("https://me:secret@orders.example/new?key=1"), "orders.example")
    try expectEqual(host("http://localhost:8080/"), "localhost:8080")
    try expectEqual(host("https://xn--bcher-kva.example/"), "xn--bcher-kva.example")
  }

  @Test(
    arguments: [
      ("w.h+x@a.example", "E-mail to w.h+x@a.example"),
      (nil, "E-mail with the order (the seller gave no address)"),
    ] as [(String?, String)])
  func `a mail names its recipient, and is opened and copied as a file`(
    _ recipient: String?, _ title: String
  ) throws {
    let mail = try #require(FileReference(path: "/home/anna müller/V-1.eml"))
    let outcome = OrderOutcome(
      PlacedOrder(number: "V-1", outcome: .written(mail: mail, recipient: recipient)),
      items: Self.items)

    let link = try #require(outcome.links.first)
    expectEqual(link.title, title)
    expectEqual(link.url, mail.url)
    expectEqual(link.address, "/home/anna müller/V-1.eml")
  }

  @Test func `each of several links names its photos`() throws {
    let url = try #require(URL(string: "https://shop.example/?add-to-cart=1"))
    let outcome = OrderOutcome(
      PlacedOrder(
        number: "42",
        outcome: .checkout([
          CheckoutLink(url: url, photoIDs: ["couple"]),
          CheckoutLink(url: url, photoIDs: ["street", "gone"]),
        ])), items: Self.items)

    expectEqual(outcome.links.map(\.title), ["couple", "vienna.street"])
    #expect(outcome.texts[1].hasPrefix("2 links add 2 photos to the cart"))
    expectEqual(outcome.question?.title, "Did you complete the order?")
  }
}
