import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// Plays the user, the source and other programs, and complains about anything that must never happen.
private final class OrderDriver: FetchOrderRouteUseCase, PlaceOrderUseCase {
  private final class Load: Cancellable {
    enum Kind {
      case route((OrderRoute) -> Void)
      case placement(RecordedOrder, (Result<PlacedOrder, OrderError>) -> Void)
    }

    let kind: Kind
    var isRunning = true

    init(_ kind: Kind) { self.kind = kind }

    var isPlacement: Bool { if case .placement = kind { true } else { false } }

    func cancel() { isRunning = false }
  }

  private let store = ScriptedBasket(.stub(["couple"]))
  private let basket: BasketViewModel
  private let remembered = MemoryOrders()
  private let history: OrderHistoryViewModel
  private lazy var sut = OrderViewModel(
    basket: basket, history: history, fetchRoute: self, placeOrder: self,
    now: { Date(timeIntervalSince1970: 1_700_000_000) },
    makeID: { [unowned self] in
      nextID += 1
      return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, nextID))
    })
  /// A load is answered once, and not after it was cancelled.
  private var loads: [Load] = []
  private var nextID: UInt8 = 0
  private var isShown = false
  private var asked: String?
  /// What the user was asked last and said yes to.
  private var agreed: String?
  private var keys: Set<UUID> = []
  private var step = "the start"
  private(set) var complaints: [String] = []
  private(set) var counts: [String: Int] = [:]

  init() {
    basket = BasketViewModel(keepBasket: store, history: UndoHistory())
    history = OrderHistoryViewModel(keepOrders: remembered, basket: basket, timeZone: .gmt)
    basket.refresh()
    store.changed = { [unowned self] in basket.refresh() }
    sut.onChange = { [unowned self] in if let message = $0 { take(message) } }
  }

  var form: OrderForm { sut.form }
  var isLoading: Bool { loads.contains(where: \.isRunning) }
  private var isPlacing: Bool { loads.contains { $0.isRunning && $0.isPlacement } }

  private func complain(_ text: String) { complaints.append("\(text), after \(step)") }

  // MARK: The source

  func execute(completion: @escaping (OrderRoute) -> Void) -> (any Cancellable)? {
    begin(.route(completion))
  }

  func execute(
    _ order: Order, by route: OrderRoute,
    completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)? {
    if history.unanswered != nil { complain("ordered over an order without an answer") }
    check(order, route)
    counts["placed", default: 0] += 1
    return begin(
      .placement(.stub(id: order.id, number: "V-\(order.id)", items: order.items), completion))
  }

  func askAgain(
    _ order: RecordedOrder, completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)? {
    if order != history.unanswered { complain("asked again about another order") }
    counts["asked again", default: 0] += 1
    return begin(.placement(order, completion))
  }

  private func begin(_ kind: Load.Kind) -> Load {
    let load = Load(kind)
    if load.isPlacement, isPlacing { complain("two placements at once") }
    loads.append(load)
    return load
  }

  /// A sent order was confirmed, is complete, and has a key of its own.
  private func check(_ order: Order, _ route: OrderRoute) {
    let customer = order.customer
    if order.items.isEmpty || isShown && order.items != basket.basket.availableItems {
      complain("other items than those of the basket")
    }
    if route.refusal != nil { complain("sent where no order is taken") }
    if case .server(let url) = route.channel {
      let parts = [
        ("name", customer.name), ("e-mail", customer.email), ("note", customer.note),
        ("delivery", route.deliveries.count > 1 ? "chosen" : ""),
        ("address", customer.address ?? ""),
      ].filter { !$0.1.isEmpty }.map(\.0)
      if agreed != OrderText.confirmation(sent: parts, to: url) {
        complain("sent without being confirmed")
      }
    }
    if case .shopify = route.channel {
      if customer != OrderCustomer(name: "", email: "") { complain("a shop gets the customer") }
    } else if !customer.name.contains(where: \.isLetter) || !customer.email.contains("@")
      || (customer.delivery == .print) != (customer.address?.isEmpty == false)
    {
      complain("an incomplete order")
    }
    if !keys.insert(order.id).inserted { complain("another order under the same key") }
  }

  // MARK: The form

  private func take(_ message: OrderMessage) {
    switch message {
    case .confirm(_, let text):
      asked = text
      counts["confirmed", default: 0] += 1
    case .placed(let order):
      if form.placed != order { complain("placed without a word") }
      counts["done", default: 0] += 1
    case .settle:
      if form.unansweredText == nil { complain("asks about no order") }
      counts["settled", default: 0] += 1
    case .failure, .notice: break
    }
  }

  private func watch(_ act: () -> Void) {
    let (hadPlaced, doneCount) = (form.placed != nil, counts["done"])
    act()
    if (!hadPlaced && form.placed != nil) != (counts["done"] != doneCount) {
      complain("placed without a word")
    }
    if form.placing != isPlacing { complain("placing, and nothing is") }
    if form.orderEnabled, form.hintText != nil { complain("enabled with a hint") }
    if (form.unansweredText != nil) != (history.unanswered != nil) {
      complain("the order without an answer isn't shown")
    }
  }

  // MARK: Steps

  func takeStep(_ random: inout SplitMix64) {
    let load = loads.filter(\.isRunning).randomElement(using: &random)
    watch {
      if let load, Int.random(in: 0..<3, using: &random) == 0 {
        answer(load, &random)
      } else {
        act(&random)
      }
    }
  }

  func answerAll(_ random: inout SplitMix64) {
    while let load = loads.first(where: \.isRunning) {
      watch { answer(load, &random) }
    }
  }

  private func answer(_ load: Load, _ random: inout SplitMix64) {
    load.isRunning = false
    step = "an answer"
    switch load.kind {
    case .route(let complete): complete(Self.routes.randomElement(using: &random) ?? .file)
    case .placement(let order, let complete):
      let result = result(of: order, &random)
      remember(result, of: order)
      complete(result)
    }
  }

  private func result(
    of order: RecordedOrder, _ random: inout SplitMix64
  ) -> Result<PlacedOrder, OrderError> {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: .success(.accepted)
    case 2: .success(.checkout("https://shop.example/cart/1:1"))
    case 3: .failure(.unanswered(order, .lost(.noNetwork)))
    case 4: .failure(.unsettled(.stub(number: "V-2")))
    case 5: .failure(.refused(host: "a.example", status: 422, message: nil))
    case 6: .failure(.notSent(.noNetwork))
    default: .failure(.cancelled)
    }
  }

  /// As a repository does, before it answers.
  private func remember(_ result: Result<PlacedOrder, OrderError>, of order: RecordedOrder) {
    switch result {
    case .success: remembered.orders.removeAll { $0.id == order.id }
    case .failure(.unanswered(let order, _)), .failure(.unsettled(let order)):
      remembered.orders = [order]
    case .failure: break
    }
  }

  private static let routes: [OrderRoute] = [
    .file, .shop, .prints, .server("https://orders.example/new"),
    .server("http://b.example/new", deliveries: [.download, .print]),
    refusing,
  ]

  private static var refusing: OrderRoute {
    var route = OrderRoute.server("https://192.168.0.5/new")
    route.refusal = .privateAddressRefused(host: "192.168.0.5")
    return route
  }

  private static let baskets: [[Photo.ID]] = [[], ["couple"], ["couple", "street"], ["bog"]]

  private static let texts: [(OrderField.Kind, String)] = [
    (.name, "Anna"), (.name, "Anna"), (.name, "12"), (.email, "anna@lens.example"),
    (.email, "anna@lens.example"), (.email, "anna@"), (.note, "soon"), (.note, ""),
    (.delivery, "print"), (.delivery, "download"), (.address, "Lake Road 1"), (.address, ""),
  ]

  private func act(_ random: inout SplitMix64) {
    switch Int.random(in: 0..<60, using: &random) {
    case 0...3:
      if !form.placing { isShown = true }
      act("appearing") { $0.viewDidLoad() }
    case 4:
      isShown = false
      act("disappearing") { $0.viewDidDisappear() }
      if isLoading { complain("a form that was left loads") }
    case 5, 6:
      step = "another basket"
      let ids = Self.baskets.randomElement(using: &random) ?? []
      store.applyElsewhere(.remove(store.stored.ids))
      store.applyElsewhere(.add(ids.map { .stub(id: $0) }))
    case 7...10:
      step = "another program's order"
      remembered.orders = Int.random(in: 0..<4, using: &random) == 0 ? [.stub(number: "V-1")] : []
      history.refresh()
    case 11...28:
      let (kind, text) = Self.texts.randomElement(using: &random) ?? (.name, "Anna")
      act("\(kind)") { $0.textChanged(kind, to: text) }
    case 29: act("leaving a field") { $0.fieldLeft(.name) }
    case 30...44: act("placing") { $0.placePressed() }
    case 45...51:
      // A question that was asked before the form was changed is none any more.
      if let asked, form.phase == .confirming(question: asked), form.question == asked {
        agreed = asked
      }
      act("confirming") { $0.confirmed() }
    case 52...55: act("asking again") { $0.askAgainPressed() }
    case 56, 57: act("no arrival") { $0.didNotArrivePressed() }
    default: act("cancelling") { $0.cancelPressed() }
    }
  }

  private func act(_ step: String, _ input: (OrderViewModel) -> Void) {
    self.step = step
    input(sut)
  }
}

struct OrderFormTests {
  @Test func `in random histories nothing is ordered twice or without the user's consent`() {
    var counts: [String: Int] = [:]
    for seed in 0..<60 {
      var random = SplitMix64(state: UInt64(seed))
      let sut = OrderDriver()
      for _ in 0..<300 { sut.takeStep(&random) }
      sut.answerAll(&random)

      expectEqual(sut.complaints, [], "seed \(seed)")
      #expect(!sut.isLoading)
      #expect(!sut.form.placing)
      counts.merge(sut.counts, uniquingKeysWith: +)
    }

    // Each of these happened often enough to prove something.
    for what in ["placed", "asked again", "confirmed", "done", "settled"] {
      #expect(counts[what] ?? 0 > 50, "\(what)")
    }
  }

  @Test func `keys without a meaning now change and ask nothing`() {
    let run = OrderRun(opens: false)
    let before = run.form

    run.viewModel.viewDidDisappear()
    run.store.applyElsewhere(.remove(["street"]))
    run.type(.name, "")
    run.viewModel.confirmed()
    run.viewModel.askAgainPressed()
    run.viewModel.didNotArrivePressed()
    run.viewModel.cancelPressed()

    #expect(run.take().isEmpty)
    expectEqual(run.form, before)
    #expect(run.orders.asked.isEmpty && run.orders.askedAgain.isEmpty)
    #expect(run.remembered.notes.isEmpty)
  }
}
