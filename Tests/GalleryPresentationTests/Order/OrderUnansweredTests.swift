import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// An order whose outcome is unknown: what the form says, and what the user may do.
struct OrderUnansweredTests {
  private let route = OrderRoute.server("https://orders.example/new")
  private let sentence =
    "An order of 2 photos to orders.example at 22:13 was sent; no answer came"

  private func placed(_ remembered: [RecordedOrder] = []) -> OrderRun {
    let run = OrderRun(route: route, remembered: remembered)
    run.fillIn()
    run.place()
    run.viewModel.confirmed()
    _ = run.take()
    return run
  }

  private func question(_ beginning: String) -> String {
    "settle <\(beginning). It may have been ordered, as V-20231114-2345. Ask again sends the same order under "
      + "the same number. Say that it did not arrive only if you know>"
  }

  /// - Parameters:
  ///   - isAgain: Whether it was an unanswered one that was asked about again.
  ///   - words: What the question begins with.
  @Test(
    arguments: [
      (
        false, .unanswered(.stub(), .lost(.timedOut(host: "orders.example"))),
        "orders.example timed out"
      ),
      (
        true, .unanswered(.stub(), .lost(.connectionFailed(host: "orders.example"))),
        "Can't connect to orders.example"
      ),
      // Of another Vitrine.
      (false, .unsettled(.stub()), nil),
    ] as [(Bool, OrderError, String?)])
  func `an order without an answer asks at once what to do, and the form shows it from then on`(
    isAgain: Bool, error: OrderError, words: String?
  ) {
    let run = isAgain ? OrderRun(route: route, remembered: [.stub()]) : placed()
    if isAgain {
      run.viewModel.askAgainPressed()
      _ = run.take()
    }

    run.orders.finish(.failure(error))

    expectEqual(
      run.take(),
      (isAgain ? [] : ["unanswered \(sentence)"])
        + ["enabled=true", "placing=false", question(words ?? sentence)])
    expectEqual(run.form.unansweredText, sentence)
    expectEqual(run.form.placeText, "Ask again…")
    expectEqual(run.basket.basket.count, 2)
  }

  @Test func `after a restart an unanswered order is shown, and no other order is placed`() {
    let run = OrderRun(route: route, remembered: [.stub()])
    expectEqual(run.form.unansweredText, sentence)
    #expect(run.form.orderEnabled)

    run.place()
    expectEqual(run.take(), [question(sentence)])
    run.fillIn()
    run.type(.note, "soon")
    _ = run.take()
    run.place()

    expectEqual(run.take(), [question(sentence)])
    #expect(run.orders.asked.isEmpty)
    #expect(run.orders.askedAgain.isEmpty)
  }

  @Test func `asking again sends the recorded order and removes its items from the basket`() {
    let order = RecordedOrder.stub(items: [BasketItem(.couple, addedAt: .distantFuture)])
    let run = OrderRun(route: route, remembered: [order])
    _ = run.take()

    run.viewModel.askAgainPressed()
    run.viewModel.askAgainPressed()
    expectEqual(run.take(), ["enabled=false", "placing=true"])
    run.remembered.orders = [
      .stub(
        .accepted(host: "orders.example", number: "42", page: nil), items: order.items,
        isInBasket: true)
    ]
    run.orders.finish(.success(.accepted))

    expectEqual(run.orders.askedAgain, [order])
    expectEqual(run.take(), ["unanswered -", "placing=false", "placed 42"])
    expectEqual(run.form.orderedItems, order.items)
    expectEqual(run.basket.basket.ids, ["street"])
    expectEqual(run.remembered.notes, [.outOfBasket])
  }

  @Test func `a new key is used only after the user says that the order did not arrive`() {
    let run = placed()
    run.orders.finish(.failure(.unanswered(.stub(), .lost(.noNetwork))))
    run.remembered.orders = [.stub()]
    _ = run.take()

    run.viewModel.didNotArrivePressed()
    expectEqual(run.take(), ["unanswered -", "notice Marked as not arrived. You can order again"])
    expectEqual(run.remembered.notes, [.didNotArrive])
    run.place()

    expectEqual(Set(run.orders.asked.map(\.order.id)).count, 2)
    #expect(run.orders.askedAgain.isEmpty)
  }

  @Test func `an order stays unanswered if the user's decision can't be recorded`() {
    let run = OrderRun(route: route, remembered: [.stub()])
    run.remembered.error = .unwritable(path: "/state/orders")
    var alerts: [String] = []
    run.history.showAlertClosure = { alerts.append($0) }

    run.viewModel.didNotArrivePressed()

    expectEqual(alerts, ["Can't write /state/orders. Nothing was changed"])
    expectEqual(run.form.unansweredText, sentence)
  }

  @Test func `cancelling finds out whether the order had been sent`() {
    let run = placed()
    run.remembered.orders = [.stub()]

    run.viewModel.cancelPressed()

    expectEqual(run.take().last, "unanswered \(sentence)")
    run.place()
    expectEqual(run.take(), [question(sentence)])
  }

  @Test func `an order of another day shows the date`() {
    let dates = DateText(timeZone: .gmt)
    let later = Date(timeIntervalSince1970: 1_700_010_000)

    expectEqual(
      OrderHistoryText.unanswered(.stub(items: [.stub()]), dates: dates, now: later),
      "An order of 1 photo to orders.example on 2023-11-14 22:13 was sent; no answer came")
  }

  @Test func `a host to which no order can be sent is named, and the form has no fields`() {
    var route = route
    route.refusal = .privateAddressRefused(host: "192.168.0.5")
    let run = OrderRun(route: route)

    #expect(run.form.fields.isEmpty)
    #expect(!run.form.orderEnabled)
    expectEqual(run.form.hintText, "can't send orders there")
    expectEqual(
      run.form.routeText,
      "Can't send orders: 192.168.0.5 is on the local network, but the feed is not. "
        + "Use --allow-private-hosts to allow it")
    run.place()
    #expect(run.orders.asked.isEmpty)
  }
}

/// Earlier orders.
struct OrderHistoryTests {
  private func run(_ orders: RecordedOrder...) -> OrderRun {
    OrderRun([.couple, .street, .bog], remembered: orders, opens: false)
  }

  private static func file(isSent: Bool) throws -> RecordedOrder.State {
    .written(
      json: try #require(FileReference(path: "/orders/V-1.json")),
      mail: try #require(FileReference(path: "/orders/V-1.eml")), isSent: isSent)
  }

  @Test func `each order in the history shows its photos, date, state and total`() throws {
    let link = try #require(URL(string: "https://shop.example/cart/1:1"))
    let cases: [(RecordedOrder.State, String, Bool)] = [
      (.unanswered(host: "a.example"), "sent to a.example, no answer", true),
      (
        .accepted(host: "a.example", number: "S-1", page: nil), "accepted by a.example as S-1",
        false
      ),
      (.accepted(host: "a.example", number: nil, page: nil), "accepted by a.example", false),
      (try Self.file(isSent: false), "not marked as sent: /orders/V-1.eml", true),
      (try Self.file(isSent: true), "marked as sent: /orders/V-1.eml", false),
      (
        .checkout(links: [link], isBought: false),
        "not marked as bought: cart of shop.example", true
      ),
      (.checkout(links: [], isBought: true), "bought from the shop", false),
      (.notArrived(host: "a.example"), "sent to a.example, did not arrive", false),
    ]
    for (state, words, isOpen) in cases {
      let cell = run().history.getCellViewModel(of: .stub(state))
      expectEqual(cell.stateText, words)
      expectEqual(cell.dateText, "2023-11-14 22:13")
      expectEqual(cell.titleText, "2 photos: couple €80.00 and photo street €80.00")
      expectEqual(cell.totalText, "€160.00")
      expectEqual(cell.numberText, "V-20231114-2345")
      expectEqual(cell.isOpen, isOpen)
    }
  }

  @Test func `ordered photos can be added to the basket again, at its end`() {
    let run = run(.stub(.accepted(host: "a", number: nil, page: nil), items: [.stub(id: "old")]))

    run.history.putBackPressed(run.history.orders[0])

    expectEqual(run.basket.basket.ids, ["couple", "street", "bog", "old"])
  }

  @Test func `marking a file as sent removes its photos from the basket`() throws {
    let items = [BasketItem(.couple, addedAt: .distantFuture)]
    let run = run(.stub(try Self.file(isSent: false), items: items))

    run.history.donePressed(run.history.orders[0])
    run.history.donePressed(run.history.orders[0])

    expectEqual(run.basket.basket.ids, ["street", "bog"])
    expectEqual(run.remembered.notes, [.done, .outOfBasket])
    expectEqual(run.take(), ["notice Marked as sent"])
  }

  @Test(arguments: [
    ([Photo.couple], "1 of these photos is"), ([.couple, .street], "These photos are"),
  ])
  func `what is in an order that isn't sent yet is ordered again only after a question`(
    _ ordered: [Photo], _ words: String
  ) throws {
    let order = try RecordedOrder.stub(
      Self.file(isSent: false), items: ordered.map { BasketItem($0, addedAt: .distantPast) })
    let run = OrderRun(remembered: [order])
    run.fillIn()

    run.place()
    expectEqual(
      run.take(),
      [
        "confirm <\(words) in order V-20231114-2345, which isn't marked as sent. Order again?>"
      ])
    #expect(run.orders.asked.isEmpty)
    run.orders.answer = .success(.checkout("https://shop.example/cart"))
    run.viewModel.confirmed()
    expectEqual(run.orders.asked.count, 1)
    _ = run.take()
    run.viewModel.viewDidDisappear()
    run.viewModel.viewDidLoad()
    run.place()
    expectEqual(run.take().count { $0.hasPrefix("confirm <\(words)") }, 1)
    expectEqual(run.orders.asked.count, 1)
  }

  @Test func `what is in an order that was sent is ordered again unasked`() throws {
    let items = [BasketItem(.couple, addedAt: .distantPast)]
    let run = OrderRun(remembered: [try .stub(Self.file(isSent: true), items: items)])
    run.fillIn()

    run.place()

    expectEqual(run.orders.asked.count, 1)
  }

  @Test func `ordered photos are removed at the next start if the program ended before`() {
    let items = [
      BasketItem(.couple, addedAt: .distantFuture), BasketItem(.street, addedAt: .distantPast),
    ]
    let run = run(
      .stub(.accepted(host: "a", number: nil, page: nil), items: items, isInBasket: true))

    // Photos added again since stay.
    expectEqual(run.basket.basket.ids, ["street", "bog"])
    expectEqual(run.remembered.notes, [.outOfBasket])
    #expect(!run.history.orders[0].isInBasket)
  }

  @Test func `an order stays marked as in the basket while the basket can't be stored`() {
    let store = ScriptedBasket(.stub(["couple", "street"]))
    let basket = BasketViewModel(keepBasket: store, history: UndoHistory())
    basket.refresh()
    store.error = .unwritable(path: "/state")
    let remembered = MemoryOrders([
      .stub(.accepted(host: "a", number: nil, page: nil), isInBasket: true)
    ])
    let history = OrderHistoryViewModel(keepOrders: remembered, basket: basket)

    history.refresh()

    #expect(remembered.notes.isEmpty)
    #expect(remembered.orders[0].isInBasket)
  }
}
