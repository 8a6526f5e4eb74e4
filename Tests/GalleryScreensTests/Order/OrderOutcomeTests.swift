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

  @Test func `the cart link is written out`() {
    expectScreen(
      checkout(rows: 16).screen,
      """
      | Checkout                                                                       |
      |────────────────────────────────────────────────────────────────────────────────|
      |  This link adds 2 photos to the cart at shop.example                           |
      |  The shop asks for name, address and payment. Saved as 2026-0042               |
      |                                                                                |
      |▌ The shop's cart                                                               |
      |▌ https://shop.example/cart/41225:1,41226:1?ref=vitrine                         |
      |                                                                                |
      ⋮ 6
      |────────────────────────────────────────────────────────────────────────────────|
      | Enter open  y copy  ? help  Esc back                                           |
      """)
  }

  @Test func `the help lists the keys of the outcome`() {
    let run = checkout()
    run.type("?")
    #expect(run.screen.contains("open the link"))
    #expect(run.screen.contains("copy the link"))
    run.press(.escape)
    #expect(run.screen.contains("The shop's cart"))
  }

  @Test func `several links are a list, and keys are for the focused one`() {
    let run = checkout(
      (1...4).map { "https://shop.example/?add-to-cart=\($0)" }, columns: 60, rows: 18)
    run.press(.down)

    expectScreen(
      run.screen,
      """
      | Checkout                                            2 of 4 |
      |────────────────────────────────────────────────────────────|
      |  4 links add 2 photos to the cart at shop.example: open    |
      |  them one after another                                    |
      |  The shop asks for name, address and payment. Saved as     |
      |  2026-0042                                                 |
      |                                                            |
      |  couple                                                    |
      |  https://shop.example/?add-to-cart=1                       |
      |▌ vienna.street                                             |
      |▌ https://shop.example/?add-to-cart=2                       |
      |  couple                                                    |
      |  https://shop.example/?add-to-cart=3                       |
      |  vienna.street                                             |
      |  https://shop.example/?add-to-cart=4                       |
      |                                                            |
      |────────────────────────────────────────────────────────────|
      | Enter open  y copy  ↑↓ links  ? help  Esc back             |
      """)
    run.press(.enter)
    run.type("y")
    expectEqual(run.opener.addresses, ["https://shop.example/?add-to-cart=2"])
    expectEqual(run.terminal.copiedTexts, run.opener.addresses)
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

    #expect(run.line(0).hasPrefix(" Order 2026-0042 "))
    #expect(run.line(2).hasPrefix("  orders.example accepted the order of 2 photos "))
    #expect(run.line(3).hasPrefix("  Thank you, Anna. We write when it is sent. "))
    #expect(run.line(5).hasPrefix("▌ The order's page "))
    #expect(run.line(6).hasPrefix("▌ https://orders.example/42 "))
    #expect(run.basket.basket.isEmpty)
    run.type("O")
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

    #expect(run.line(2).hasPrefix("  Order of 2 photos saved, not sent. Open it in your mail "))
    #expect(run.line(5).hasPrefix("▌ E-mail to w.h@photos.example "))
    #expect(run.line(6).hasPrefix("▌ /home/anna/.local/state/vitrine/orders/2026-0042.eml "))
    run.type("y")
    expectEqual(
      run.terminal.copiedTexts, ["/home/anna/.local/state/vitrine/orders/2026-0042.eml"])
    run.type("O")
    expectEqual(
      run.opener.addresses, ["file:///home/anna/.local/state/vitrine/orders/2026-0042.eml"])
  }

  @Test(arguments: [(40, 10), (40, 12), (80, 24), (200, 60), (41, 30)])
  func `a resize in any state works`(_ columns: Int, _ rows: Int) {
    let run = checkout((1...30).map { "https://shop.example/?add-to-cart=\($0)" })
    run.terminal.doubleClick(column: 5, row: 8)
    expectEqual(run.opener.addresses, ["https://shop.example/?add-to-cart=2"])
    for _ in 0..<4 {
      run.resize(columns: columns, rows: rows)
      #expect(!run.screen.isEmpty)
      run.resize(columns: 80, rows: 24)
      run.press(.down, .down, .down)
    }
  }
}
