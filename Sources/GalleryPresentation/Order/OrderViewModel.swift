import Foundation
import GalleryDomain

/// The order form: passes what the user does to an `OrderForm`, carries out its effects, and announces what has changed.
///
/// One per gallery: what was typed is kept while the program runs, and nowhere else.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`. Changes are announced before the effects are
/// carried out; an input that is called meanwhile waits until both are done.
public final class OrderViewModel {
  /// Emits when `form` has changed, with something to say or to ask, once, if there is any.
  public var onChange: ((OrderMessage?) -> Void)?
  public private(set) var form: OrderForm

  private let basket: BasketViewModel
  private let history: OrderHistoryViewModel
  private let fetchRoute: any FetchOrderRouteUseCase
  private let placeOrder: any PlaceOrderUseCase
  private let now: () -> Date
  private let makeID: () -> UUID
  private let events = EventQueue<OrderForm.Event>()
  private var tasks: [OrderForm.LoadID: any Cancellable] = [:]
  private var observations: [any Cancellable] = []

  /// - Parameters:
  ///   - basket: What is ordered.
  ///   - history: Knows whether an earlier order has no answer.
  ///   - fetchRoute: Finds out how the source sells.
  ///   - placeOrder: Places the order.
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
    form = OrderForm(
      dates: history.dates, unanswered: history.unanswered, now: now())
    observations = [
      basket.observeBasket { [weak self] in
        if let self { send(.basketChanged(self.basket.basket)) }
      },
      history.observeOrders { [weak self] in
        if let self { send(.unansweredChanged(self.history.unanswered)) }
      },
    ]
  }

  deinit {
    for task in tasks.values { task.cancel() }
  }

  private func send(_ event: OrderForm.Event) {
    events.send(event) { event in
      let before = form
      let transition = form.handle(event, now: now(), makeID: makeID)
      if form != before || transition.message != nil { onChange?(transition.message) }
      transition.effects.forEach(carryOut)
      if case .answer(_, let load) = event { tasks[load] = nil }
    }
  }

  private func carryOut(_ effect: OrderForm.Effect) {
    switch effect {
    case .fetchRoute(let load):
      tasks[load] = fetchRoute.execute(completion: answer(load) { .route($0) })
    case .place(let order, let route, let load):
      tasks[load] = placeOrder.execute(
        order, by: route, completion: answer(load) { .placement($0) })
    case .askAgain(let order, let load):
      tasks[load] = placeOrder.askAgain(order, completion: answer(load) { .placement($0) })
    case .cancel(let load): tasks.removeValue(forKey: load)?.cancel()
    case .rememberUnanswered(let order): history.found(order)
    case .accept(let id, let items): history.accepted(id, items)
    case .noteNotArrived(let order): history.didNotArrivePressed(order)
    case .askForPrices: basket.check()
    case .refreshHistory: history.refresh()
    }
  }

  private func answer<Value>(
    _ load: OrderForm.LoadID, _ wrap: @escaping (Value) -> OrderForm.Answer
  ) -> (Value) -> Void {
    { [weak self] in self?.send(.answer(wrap($0), load)) }
  }
}

// MARK: Inputs

extension OrderViewModel {
  /// Call each time the form is shown. What was typed before is still there; the basket and the way in which the source
  /// sells are read again.
  public func viewDidLoad() {
    send(.appear(basket.basket, unanswered: history.unanswered))
    // After that, so that photos that another instance of Vitrine has removed are named.
    basket.refresh()
  }

  /// Call when the form is no longer shown. Cancels an order that is being placed.
  public func viewDidDisappear() { send(.disappear) }

  /// Call when the user changed a field, by typing, pasting or choosing.
  public func textChanged(_ kind: OrderField.Kind, to text: String) {
    send(.textChanged(kind, text))
  }

  /// Call when the user moves from a field to another: an empty one that is required may now say so.
  public func fieldLeft(_ kind: OrderField.Kind) { send(.fieldLeft(kind)) }

  /// Call when the user places the order. If something is missing, the fields say what; while an order is being placed,
  /// nothing happens. If an earlier order has no answer, `OrderMessage.settle` asks about that one instead.
  public func placePressed() { send(.place) }

  /// Call when the user agrees to what `OrderMessage.confirm` asked.
  public func confirmed() { send(.confirm) }

  /// Call when the user asks again about the order without an answer: it is sent again, unchanged.
  public func askAgainPressed() { send(.askAgain) }

  /// Call when the user says that the order without an answer did not arrive: ordering again is a new order then.
  public func didNotArrivePressed() { send(.didNotArrive) }

  /// Call when the user cancels the order that is being placed; its answer is ignored.
  public func cancelPressed() { send(.cancel) }
}
