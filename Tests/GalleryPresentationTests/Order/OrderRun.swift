import Foundation
import GalleryTestSupport

@testable import GalleryPresentation

/// An order form with a basket and a source in memory, and all that it announces, in order.
final class OrderRun {
  let basket: BasketViewModel
  let store: OrderBasketStore
  let orders = ScriptedOrders()
  let remembered: MemoryOrders
  let history: OrderHistoryViewModel
  let viewModel: OrderViewModel
  private(set) var entries: [String] = []

  /// - Parameter route: What the source answers at once; nil for answers by hand.
  init(
    _ photos: [Photo] = [.couple, .street], route: OrderRoute? = .file,
    remembered: [RecordedOrder] = [], opens: Bool = true
  ) {
    store = OrderBasketStore(
      Basket(
        items: photos.enumerated().map {
          BasketItem($0.element, addedAt: Date(timeIntervalSince1970: Double($0.offset)))
        }))
    basket = BasketViewModel(keepBasket: store, history: UndoHistory())
    basket.start()
    orders.route = route
    self.remembered = MemoryOrders(remembered)
    history = OrderHistoryViewModel(
      keepOrders: self.remembered, basket: basket, prices: PriceText(), timeZone: .gmt,
      now: { Date(timeIntervalSince1970: 1_700_000_000) })
    history.refresh()
    var count: UInt8 = 0
    viewModel = OrderViewModel(
      basket: basket, history: history, fetchRoute: orders, placeOrder: orders,
      now: { Date(timeIntervalSince1970: 1_700_000_000) },
      makeID: {
        count += 1
        return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count))
      })
    write()
    if opens {
      viewModel.inputs.viewDidLoad()
      entries = []
    }
  }

  private func write() {
    let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    _ = inputs
    outputs.updateFieldsClosure = { [unowned self] in
      entries.append("fields " + outputs.fields.map(\.kind.rawValue).joined(separator: " "))
    }
    outputs.updateFieldClosure = { [unowned self] in
      entries.append("\($0) \(Self.words(outputs.field($0)))")
    }
    outputs.updateItemsClosure = { [unowned self] in entries.append("items \(outputs.itemsText)") }
    outputs.updateRouteClosure = { [unowned self] in entries.append("route") }
    outputs.updateOrderEnabledClosure = { [unowned self] in
      entries.append("enabled=\(outputs.orderEnabled)")
    }
    outputs.updateHintClosure = { [unowned self] in
      entries.append("hint \(outputs.hintText ?? "-")")
    }
    outputs.updatePlacingClosure = { [unowned self] in
      entries.append("placing=\(outputs.placing)")
    }
    outputs.updateUnansweredClosure = { [unowned self] in
      entries.append("unanswered \(outputs.unansweredText ?? "-")")
    }
    outputs.settleClosure = { [unowned self] in entries.append("settle <\($1)>") }
    history.showNoticeClosure = { [unowned self] in entries.append("notice \($0)") }
    outputs.confirmClosure = { [unowned self] in entries.append("confirm <\($1)>") }
    outputs.placedClosure = { [unowned self] in entries.append("placed \($0.number)") }
    outputs.showAlertClosure = { [unowned self] in
      entries.append("alert \(outputs.alertMessage ?? "-")")
    }
    outputs.showNoticeClosure = { [unowned self] in entries.append("notice \($0)") }
  }

  /// `ok`, `empty`, `needed`, `(no @)`, `…` while it is not known.
  static func words(_ field: OrderField) -> String {
    switch field.validation {
    case .ok: "ok"
    case .empty: field.reason ?? "empty"
    case .failed(let reason): "(\(reason))"
    case .validating: "…"
    }
  }

  /// What was announced since the last call.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }

  func type(_ kind: OrderField.Kind, _ text: String) {
    viewModel.inputs.textChanged(kind, to: text)
  }

  /// Fills in what every order needs.
  func fillIn() {
    type(.name, "Anna Lens")
    type(.email, "anna@lens.example")
    entries = []
  }

  func place() { viewModel.inputs.placePressed() }
}

/// A stored basket that answers at once, and that another program may change.
final class OrderBasketStore: KeepBasketUseCase {
  private(set) var stored: Basket
  private var changed: (() -> Void)?

  init(_ stored: Basket) {
    self.stored = stored
  }

  func applyElsewhere(_ edit: BasketEdit) {
    stored = stored.applying(edit)
    changed?()
  }

  func fetch(completion: @escaping (Result<Basket, BasketError>) -> Void) {
    completion(.success(stored))
  }

  func execute(
    _ edit: BasketEdit, completion: @escaping (Result<Basket, BasketError>) -> Void
  ) {
    stored = stored.applying(edit)
    completion(.success(stored))
  }

  func observe(_ changed: @escaping () -> Void) -> (any Cancellable)? {
    self.changed = changed
    return nil
  }
}

/// A source whose route and answers come when the test says so.
final class ScriptedOrders: FetchOrderRouteUseCase, PlaceOrderUseCase {
  private final class Question: Cancellable {
    var isCancelled = false
    func cancel() { isCancelled = true }
  }

  /// What is answered at once; nil for answers by hand.
  var route: OrderRoute?
  var answer: Result<PlacedOrder, OrderError>?
  /// Every order that was to be placed, and by which route.
  private(set) var asked: [(order: Order, route: OrderRoute)] = []
  private(set) var routeQuestions = 0
  private var routeCompletions: [(OrderRoute) -> Void] = []
  private var placements: [(Question, (Result<PlacedOrder, OrderError>) -> Void)] = []

  var cancelledCount: Int { placements.count { $0.0.isCancelled } }

  func execute(completion: @escaping (OrderRoute) -> Void) -> (any Cancellable)? {
    routeQuestions += 1
    if let route {
      completion(route)
      return nil
    }
    routeCompletions.append(completion)
    return Question()
  }

  func execute(
    _ order: Order, by route: OrderRoute,
    completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)? {
    asked.append((order, route))
    if let answer {
      completion(answer)
      return nil
    }
    let question = Question()
    placements.append((question, completion))
    return question
  }

  /// The orders that were asked about again.
  private(set) var askedAgain: [RecordedOrder] = []

  func askAgain(
    _ order: RecordedOrder, completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)? {
    askedAgain.append(order)
    let question = Question()
    placements.append((question, completion))
    return question
  }

  /// Answers the latest question, or an earlier one; also one that was called off.
  func tell(_ route: OrderRoute, question: Int? = nil) {
    routeCompletions[question ?? routeCompletions.count - 1](route)
  }

  func finish(_ result: Result<PlacedOrder, OrderError>, order: Int? = nil) {
    placements[order ?? placements.count - 1].1(result)
  }
}

extension PlacedOrder {
  static let accepted = PlacedOrder(
    number: "42", outcome: .accepted(host: "orders.example", message: nil, page: nil))

  static func checkout(_ links: String...) -> PlacedOrder {
    PlacedOrder(
      number: "42",
      outcome: .checkout(
        links.compactMap { URL(string: $0) }.map { CheckoutLink(url: $0, photoIDs: []) }))
  }
}

extension OrderRoute {
  static func server(_ address: String, deliveries: [Delivery] = []) -> OrderRoute {
    URL(string: address).map { OrderRoute(channel: .server($0), deliveries: deliveries) } ?? .file
  }

  static let shop =
    URL(string: "https://shop.example").map { OrderRoute(channel: .shopify($0)) } ?? .file

  static let prints = OrderRoute(deliveries: [.download, .print])
}

extension Photo {
  static let couple = Photo.stub(
    id: "couple", name: "couple", price: Price(amount: "80.00", currency: "EUR"))
  static let street = Photo.stub(
    id: "street", name: "vienna.street", price: Price(amount: "120.00", currency: "EUR"))
  static let bog = Photo.stub(
    id: "bog", name: "Moose Bog", price: Price(amount: "65", currency: "CHF"))
}
