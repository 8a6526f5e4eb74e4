import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// The outcome of the order.
struct OrderOutcomeTests {
  private static let cart = "https://shop.example/cart/41225:1,41226:1?ref=vitrine"

  private func checkout(
    _ addresses: [String] = [cart], columns: Int = 80, rows: Int = 24
  ) -> OrderScreenRun {
    let run = OrderScreenRun(
      route: .shop, columns: columns, rows: rows)
    run.press(.enter)
    let ids = ["couple", "street"]
    run.orders.finish(
      .checkout(
        addresses.enumerated().compactMap { index, address in
          URL(string: address).map {
            CheckoutLink(url: $0, photoIDs: addresses.count == 1 ? ids : [ids[index % 2]])
          }
        }))
    run.settle()
    return run
  }

  @Test func `the cart link is written out, can be opened and copied, and stays`() {
    let run = checkout(rows: 12)
    expectScreen(
      run.screen,
      """
      |the photos                                                                      |
      |           ┌───────────────────────────────────────────────────────┐            |
      |           │                       Checkout                        │            |
      |           │ couple and vienna.street · €80.00 + 1 without a price │            |
      |           │  This link adds 2 photos to the cart at shop.example  │            |
      |           │ The shop asks for name, address and payment. Saved as │            |
      |           │                       2026-0042                       │            |
      |           │                    The shop's cart                    │            |
      |           │ https://shop.example/cart/41225:1,41226:1?ref=vitrine │            |
      |           └─────────────────────────── o open · y copy · Esc back ┘            |
      |                                                                                |
      |                                                                                |
      """)

    run.type("oy")

    expectEqual(run.opener.addresses, [Self.cart])
    expectEqual(run.terminal.copiedTexts, [Self.cart])
    #expect(run.shows("Copied \(Self.cart)"))
    #expect(run.shows("The shop's cart"))
  }

  @Test func `of several links the next one is shown when one was opened or copied`() {
    let addresses = (1...3).map { "https://shop.example/?add-to-cart=\($0)" }
    let run = checkout(addresses, columns: 60, rows: 18)
    #expect(run.shows("Checkout · 1 of 3"))
    #expect(run.shows("3 links add 2 photos to the cart at shop.example"))

    run.type("oyoo")

    #expect(run.shows("Checkout · 2 of 3"))
    #expect(run.shows(addresses[1]))
    expectEqual(run.opener.addresses, [addresses[0], addresses[2], addresses[0]])
    expectEqual(run.terminal.copiedTexts, [addresses[1]])
  }

  @Test func `keys that placed the order, and clicks, leave what became of it`() {
    let run = checkout()

    run.press(.enter, .enter)
    run.type(" ")
    run.terminal.mouse(.press, column: 1, row: 1)

    #expect(run.shows("The shop's cart"))
  }

  @Test func `the basket is kept until the user confirms the purchase`() {
    let run = checkout()

    run.press(.escape)
    #expect(run.shows("Did you complete the order?"))
    #expect(run.shows("the photos"))
    run.press(.escape)
    expectEqual(run.basket.basket.count, 2)

    let other = checkout()
    other.press(.escape)
    other.type("y")
    #expect(other.basket.basket.isEmpty)
  }

  @Test func `an accepted order says so, and its page can be opened`() {
    let run = OrderScreenRun(
      route: .server("https://orders.example/new"), columns: 72, rows: 16)
    run.fillIn()
    run.press(.tab, .tab, .enter)
    run.type("y")
    run.orders.finish(
      .accepted(
        host: "orders.example", message: "Thank you, Anna. We write when it is sent.",
        page: URL(string: "https://orders.example/42")))

    for text in [
      "Order 2026-0042", "orders.example accepted the order of 2 photos",
      "Thank you, Anna. We write when it is sent.", "The order's page",
      "https://orders.example/42",
    ] { #expect(run.shows(text), "\(text)") }
    #expect(run.basket.basket.isEmpty)
    run.type("o")
    expectEqual(run.opener.addresses, ["https://orders.example/42"])
    run.type("q")
    #expect(run.shows("the photos"))
    #expect(!run.shows("leaves the basket"))
  }

  @Test func `a saved order stays in the basket until it is marked as sent`() throws {
    let run = OrderScreenRun()
    let files = try ["json", "eml"].map {
      try #require(FileReference(path: "/home/anna/orders/2026-0042.\($0)"))
    }
    func write() throws {
      run.press(.tab, .tab, .enter)
      run.orders.finish(.written(mail: files[1], recipient: "w.h@photos.example"))
      run.remembered.orders = [
        RecordedOrder(
          id: try #require(run.orders.asked.last?.order.id), number: "2026-0042",
          createdAt: .distantPast, sourceID: "s", sourceTitle: "Popular",
          items: run.basket.basket.items,
          state: .written(json: files[0], mail: files[1], isSent: false))
      ]
      run.history.refresh()
      run.press(.escape)
    }
    run.fillIn()
    try write()
    #expect(run.shows("Did you send the order?"))
    run.press(.escape)
    expectEqual(run.basket.basket.count, 2)
    #expect(run.remembered.notes.isEmpty)

    run.type("o")
    run.press(.tab, .tab)
    try write()
    run.type("y")

    #expect(run.basket.basket.isEmpty)
    expectEqual(run.remembered.notes, [.done, .outOfBasket])
    #expect(run.shows("Marked as sent"))
  }

  @Test func `a saved order shows its mail, and opens it`() throws {
    let run = OrderScreenRun(columns: 60, rows: 16)
    run.fillIn()
    run.press(.tab, .tab, .enter)
    let mail = try #require(
      FileReference(path: "/home/anna/.local/state/vitrine/orders/2026-0042.eml"))
    run.orders.finish(.written(mail: mail, recipient: "w.h@photos.example"))

    #expect(run.shows("Order of 2 photos saved, not sent. Open it in"))
    #expect(run.shows("E-mail to w.h@photos.example"))
    #expect(!run.shows("/home/anna"))
    #expect(run.shows("couple and vienna.street · €80.00"))
    #expect(run.shows(" ~/.local/state/vitrine/orders/2026-0042.eml "))
    run.type("y")
    expectEqual(
      run.terminal.copiedTexts, ["/home/anna/.local/state/vitrine/orders/2026-0042.eml"])
    run.type("o")
    expectEqual(
      run.opener.addresses, ["file:///home/anna/.local/state/vitrine/orders/2026-0042.eml"])
  }

  @Test(arguments: [(40, 10), (40, 12), (80, 24), (200, 60), (41, 30)])
  func `a resize in any state works`(_ columns: Int, _ rows: Int) {
    let run = checkout((1...30).map { "https://shop.example/?add-to-cart=\($0)" })
    for step in 1...4 {
      run.resize(columns: columns, rows: rows)
      #expect(run.shows("\(step) of 30"))
      run.resize(columns: 80, rows: 24)
      run.type("o")
    }
  }
}
