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
  let fetchRoute: any FetchOrderRouteUseCase
  let placeOrder: any PlaceOrderUseCase
  let prices: PriceText
  let now: () -> Date
  let makeID: () -> UUID

  var state: OrderFormState
  /// What is to be announced now, and what has been announced.
  private var current: OrderAnnouncement
  private var announced: OrderAnnouncement
  var situation = OrderSituation()
  var touchedFields: Set<OrderField.Kind> = []
  var watch = OrderItemsWatch()
  var observation: (any Cancellable)?
  private var historyObservation: (any Cancellable)?
  var routeFetch: (any Cancellable)?
  /// Numbers the requests; answers to earlier ones are ignored.
  var routeGeneration = 0
  var placement: (any Cancellable)?
  var placementGeneration = 0
  var attempts = OrderAttempts()
  /// The question that is being asked, and the one that was agreed to.
  var askedQuestion: String?
  var agreedQuestion: String?

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
  func update() {
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
