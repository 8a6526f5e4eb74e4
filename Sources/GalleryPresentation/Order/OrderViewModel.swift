import Foundation
import GalleryDomain

/// The order form: what is typed, what is wrong with it, whether an order can be placed, and what becomes of it.
///
/// One per gallery: what was typed is kept while the program runs, and nowhere else.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class OrderViewModel {
  public var updateFieldsClosure: (() -> Void)?
  public var updateFieldClosure: ((OrderField.Kind) -> Void)?
  public var updateItemsClosure: (() -> Void)?
  public var updateRouteClosure: (() -> Void)?
  public var updateOrderEnabledClosure: (() -> Void)?
  public var updateHintClosure: (() -> Void)?
  public var updatePlacingClosure: (() -> Void)?
  public var updateUnansweredClosure: (() -> Void)?
  public var settleClosure: ((_ title: String, _ text: String) -> Void)?
  public var confirmClosure: ((_ title: String, _ question: String) -> Void)?
  public var placedClosure: ((PlacedOrder) -> Void)?
  public var showAlertClosure: (() -> Void)?
  public var showNoticeClosure: ((String) -> Void)?

  public internal(set) var placed: PlacedOrder?
  public internal(set) var placedID: RecordedOrder.ID?
  public internal(set) var orderedItems: [BasketItem] = []
  public internal(set) var alertMessage: String?

  let basket: any BasketViewModelType
  let history: OrderHistoryViewModel
  private let fetchRoute: any FetchOrderRouteUseCase
  private let placeOrder: any PlaceOrderUseCase
  private let prices: PriceText
  let now: () -> Date
  private let makeID: () -> UUID

  var state: OrderFormState
  /// What is to be announced now, and what has been announced.
  private var current: OrderAnnouncement
  private var announced: OrderAnnouncement
  private var situation = OrderSituation()
  private var touchedFields: Set<OrderField.Kind> = []
  private var watch = OrderItemsWatch()
  private var observation: (any Cancellable)?
  private var historyObservation: (any Cancellable)?
  private var routeFetch: (any Cancellable)?
  /// Numbers the requests; answers to earlier ones are ignored.
  private var routeGeneration = 0
  private var placement: (any Cancellable)?
  private var placementGeneration = 0
  private var attempts = OrderAttempts()
  /// The question that is being asked, and the one that was agreed to.
  private var askedQuestion: String?
  private var agreedQuestion: String?

  /// - Parameters:
  ///   - history: Knows whether an earlier order has no answer.
  ///   - makeID: Makes the idempotency key of a new order.
  public init(
    basket: any BasketViewModelType, history: OrderHistoryViewModel,
    fetchRoute: any FetchOrderRouteUseCase, placeOrder: any PlaceOrderUseCase,
    prices: PriceText = PriceText(), now: @escaping () -> Date = { Date() },
    makeID: @escaping () -> UUID = { UUID() }
  ) {
    self.basket = basket
    self.history = history
    self.fetchRoute = fetchRoute
    self.placeOrder = placeOrder
    self.prices = prices
    self.now = now
    self.makeID = makeID
    state = OrderFormState(
      fields: OrderFieldRule.all.map { $0.field(in: OrderSituation(), isTouched: false) },
      items: OrderItems(), placing: false, isDone: false)
    state.unansweredText = history.unansweredText
    current = OrderAnnouncement(state)
    announced = current
    historyObservation = history.observeOrders { [weak self] in self?.update() }
  }

  deinit {
    routeFetch?.cancel()
    placement?.cancel()
  }

  // MARK: Announcing

  /// Computes what there is to show now, and announces what has changed: the data first, `placing` last.
  private func update() {
    state.fields = OrderFieldRule.all.map {
      $0.field(in: situation, isTouched: touchedFields.contains($0.kind))
    }
    state.route = situation.route
    state.isDone = placed != nil
    state.unansweredText = history.unansweredText
    current = OrderAnnouncement(state)
    announce(\.visibleKinds) { updateFieldsClosure?() }
    for kind in OrderField.Kind.allCases {
      announce(\.fields[kind]) { updateFieldClosure?(kind) }
    }
    announce(\.items) { updateItemsClosure?() }
    announce(\.route) { updateRouteClosure?() }
    announce(\.unansweredText) { updateUnansweredClosure?() }
    announce(\.orderEnabled) { updateOrderEnabledClosure?() }
    announce(\.hintText) { updateHintClosure?() }
    announce(\.placing) { updatePlacingClosure?() }
  }

  /// A closure may call an input, which announces at once. So each change is recorded before it is announced, and a
  /// recorded change is not announced again.
  private func announce<Value: Equatable>(
    _ path: WritableKeyPath<OrderAnnouncement, Value>, _ emit: () -> Void
  ) {
    guard announced[keyPath: path] != current[keyPath: path] else { return }
    announced[keyPath: path] = current[keyPath: path]
    emit()
  }
}

extension OrderViewModel: OrderViewModelInputs {
  public func viewDidLoad() {
    guard !placing else { return }
    placed = nil
    placedID = nil
    orderedItems = []
    touchedFields = []
    watch = OrderItemsWatch()
    observation = basket.outputs.observeBasket { [weak self] in self?.basketChanged() }
    basketChanged()
    askForRoute()
    // Another instance of Vitrine may have ordered meanwhile.
    history.refresh()
  }

  public func viewDidDisappear() {
    observation = nil
    routeGeneration += 1
    routeFetch?.cancel()
    routeFetch = nil
    askedQuestion = nil
    let wasPlacing = placing
    stopPlacing()
    update()
    // Finds out whether it had been sent.
    if wasPlacing { history.refresh() }
  }

  public func textChanged(_ kind: OrderField.Kind, to text: String) {
    // The form does not change while its order is being placed.
    guard !placing, text != situation.text(kind) else { return }
    situation.texts[kind] = text
    touchedFields.insert(kind)
    update()
  }

  public func fieldLeft(_ kind: OrderField.Kind) {
    guard touchedFields.insert(kind).inserted else { return }
    update()
  }

  public func alertDismissed() { alertMessage = nil }

  // MARK: Private

  private func basketChanged() {
    // An order that was placed stays on the screen as it was placed.
    guard placed == nil else { return }
    state.items = watch.update(basket.outputs.basket, prices: prices)
    update()
  }

  /// The former route stays until there is a new one.
  private func askForRoute() {
    routeGeneration += 1
    let generation = routeGeneration
    routeFetch?.cancel()
    let fetch = fetchRoute.execute { [weak self] route in
      guard let self, routeGeneration == generation else { return }
      routeGeneration += 1
      routeFetch = nil
      situation.route = route
      update()
    }
    if routeGeneration == generation { routeFetch = fetch }
  }
}

extension OrderViewModel: OrderViewModelOutputs {
  public var fields: [OrderField] { state.visibleFields }

  public func field(_ kind: OrderField.Kind) -> OrderField {
    // `OrderFieldRule.all` has every kind; a test checks this.
    state.fields.first { $0.kind == kind }
      ?? OrderField(
        kind: kind, label: "", entry: .line, text: "", isRequired: false, isVisible: false,
        validation: .empty(isRequired: false), reason: nil, countText: nil)
  }

  public var firstInvalidField: OrderField.Kind? { fields.first { !$0.validation.isValid }?.kind }

  public var items: [BasketItem] { state.items.items }
  public var itemsText: String { state.items.itemsText }
  public var changeTexts: [String] { state.items.changeTexts }

  public var route: OrderRoute? { state.route }
  public var routeText: String { OrderText.destination(of: state.route) }
  public var unansweredText: String? { state.unansweredText }
  public var placeText: String {
    unansweredText == nil ? OrderText.place(by: state.route) : OrderText.askAgain
  }

  public var orderEnabled: Bool { state.orderEnabled }
  public var hintText: String? { state.hintText }
  public var placing: Bool { state.placing }
}

extension OrderViewModel: OrderViewModelType {
  public var inputs: any OrderViewModelInputs { self }
  public var outputs: any OrderViewModelOutputs { self }
}

extension OrderViewModel {
  public func placePressed() {
    guard !placing, placed == nil else { return }
    if let order = history.unanswered, let text = history.unansweredText {
      return settle(order, text)
    }
    guard orderEnabled, let route = situation.route else {
      touchedFields.formUnion(state.visibleFields.map(\.kind))
      update()
      return
    }
    if let question = question(for: route), question != agreedQuestion {
      askedQuestion = question
      confirmClosure?(OrderText.confirmationTitle, question)
      return
    }
    place(by: route)
  }

  public func confirmed() {
    guard let asked = askedQuestion else { return }
    askedQuestion = nil
    // The order may have changed while the question was shown; then the new one is asked.
    if let route = situation.route, question(for: route) == asked { agreedQuestion = asked }
    placePressed()
  }

  public func cancelPressed() {
    guard placing else { return }
    stopPlacing()
    update()
    showNoticeClosure?(OrderText.calledOff(situation.route))
    // Finds out whether it had been sent.
    history.refresh()
  }

  /// The question that the user has to agree to; nil if nothing is sent from this computer.
  private func question(for route: OrderRoute) -> String? {
    guard case .server(let url) = route.channel else { return nil }
    let sent = state.visibleFields.filter { !cleaned($0).isEmpty }.map { $0.label.lowercased() }
    return OrderText.confirmation(sent: sent, to: url)
  }

  private func place(by route: OrderRoute) {
    let order = attempts.order(
      customer: customer, items: state.items.items, channel: route.channel, makeID: makeID, now: now
    )
    perform(order.id, order.items, isNew: true) { [placeOrder] in
      placeOrder.execute(order, by: route, completion: $0)
    }
  }

  public func askAgainPressed() {
    guard !placing, placed == nil, let order = history.unanswered else { return }
    perform(order.id, order.items, isNew: false) { [placeOrder] in
      placeOrder.askAgain(order, completion: $0)
    }
  }

  public func didNotArrivePressed() {
    guard !placing, let order = history.unanswered else { return }
    attempts.forgetAll()
    history.didNotArrivePressed(order)
  }

  /// Sends an order, and handles its outcome.
  private func perform(
    _ id: RecordedOrder.ID, _ items: [BasketItem], isNew: Bool,
    _ send: (@escaping (Result<PlacedOrder, OrderError>) -> Void) -> (any Cancellable)?
  ) {
    placementGeneration += 1
    let generation = placementGeneration
    state.placing = true
    update()
    // A closure that was called may have cancelled it.
    guard placementGeneration == generation else { return }
    let placement = send { [weak self] result in
      guard let self, placementGeneration == generation else { return }
      placementGeneration += 1
      self.placement = nil
      receive(result, of: id, items, isNew: isNew)
    }
    if placementGeneration == generation { self.placement = placement }
  }

  private func receive(
    _ result: Result<PlacedOrder, OrderError>, of id: RecordedOrder.ID, _ items: [BasketItem],
    isNew: Bool
  ) {
    state.placing = false
    switch result {
    case .success(let placed):
      attempts.forgetAll()
      self.placed = placed
      placedID = id
      orderedItems = items
      // The note belonged to this order.
      situation.texts[.note] = nil
      // Ordered items must not be reported as removed.
      observation = nil
      if case .accepted = placed.outcome, isNew { history.accepted(id, items) }
      // An older order's items are removed from the basket of the source where it was ordered, which may be another
      // one.
      history.refresh()
      update()
      placedClosure?(placed)
    case .failure(.unanswered(let order, let uncertainty)):
      history.found(order)
      update()
      settle(order, OrderErrorText.sentence(uncertainty))
    case .failure(.unsettled(let order)):
      history.found(order)
      update()
      settle(order, history.unansweredText ?? "")
    case .failure(let error):
      // A server may answer the same key with the same refusal for ever, so the next order gets a new one.
      if case .refused = error { attempts.forgetAll() }
      alertMessage = OrderErrorText.message(for: error, items: items)
      history.refresh()
      update()
      showAlertClosure?()
    }
  }

  private func settle(_ order: RecordedOrder, _ sentence: String) {
    settleClosure?(OrderHistoryText.choiceTitle, OrderHistoryText.choice(sentence, order))
  }

  private func stopPlacing() {
    guard placing else { return }
    placementGeneration += 1
    placement?.cancel()
    placement = nil
    state.placing = false
  }

  private var customer: OrderCustomer {
    let texts = Dictionary(
      state.visibleFields.map { ($0.kind, cleaned($0)) }, uniquingKeysWith: { first, _ in first })
    return OrderCustomer(
      name: texts[.name] ?? "", email: texts[.email] ?? "", note: texts[.note] ?? "",
      delivery: situation.delivery, address: texts[.address])
  }

  /// A valid text is within the field's limit, which is far below this one.
  private func cleaned(_ field: OrderField) -> String {
    OrderFieldRule.cleaned(field.text, entry: field.entry, limit: TextLimit.paragraphs.characters)
  }
}

/// What would be ordered, and the texts about it.
struct OrderItems: Hashable {
  var items: [BasketItem] = []
  var itemsText = ""
  var changeTexts: [String] = []
}

/// Follows the basket while the form is shown, so that items that another program removes can be named.
struct OrderItemsWatch {
  /// The items that could be ordered at some time since the form was shown, in the order of the basket.
  private var known: [BasketItem] = []

  /// Call when the basket changed.
  mutating func update(_ basket: Basket, prices: PriceText) -> OrderItems {
    let available = basket.availableItems
    let seen = Set(known.map(\.id))
    known += available.filter { !seen.contains($0.id) }
    let takenOut = known.filter { !basket.contains($0.id) }
    return OrderItems(
      items: available,
      itemsText: OrderText.items(of: basket, prices: prices),
      changeTexts: OrderText.changes(in: basket, takenOut: takenOut, prices: prices))
  }
}
