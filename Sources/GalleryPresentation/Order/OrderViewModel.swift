import Foundation
import GalleryDomain

/// The order form: what is typed into it, and an order that is placed with it.
///
/// One per gallery: what was typed is kept while the program runs, and nowhere else. At most one order is being sent at a
/// time, and none while an earlier one has no answer: the user settles that one first (decision 36).
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`. A change is announced before anything is asked, sent
/// or cancelled because of it.
public final class OrderViewModel {
  /// Emits when `form` has changed, and once with each message.
  public var onChange: ((OrderMessage?) -> Void)?
  public private(set) var form: OrderForm

  private let basket: BasketViewModel
  private let history: OrderHistoryViewModel
  private let fetchRoute: any FetchOrderRouteUseCase
  private let placeOrder: any PlaceOrderUseCase
  private let now: () -> Date
  private let makeID: () -> UUID
  private var isShown = false
  /// The question that the user agreed to last.
  private var agreedQuestion: String?
  private var route: (any Cancellable)?
  private var placement: (any Cancellable)?
  private var observations: [any Cancellable] = []

  /// - Parameters:
  ///   - basket: What is ordered.
  ///   - history: Knows whether an earlier order has no answer.
  ///   - fetchRoute: Finds out how the source sells.
  ///   - now: The clock, for the date of the order.
  ///   - makeID: Makes the idempotency key of a new order.
  public init(
    basket: BasketViewModel, history: OrderHistoryViewModel,
    fetchRoute: any FetchOrderRouteUseCase, placeOrder: any PlaceOrderUseCase,
    now: @escaping () -> Date = { Date() },
    makeID: @escaping () -> UUID = { UUID() }
  ) {
    self.basket = basket
    self.history = history
    self.fetchRoute = fetchRoute
    self.placeOrder = placeOrder
    self.now = now
    self.makeID = makeID
    form = OrderForm(dates: history.dates)
    form.remember(history.unanswered, now: now())
    observations = [
      basket.observeBasket { [weak self] in
        guard let self, isShown else { return }
        change { $0.setBasket(self.basket.basket, now: $1) }
      },
      history.observeOrders { [weak self] in
        guard let self else { return }
        change { $0.remember(self.history.unanswered, now: $1) }
      },
    ]
  }

  deinit {
    route?.cancel()
    placement?.cancel()
  }

  /// Changes the form, and announces it.
  ///
  /// - Parameter message: Made of the changed form: something to say or to ask.
  private func change(
    _ change: (inout OrderForm, _ now: Date) -> Void = { _, _ in },
    saying message: (OrderForm) -> OrderMessage? = { _ in nil }
  ) {
    var next = form
    let now = now()
    next.noteEndedPrices(now: now)
    change(&next, now)
    let hasChanged = next != form
    form = next
    let message = message(next)
    if hasChanged || message != nil { onChange?(message) }
  }
}

// MARK: Filling it in

extension OrderViewModel {
  /// Call each time the form is shown. What was typed before is still there; the basket and the way in which the source
  /// sells are read again.
  public func viewDidLoad() {
    if !form.placing { appear() }
    // Another instance of Vitrine may have changed it.
    basket.refresh()
  }

  private func appear() {
    isShown = true
    change {
      $0.start()
      $0.setBasket(basket.basket, now: $1)
      $0.remember(history.unanswered, now: $1)
    }
    // The form keeps the former route until the new one is known.
    route?.cancel()
    route = fetchRoute.execute { [weak self] route in
      self?.change { form, _ in form.entries.route = route }
    }
    // Another instance of Vitrine may have ordered.
    history.refresh()
    if form.endedText != nil { basket.check() }
  }

  /// Call when the form is no longer shown. Cancels an order that is being placed.
  public func viewDidDisappear() {
    isShown = false
    let wasPlacing = form.placing
    change { form, _ in
      switch form.phase {
      case .confirming, .placing: form.phase = .filling
      case .filling, .placed: break
      }
    }
    route?.cancel()
    if wasPlacing { stopPlacing() }
  }

  /// Call when the user changed a field, by typing, pasting or choosing.
  public func textChanged(_ kind: OrderField.Kind, to text: String) {
    change { form, _ in
      // The form does not change while its order is being placed.
      guard !form.placing, text != form.entries.text(kind) else { return }
      form.entries.texts[kind] = text
      form.entries.touched.insert(kind)
    }
  }

  /// Call when the user moves from a field to another: an empty one that is required may now say so.
  public func fieldLeft(_ kind: OrderField.Kind) {
    change { form, _ in form.entries.touched.insert(kind) }
  }
}

// MARK: Placing the order

extension OrderViewModel {
  /// Call when the user places the order. If something is missing, the fields say what; while an order is being placed,
  /// nothing happens. If an earlier order has no answer, `OrderMessage.settle` asks about that one instead.
  public func placePressed() {
    change()
    guard form.isOpen else { return }
    if form.unanswered != nil { return change(saying: { Self.settling($0) }) }
    guard form.orderEnabled, let route = form.route else { return showWhatIsMissing() }
    if let question, question != agreedQuestion {
      return change(
        { form, _ in form.phase = .confirming(question: question) },
        saying: { _ in .confirm(title: OrderText.confirmationTitle, text: question) })
    }
    let order = Order(id: makeID(), createdAt: now(), customer: form.customer, items: form.items)
    send(OrderForm.Placement(id: order.id, items: order.items, isNew: true)) {
      placeOrder.execute(order, by: route, completion: $0)
    }
  }

  /// What the user has to agree to before the order is placed; nil for nothing.
  private var question: String? {
    guard let again = history.repetitionText(form.items) else { return form.question }
    return "\(again). \(form.question ?? "Order again?")"
  }

  private func showWhatIsMissing() {
    change(
      { form, _ in form.entries.touched.formUnion(form.fields.map(\.kind)) },
      saying: { $0.endedText.map { .failure($0) } })
    if form.endedText != nil { basket.check() }
  }

  /// Call when the user agrees to what `OrderMessage.confirm` asked.
  public func confirmed() {
    guard case .confirming(let asked) = form.phase else { return }
    form.phase = .filling
    // The order may have changed while the question was shown; then the new one is asked.
    if question == asked { agreedQuestion = asked }
    placePressed()
  }

  /// Call when the user asks again about the order without an answer: it is sent again, unchanged.
  public func askAgainPressed() {
    guard form.isOpen, let order = form.unanswered else { return }
    send(OrderForm.Placement(id: order.id, items: order.items, isNew: false)) {
      placeOrder.askAgain(order, completion: $0)
    }
  }

  /// Call when the user says that the order without an answer did not arrive: ordering again is a new order then.
  public func didNotArrivePressed() {
    guard !form.placing, let order = form.unanswered else { return }
    history.didNotArrivePressed(order)
  }

  /// Call when the user cancels the order that is being placed; its answer is ignored.
  public func cancelPressed() {
    guard form.placing else { return }
    change(
      { form, _ in form.phase = .filling },
      saying: { .notice(OrderText.calledOff($0.route)) })
    stopPlacing()
  }

  private func stopPlacing() {
    placement?.cancel()
    // It is not known whether the order was sent.
    history.refresh()
  }

  private func send(
    _ placement: OrderForm.Placement,
    _ ask: (@escaping (Result<PlacedOrder, OrderError>) -> Void) -> (any Cancellable)?
  ) {
    change { form, _ in form.phase = .placing(placement) }
    // The closure may have cancelled it.
    guard form.phase == .placing(placement) else { return }
    let task = ask { [weak self] in self?.receive($0, of: placement) }
    if form.phase == .placing(placement) { self.placement = task }
  }

  private func receive(
    _ result: Result<PlacedOrder, OrderError>, of placement: OrderForm.Placement
  ) {
    switch result {
    case .success(let order):
      // What was agreed to doesn't hold for the next order.
      agreedQuestion = nil
      change(
        { form, now in
          form.phase = .placed(order, placement)
          // The note belonged to this order.
          form.entries.texts[.note] = nil
          if form.unanswered?.id == placement.id { form.remember(nil, now: now) }
        }, saying: { _ in .placed(order) })
      if case .accepted = order.outcome, placement.isNew {
        history.accepted(placement.id, placement.items)
      }
      // An older order's items are removed from the basket of the source where it was ordered, maybe not this one.
      history.refresh()
    case .failure(.unanswered(let order, let uncertainty)):
      settle(order, OrderErrorText.sentence(uncertainty))
    case .failure(.unsettled(let order)): settle(order)
    case .failure(let error):
      change(
        { form, _ in form.phase = .filling },
        saying: { _ in .failure(OrderErrorText.message(for: error, items: placement.items)) })
      history.refresh()
    }
  }

  /// An order turned out to have no answer.
  private func settle(_ order: RecordedOrder, _ sentence: String? = nil) {
    change(
      { form, now in
        form.phase = .filling
        form.remember(order, now: now)
      }, saying: { Self.settling($0, sentence) })
    history.found(order)
  }

  /// - Parameter sentence: What happened; nil says which order has no answer.
  private static func settling(_ form: OrderForm, _ sentence: String? = nil) -> OrderMessage? {
    form.unanswered.map { order in
      .settle(
        title: OrderHistoryText.choiceTitle,
        text: OrderHistoryText.choice(sentence ?? form.unansweredText ?? "", order))
    }
  }
}
