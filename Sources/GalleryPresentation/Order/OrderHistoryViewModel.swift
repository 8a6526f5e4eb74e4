import Foundation
import GalleryDomain

/// The remembered orders at this source: the state of each, and what the user can still do with it.
///
/// One per gallery, so that the basket, the order form and the history agree. Bound to no actor and not `Sendable`,
/// like `PhotoListViewModel`.
public final class OrderHistoryViewModel {
  /// Emits with what was done, in a few words.
  public var showNoticeClosure: ((String) -> Void)?
  /// Emits with what went wrong.
  public var showAlertClosure: ((String) -> Void)?
  /// The latest first. Announced by `observeOrders`.
  public private(set) var orders: [RecordedOrder] = []

  private let keepOrders: any KeepOrdersUseCase
  private let basket: BasketViewModel
  let dates: DateText
  private let home: String?
  private let now: () -> Date
  private var observers = ClosureList()
  /// Orders whose items are being removed from the basket.
  private var leavingBasket: Set<RecordedOrder.ID> = []

  /// - Parameter home: The user's home folder, which is shown as `~`.
  public init(
    keepOrders: any KeepOrdersUseCase, basket: BasketViewModel,
    home: String? = nil, timeZone: TimeZone = .current, now: @escaping () -> Date = { Date() }
  ) {
    self.keepOrders = keepOrders
    self.basket = basket
    self.home = home
    dates = DateText(timeZone: timeZone)
    self.now = now
  }

  /// Calls `changed` when `orders` has changed, until the result is released.
  public func observeOrders(_ changed: @escaping () -> Void) -> any Cancellable {
    observers.add(changed)
  }

  /// The latest order whose outcome is not known. Announced by `observeOrders`.
  public var unanswered: RecordedOrder? { orders.first(where: \.isUnanswered) }

  /// `An order of 2 photos to shop.example at 14:02 was sent; no answer came`; nil if there is none. Announced by
  /// `observeOrders`.
  public var unansweredText: String? {
    unanswered.map { OrderHistoryText.unanswered($0, dates: dates, now: now()) }
  }

  /// That some items are in an order that the user hasn't sent or bought yet, as far as is known; nil if they aren't.
  func repetitionText(_ items: [BasketItem]) -> String? {
    let ids = Set(items.map(\.id))
    return orders.lazy.filter(\.awaitsUser).compactMap { order in
      let count = order.items.count { ids.contains($0.id) }
      return count == 0
        ? nil : OrderHistoryText.repetition(of: order, count: count, among: items.count)
    }.first
  }

  /// What one row of the history shows; made on demand.
  public func getCellViewModel(of order: RecordedOrder) -> RecordedOrderCellViewModel {
    RecordedOrderCellViewModel(order, dates: dates, home: home)
  }

  // MARK: - Inputs from screens

  /// Call when the gallery is opened, and whenever another instance of Vitrine may have ordered.
  public func refresh() {
    keepOrders.fetch { [weak self] in self?.receive($0) }
  }

  /// Call when the user adds the photos of an order to the basket again.
  public func putBackPressed(_ order: RecordedOrder) { basket.putBack(order.items) }

  /// Call when the user says that the order's file was sent, or that the shop's cart was bought: removes the ordered items
  /// from the basket.
  public func donePressed(_ order: RecordedOrder) {
    guard order.awaitsUser else { return }
    note(.done, of: order) { [weak self] in
      self?.removeFromBasket(order)
      self?.showNoticeClosure?(OrderHistoryText.done(order))
    }
  }

  /// The same for an order that was just placed, and may not have been recorded.
  public func donePressed(_ id: RecordedOrder.ID, _ items: [BasketItem]) {
    if let order = orders.first(where: { $0.id == id }) {
      donePressed(order)
    } else {
      removeFromBasket(id, items)
    }
  }

  /// Call when the user says that an order without an answer did not arrive.
  public func didNotArrivePressed(_ order: RecordedOrder) {
    guard order.isUnanswered else { return }
    note(.didNotArrive, of: order) { [weak self] in
      self?.showNoticeClosure?(OrderHistoryText.didNotArrive)
    }
  }

  // MARK: - Inputs from the order form

  /// Call when an order turned out to have no answer.
  func found(_ order: RecordedOrder) {
    receive([order] + orders.filter { $0.id != order.id })
  }

  /// Call when a server has accepted an order: removes the ordered items from the basket.
  func accepted(_ id: RecordedOrder.ID, _ items: [BasketItem]) { removeFromBasket(id, items) }

  private func receive(_ orders: [RecordedOrder]) {
    if orders != self.orders {
      self.orders = orders
      observers()
    }
    // The program ended before the items were removed.
    for order in orders where order.isInBasket { removeFromBasket(order) }
  }

  private func removeFromBasket(_ order: RecordedOrder) { removeFromBasket(order.id, order.items) }

  /// The order stays marked as in the basket until the basket is stored without its items, so that they are removed even
  /// if the program ends first.
  private func removeFromBasket(_ id: RecordedOrder.ID, _ items: [BasketItem]) {
    guard leavingBasket.insert(id).inserted else { return }
    basket.ordered(items) { [weak self] in
      self?.keepOrders.execute(.outOfBasket, of: id) { result in
        self?.leavingBasket.remove(id)
        if case .success(let orders) = result { self?.receive(orders) }
      }
    }
  }

  private func note(_ note: OrderNote, of order: RecordedOrder, _ done: @escaping () -> Void) {
    keepOrders.execute(note, of: order.id) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let orders):
        receive(orders)
        done()
      case .failure(let error):
        showAlertClosure?(OrderHistoryText.failure(error))
      }
    }
  }
}

/// What one row of the order history shows.
public struct RecordedOrderCellViewModel: Hashable, Sendable {
  /// `2 photos: couple €80.00 and harbour`.
  public let titleText: String
  /// What they cost together; empty if nothing had a price.
  public let totalText: String
  /// `accepted by shop.example as S-118`.
  public let stateText: String
  /// `2026-11-21 14:02`.
  public let dateText: String
  /// Our number, such as `V-20261121-7F3K`.
  public let numberText: String
  /// Whether the user still has to do something about it.
  public let isOpen: Bool

  init(_ order: RecordedOrder, dates: DateText, home: String?) {
    titleText = joined(
      [CountText.photos(order.items.count), OrderText.names(of: order.items, withPrices: true)],
      by: ": ")
    totalText = BasketText.total(Basket(items: order.items)) ?? ""
    stateText = OrderHistoryText.state(of: order, home: home)
    dateText = dates.minute(of: order.createdAt)
    numberText = order.number
    isOpen = order.isUnanswered || order.awaitsUser
  }
}
