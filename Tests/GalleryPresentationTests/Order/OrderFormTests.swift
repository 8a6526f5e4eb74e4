import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// Sends events to a form, plays the source and the history, and complains about anything that must never happen.
private struct FormDriver {
  private enum Load {
    case route
    case placement(RecordedOrder)
  }

  private(set) var form = OrderForm(
    dates: DateText(timeZone: .gmt), now: .distantPast)
  /// All loads, so that answers can be late, repeated, or to a cancelled load.
  private var loads: [OrderForm.LoadID: Load] = [:]
  private var runningLoads: Set<OrderForm.LoadID> = []
  private var nextID: UInt8 = 0
  private var isShown = false
  private var basket = Basket.empty
  /// The order without an answer, as far as the form can know.
  private var unanswered: RecordedOrder?
  private var asked: String?
  private var agreed: String?
  private var keys: Set<UUID> = []
  private(set) var complaints: [String] = []
  private(set) var counts: [String: Int] = [:]

  var runningCount: Int { runningLoads.count }

  mutating func send(_ event: OrderForm.Event) {
    let before = form
    learn(event, before)
    let transition = form.handle(event, now: Date(timeIntervalSince1970: 1_700_000_000)) {
      nextID += 1
      return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, nextID))
    }
    for effect in transition.effects { check(effect, before, event) }
    check(transition, before, event)
  }

  /// What the source and the history know before the form handles the event.
  private mutating func learn(_ event: OrderForm.Event, _ before: OrderForm) {
    switch event {
    case .appear(let basket, let order):
      if !before.placing { (self.basket, unanswered, isShown) = (basket, order, true) }
    case .disappear: isShown = false
    case .basketChanged(let basket): if isShown, before.placed == nil { self.basket = basket }
    case .unansweredChanged(let order): unanswered = order
    case .confirm: if let asked { agreed = asked }
    case .answer(.placement(let result), let load) where runningLoads.contains(load):
      switch result {
      case .success:
        if case .placement(let order) = loads[load], order.id == unanswered?.id {
          unanswered = nil
        }
      case .failure(.unanswered(let order, _)), .failure(.unsettled(let order)):
        unanswered = order
      case .failure: break
      }
    default: break
    }
  }

  private mutating func check(
    _ effect: OrderForm.Effect, _ before: OrderForm, _ event: OrderForm.Event
  ) {
    switch effect {
    case .fetchRoute(let load): begin(.route, load, event)
    case .place(let order, let route, let load):
      if unanswered != nil { complain("ordered over an order without an answer", event) }
      check(order, route, event)
      beginPlacement(
        RecordedOrder.stub(id: order.id, number: "V-\(order.id)", items: order.items), load, event)
      counts["placed", default: 0] += 1
    case .askAgain(let order, let load):
      if order != unanswered { complain("asked again about another order", event) }
      beginPlacement(order, load, event)
      counts["asked again", default: 0] += 1
    case .cancel(let load):
      if runningLoads.remove(load) == nil { complain("cancels what isn't running", event) }
    case .accept(let id, _):
      guard case .answer(.placement(.success), let load) = event,
        case .placement(let order) = loads[load], order.id == id
      else { return complain("accepts what no server accepted", event) }
    case .noteNotArrived(let order):
      if order != unanswered { complain("settles another order", event) }
    case .rememberUnanswered, .refreshHistory, .askForPrices: break
    }
  }

  private mutating func begin(_ load: Load, _ id: OrderForm.LoadID, _ event: OrderForm.Event) {
    if loads.updateValue(load, forKey: id) != nil { complain("a load's number twice", event) }
    runningLoads.insert(id)
  }

  private mutating func beginPlacement(
    _ order: RecordedOrder, _ load: OrderForm.LoadID, _ event: OrderForm.Event
  ) {
    let isBusy = runningLoads.contains {
      if case .placement = loads[$0] { true } else { false }
    }
    if isBusy { complain("two placements at once", event) }
    begin(.placement(order), load, event)
  }

  /// A sent order was confirmed, is complete, and has a key of its own.
  private mutating func check(_ order: Order, _ route: OrderRoute, _ event: OrderForm.Event) {
    let customer = order.customer
    if order.items.isEmpty || order.items != basket.availableItems {
      complain("other items than those of the basket", event)
    }
    if route.refusal != nil { complain("sent where no order is taken", event) }
    if case .server(let url) = route.channel {
      let parts = [
        ("name", customer.name), ("e-mail", customer.email), ("note", customer.note),
        ("delivery", route.deliveries.count > 1 ? "chosen" : ""),
        ("address", customer.address ?? ""),
      ].filter { !$0.1.isEmpty }.map(\.0)
      if agreed != OrderText.confirmation(sent: parts, to: url) {
        complain("sent without being confirmed", event)
      }
    }
    if case .shopify = route.channel {
      if customer != OrderCustomer(name: "", email: "") {
        complain("a shop gets the customer", event)
      }
    } else if !customer.name.contains(where: \.isLetter) || !customer.email.contains("@")
      || (customer.delivery == .print) != (customer.address?.isEmpty == false)
    {
      complain("an incomplete order", event)
    }
    if !keys.insert(order.id).inserted { complain("another order under the same key", event) }
  }

  private mutating func check(
    _ transition: OrderForm.Transition, _ before: OrderForm, _ event: OrderForm.Event
  ) {
    if case .answer(_, let load) = event, runningLoads.remove(load) == nil,
      transition != OrderForm.Transition() || form != before
    {
      complain("a late answer counts", event)
    }
    if case .disappear = event, !runningLoads.isEmpty {
      complain("a form that was left loads", event)
    }
    let isPlacing = runningLoads.contains {
      if case .placement = loads[$0] { true } else { false }
    }
    if form.placing != isPlacing { complain("placing, and nothing is", event) }
    if form.orderEnabled, form.hintText != nil { complain("enabled with a hint", event) }
    if (form.unansweredText != nil) != (unanswered != nil) {
      complain("the order without an answer isn't shown", event)
    }
    let hasPlaced = before.placed == nil && form.placed != nil
    switch transition.message {
    case .confirm(_, let text):
      asked = text
      counts["confirmed", default: 0] += 1
    case .placed(let order):
      if !hasPlaced || form.placed != order { complain("placed without a word", event) }
      counts["done", default: 0] += 1
    case .settle:
      if unanswered == nil { complain("asks about no order", event) }
      counts["settled", default: 0] += 1
    default: if hasPlaced { complain("placed without a word", event) }
    }
  }

  private mutating func complain(_ text: String, _ event: OrderForm.Event) {
    complaints.append("\(text), after \(event)")
  }

  // MARK: Events

  mutating func step(_ random: inout SplitMix64) {
    let id = loads.keys.sorted().suffix(5).randomElement(using: &random)
    if let id, let load = loads[id], Int.random(in: 0..<3, using: &random) == 0 {
      send(.answer(answer(to: load, &random), id))
    } else {
      send(event(&random))
    }
  }

  mutating func answerAll(_ random: inout SplitMix64) {
    while let id = runningLoads.min(), let load = loads[id] {
      send(.answer(answer(to: load, &random), id))
    }
  }

  private func answer(to load: Load, _ random: inout SplitMix64) -> OrderForm.Answer {
    switch load {
    case .route: return .route(Self.routes.randomElement(using: &random) ?? .file)
    case .placement(let order):
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: return .placement(.success(.accepted))
      case 2: return .placement(.success(.checkout("https://shop.example/cart/1:1")))
      case 3: return .placement(.failure(.unanswered(order, .lost(.noNetwork))))
      case 4: return .placement(.failure(.unsettled(.stub(number: "V-2"))))
      case 5:
        return .placement(.failure(.refused(host: "a.example", status: 422, message: nil)))
      case 6: return .placement(.failure(.notSent(.noNetwork)))
      default: return .placement(.failure(.cancelled))
      }
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

  private static let baskets: [Basket] = [[], ["couple"], ["couple", "street"], ["bog"]].map {
    .stub($0)
  }

  private static let texts: [(OrderField.Kind, String)] = [
    (.name, "Anna"), (.name, "Anna"), (.name, "12"), (.email, "anna@lens.example"),
    (.email, "anna@lens.example"), (.email, "anna@"), (.note, "soon"), (.note, ""),
    (.delivery, "print"), (.delivery, "download"), (.address, "Lake Road 1"), (.address, ""),
  ]

  private func event(_ random: inout SplitMix64) -> OrderForm.Event {
    let order: RecordedOrder? = Bool.random(using: &random) ? .stub(number: "V-1") : nil
    let basket = Self.baskets.randomElement(using: &random) ?? .empty
    switch Int.random(in: 0..<60, using: &random) {
    case 0...3: return .appear(basket, unanswered: unanswered)
    case 4: return .disappear
    case 5, 6: return .basketChanged(basket)
    case 7: return .unansweredChanged(order)
    case 8...10: return .unansweredChanged(nil)
    case 11...28:
      let (kind, text) = Self.texts.randomElement(using: &random) ?? (.name, "Anna")
      return .textChanged(kind, text)
    case 29: return .fieldLeft(.name)
    case 30...44: return .place
    case 45...51: return .confirm
    case 52...55: return .askAgain
    case 56, 57: return .didNotArrive
    default: return .cancel
    }
  }
}

struct OrderFormTests {
  @Test func `in random histories nothing is ordered twice or without the user's consent`() {
    var counts: [String: Int] = [:]
    for seed in 0..<60 {
      var random = SplitMix64(state: UInt64(seed))
      var sut = FormDriver()
      for _ in 0..<300 { sut.step(&random) }
      sut.answerAll(&random)

      expectEqual(sut.complaints, [], "seed \(seed)")
      expectEqual(sut.runningCount, 0)
      #expect(!sut.form.placing)
      counts.merge(sut.counts, uniquingKeysWith: +)
    }

    // Each of these happened often enough to prove something.
    for what in ["placed", "asked again", "confirmed", "done", "settled"] {
      #expect(counts[what] ?? 0 > 50, "\(what)")
    }
  }

  @Test func `an event that changes nothing has no changes and no effects`() {
    var form = OrderForm(dates: DateText(timeZone: .gmt), now: .distantPast)
    let before = form
    let events: [OrderForm.Event] = [
      .disappear, .basketChanged(.stub(["couple"])), .unansweredChanged(nil),
      .textChanged(.name, ""), .confirm, .askAgain, .didNotArrive, .cancel,
      .answer(.route(.file), 1), .answer(.placement(.success(.accepted)), 1),
    ]

    for event in events {
      let transition = form.handle(event, now: .distantPast, makeID: { UUID() })
      expectEqual(transition, OrderForm.Transition(), "\(event)")
    }

    expectEqual(form, before)
  }
}
