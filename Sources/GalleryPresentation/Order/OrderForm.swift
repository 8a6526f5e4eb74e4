import Foundation
import GalleryDomain

/// The order form as a value: what is typed, what is wrong with it, whether an order can be placed, and what becomes of
/// it.
///
/// Events go in; messages and effects come out. `OrderViewModel` carries out the effects and announces changes. Every
/// event computes all that is shown from what was typed, the basket and the route, so the form doesn't depend on the
/// order of events (decision 27).
///
/// Each load has a number; `receive(_:for:_:)` alone drops answers whose number is no longer known. At most one
/// order is being sent at a time, and none while an earlier one has no answer: the user settles that one first (decision
/// 36).
public struct OrderForm: Equatable {
  enum Event {
    /// The form is shown; what was typed before is still there.
    case appear(Basket, unanswered: RecordedOrder?)
    /// The form is no longer shown; an order that is being placed is cancelled.
    case disappear
    case basketChanged(Basket)
    /// The latest order without an answer has changed, or has become another one.
    case unansweredChanged(RecordedOrder?)
    case textChanged(OrderField.Kind, String)
    case fieldLeft(OrderField.Kind)
    case place
    /// The user agreed to the question of `OrderMessage.confirm`.
    case confirm
    case askAgain
    case didNotArrive
    case cancel
    case answer(Answer, LoadID)
  }

  /// An answer to a load.
  enum Answer {
    case route(OrderRoute)
    case placement(Result<PlacedOrder, OrderError>)
  }

  enum Effect: Equatable {
    case fetchRoute(LoadID)
    case place(Order, by: OrderRoute, LoadID)
    case askAgain(RecordedOrder, LoadID)
    case cancel(LoadID)
    /// An order turned out to have no answer.
    case rememberUnanswered(RecordedOrder)
    /// A server has accepted an order: its items leave the basket.
    case accept(RecordedOrder.ID, [BasketItem])
    case noteNotArrived(RecordedOrder)
    /// The price of an item has ended.
    case askForPrices
    /// Another instance of Vitrine may have ordered, or it is not known whether an order was sent.
    case refreshHistory
  }

  /// What follows from an event.
  struct Transition: Equatable {
    /// Something to say or to ask, once.
    var message: OrderMessage?
    var effects: [Effect] = []
  }

  typealias LoadID = Int

  private enum Phase: Equatable {
    case filling
    /// The user has been asked this, and has not agreed yet.
    case confirming(question: String)
    case placing(Placement)
    case placed(PlacedOrder, Placement)
  }

  /// An order that was sent.
  private struct Placement: Equatable {
    let load: LoadID
    let id: RecordedOrder.ID
    let items: [BasketItem]
    /// Whether this is the first attempt that the history hears of.
    let isNew: Bool
  }

  private let dates: DateText
  private var isShown = false
  private var phase = Phase.filling
  private var entries = OrderFields()
  private var contents = Contents()
  /// The items that could be ordered at some time since the form was shown, in the order of the basket, so that those
  /// that another program removes can be named.
  private var knownItems: [BasketItem] = []
  private var unanswered: RecordedOrder?
  private var routeLoad: LoadID?
  private var lastLoad: LoadID = 0
  /// The question that the user agreed to last.
  private var agreedQuestion: String?
  /// Of the event that is being handled; empty between events.
  private var transition = Transition()

  /// The rest of what is shown.
  private struct Contents: Equatable {
    var items: [BasketItem] = []
    var itemsText = ""
    var namesText = ""
    var changeTexts: [String] = []
    var unansweredText: String?
    /// Why nothing can be ordered at prices that have ended, as a hint and as a sentence.
    var endedHint: String?
    var endedText: String?
  }

  /// - Parameters:
  ///   - dates: For the time of an order without an answer.
  ///   - unanswered: The latest order without an answer.
  init(dates: DateText, unanswered: RecordedOrder? = nil, now: Date) {
    self.dates = dates
    remember(unanswered, now)
  }

  /// - Parameters:
  ///   - now: When the event happens.
  ///   - makeID: Makes the idempotency key of a new order.
  mutating func handle(_ event: Event, now: Date, makeID: () -> UUID) -> Transition {
    transition = Transition()
    // The price of an item may end while the form is shown.
    noteEndedPrices(now)
    switch event {
    case .appear(let basket, let unanswered): appear(basket, unanswered, now)
    case .disappear: disappear()
    case .basketChanged(let basket): if isShown { take(basket, now) }
    case .unansweredChanged(let order): remember(order, now)
    case .textChanged(let kind, let text): change(kind, to: text)
    case .fieldLeft(let kind): entries.touched.insert(kind)
    case .place: place(now, makeID)
    case .confirm: confirm(now, makeID)
    case .askAgain: askAgain()
    case .didNotArrive: settleAsNotArrived()
    case .cancel: cancel()
    case .answer(let answer, let load): receive(answer, for: load, now)
    }
    defer { transition = Transition() }
    return transition
  }

  /// The one place where late and repeated answers are dropped.
  private mutating func receive(_ answer: Answer, for load: LoadID, _ now: Date) {
    switch answer {
    case .route(let route):
      guard load == routeLoad else { return }
      routeLoad = nil
      entries.route = route
    case .placement(let result):
      guard case .placing(let placement) = phase, placement.load == load else { return }
      receive(result, of: placement, now)
    }
  }

  private mutating func beginLoad() -> LoadID {
    lastLoad += 1
    return lastLoad
  }
}

// What is shown.
extension OrderForm {
  /// The visible fields, in their order.
  public var fields: [OrderField] { entries.all.filter(\.isVisible) }

  /// A field, visible or not.
  public func field(_ kind: OrderField.Kind) -> OrderField { entries.field(kind) }

  /// The first visible field that is not valid; nil if all are.
  public var firstInvalidField: OrderField.Kind? { fields.first { !$0.validation.isValid }?.kind }

  /// What would be ordered now.
  public var items: [BasketItem] { contents.items }
  /// `2 photos · €200.00 + CHF 80.00`.
  public var itemsText: String { contents.itemsText }
  /// The items with their prices, as many as fit on a line: `couple €80.00 and vienna.street`.
  public var namesText: String { contents.namesText }
  /// What has changed since the photos were chosen, one line each: items that are left out, new prices.
  public var changeTexts: [String] { contents.changeTexts }

  /// `An order of 2 photos to shop.example at 14:02 was sent; no answer came`; nil if there is none.
  public var unansweredText: String? { contents.unansweredText }
  /// How the source sells; nil until it is known.
  public var route: OrderRoute? { entries.route }
  /// What happens with the order, in a sentence: `Sends the order to orders.example`; empty until it is known.
  public var routeText: String { OrderText.destination(of: route) }
  /// Whether the user continues in the shop's own cart.
  public var isCheckout: Bool { route?.channel.isCheckout ?? false }
  /// `Place order`, `Open the shop's checkout`, or `Ask again…`.
  public var placeText: String {
    unanswered == nil ? OrderText.place(by: route) : OrderText.askAgain
  }

  /// Whether an order can be placed now.
  public var orderEnabled: Bool { isOpen && hindrance == nil }
  /// Why it cannot, in a few words, such as `name and e-mail required`; nil if it can, and once an order is being
  /// placed.
  public var hintText: String? { isOpen ? hindrance : nil }
  /// Whether an order is being placed.
  public var placing: Bool {
    if case .placing = phase { true } else { false }
  }
  /// The order that was placed since the form was shown.
  public var placed: PlacedOrder? {
    if case .placed(let order, _) = phase { order } else { nil }
  }
  /// The key by which that order is remembered.
  public var placedID: RecordedOrder.ID? {
    if case .placed(_, let placement) = phase { placement.id } else { nil }
  }
  /// The items of that order.
  public var orderedItems: [BasketItem] {
    if case .placed(_, let placement) = phase { placement.items } else { [] }
  }

  /// Whether an order may still be placed: none is being placed, and none was.
  private var isOpen: Bool {
    switch phase {
    case .filling, .confirming: true
    case .placing, .placed: false
    }
  }

  /// What prevents placing the order; nil while an earlier order has no answer, because the user can settle that one at
  /// any time.
  private var hindrance: String? {
    if unanswered != nil { return nil }
    if items.isEmpty { return OrderText.nothingLeft }
    if let hint = contents.endedHint { return hint }
    guard let route, !entries.all.contains(where: { $0.validation == .validating }) else {
      return OrderText.askingForRoute
    }
    return route.refusal == nil ? OrderText.hindrance(in: fields) : OrderText.refused
  }
}

// Filling it in.
extension OrderForm {
  private mutating func appear(_ basket: Basket, _ unanswered: RecordedOrder?, _ now: Date) {
    guard !placing else { return }
    isShown = true
    if placed != nil { phase = .filling }
    entries.touched = []
    knownItems = []
    take(basket, now)
    remember(unanswered, now)
    // The former route stays until there is a new one.
    cancelRouteLoad()
    let load = beginLoad()
    routeLoad = load
    transition.effects += [.fetchRoute(load), .refreshHistory]
    if contents.endedText != nil { transition.effects.append(.askForPrices) }
  }

  private mutating func disappear() {
    isShown = false
    cancelRouteLoad()
    if case .confirming = phase { phase = .filling }
    if stopPlacing() { transition.effects.append(.refreshHistory) }
  }

  private mutating func cancelRouteLoad() {
    guard let load = routeLoad else { return }
    routeLoad = nil
    transition.effects.append(.cancel(load))
  }

  private mutating func take(_ basket: Basket, _ now: Date) {
    // An order that was placed stays on the screen as it was placed.
    guard placed == nil else { return }
    let known = Set(knownItems.map(\.id))
    knownItems += basket.availableItems.filter { !known.contains($0.id) }
    contents.items = basket.availableItems
    noteEndedPrices(now)
    contents.itemsText = OrderText.items(of: basket)
    contents.namesText = OrderText.names(
      of: basket.availableItems, withPrices: true, now: now)
    contents.changeTexts = OrderText.changes(
      in: basket, takenOut: knownItems.filter { !basket.contains($0.id) })
  }

  private mutating func noteEndedPrices(_ now: Date) {
    let ended = OrderText.ended(contents.items, now: now, dates: dates)
    (contents.endedHint, contents.endedText) = (ended?.hint, ended?.sentence)
  }

  private mutating func remember(_ order: RecordedOrder?, _ now: Date) {
    unanswered = order
    contents.unansweredText = order.map {
      OrderHistoryText.unanswered($0, dates: dates, now: now)
    }
  }

  private mutating func change(_ kind: OrderField.Kind, to text: String) {
    // The form does not change while its order is being placed.
    guard !placing, text != entries.text(kind) else { return }
    entries.texts[kind] = text
    entries.touched.insert(kind)
  }
}

// Placing the order.
extension OrderForm {
  private mutating func place(_ now: Date, _ makeID: () -> UUID) {
    guard isOpen else { return }
    if unanswered != nil { return settle() }
    guard orderEnabled, let route else {
      entries.touched.formUnion(fields.map(\.kind))
      if let text = contents.endedText {
        transition.effects.append(.askForPrices)
        transition.message = .failure(text)
      }
      return
    }
    if let question = question(for: route), question != agreedQuestion {
      phase = .confirming(question: question)
      transition.message = .confirm(
        title: OrderText.confirmationTitle, text: question)
      return
    }
    let order = Order(id: makeID(), createdAt: now, customer: customer, items: items)
    let load = begin(order.id, order.items, isNew: true)
    transition.effects.append(.place(order, by: route, load))
  }

  private mutating func confirm(_ now: Date, _ makeID: () -> UUID) {
    guard case .confirming(let asked) = phase else { return }
    phase = .filling
    // The order may have changed while the question was shown; then the new one is asked.
    if let route, question(for: route) == asked { agreedQuestion = asked }
    place(now, makeID)
  }

  /// The question that the user has to agree to; nil if nothing is sent from this computer.
  private func question(for route: OrderRoute) -> String? {
    guard case .server(let url) = route.channel else { return nil }
    let sent = fields.filter { !cleaned($0).isEmpty }.map { $0.label.lowercased() }
    return OrderText.confirmation(sent: sent, to: url)
  }

  private mutating func askAgain() {
    guard isOpen, let order = unanswered else { return }
    let load = begin(order.id, order.items, isNew: false)
    transition.effects.append(.askAgain(order, load))
  }

  private mutating func settleAsNotArrived() {
    guard !placing, let order = unanswered else { return }
    transition.effects.append(.noteNotArrived(order))
  }

  private mutating func cancel() {
    guard stopPlacing() else { return }
    transition.message = .notice(OrderText.calledOff(route))
    transition.effects.append(.refreshHistory)
  }

  private mutating func begin(
    _ id: RecordedOrder.ID, _ items: [BasketItem], isNew: Bool
  ) -> LoadID {
    let load = beginLoad()
    phase = .placing(Placement(load: load, id: id, items: items, isNew: isNew))
    return load
  }

  /// - Returns: Whether an order was being placed.
  private mutating func stopPlacing() -> Bool {
    guard case .placing(let placement) = phase else { return false }
    phase = .filling
    transition.effects.append(.cancel(placement.load))
    return true
  }

  private mutating func receive(
    _ result: Result<PlacedOrder, OrderError>, of placement: Placement, _ now: Date
  ) {
    phase = .filling
    switch result {
    case .success(let order):
      phase = .placed(order, placement)
      // The note belonged to this order.
      entries.texts[.note] = nil
      if unanswered?.id == placement.id { remember(nil, now) }
      if case .accepted = order.outcome, placement.isNew {
        transition.effects.append(.accept(placement.id, placement.items))
      }
      // An older order's items are removed from the basket of the source where it was ordered, which may be another one.
      transition.effects.append(.refreshHistory)
      transition.message = .placed(order)
    case .failure(.unanswered(let order, let uncertainty)):
      remember(order, now)
      transition.effects.append(.rememberUnanswered(order))
      settle(OrderErrorText.sentence(uncertainty))
    case .failure(.unsettled(let order)):
      remember(order, now)
      transition.effects.append(.rememberUnanswered(order))
      settle()
    case .failure(let error):
      transition.effects.append(.refreshHistory)
      transition.message = .failure(OrderErrorText.message(for: error, items: items))
    }
  }

  /// - Parameter sentence: What happened; nil says which order has no answer.
  private mutating func settle(_ sentence: String? = nil) {
    guard let order = unanswered else { return }
    transition.message = .settle(
      title: OrderHistoryText.choiceTitle,
      text: OrderHistoryText.choice(sentence ?? unansweredText ?? "", order))
  }

  private var customer: OrderCustomer {
    let texts = Dictionary(
      fields.map { ($0.kind, cleaned($0)) }, uniquingKeysWith: { first, _ in first })
    return OrderCustomer(
      name: texts[.name] ?? "", email: texts[.email] ?? "", note: texts[.note] ?? "",
      delivery: entries.delivery, address: texts[.address])
  }

  /// A valid text is within the field's limit, which is far below this one.
  private func cleaned(_ field: OrderField) -> String {
    OrderFields.cleaned(field.text, limit: TextLimit.paragraphs.characters)
  }
}

/// What the order form says or asks, once.
public enum OrderMessage: Equatable, Sendable {
  /// Asks before anything is sent; call `OrderViewModel.confirmed()` when the user agrees.
  case confirm(title: String, text: String)
  /// Asks about an order without an answer; call `OrderViewModel.askAgainPressed()`, `didNotArrivePressed()`, or
  /// neither.
  case settle(title: String, text: String)
  /// An order was placed; once per order.
  case placed(PlacedOrder)
  case failure(String)
  /// What was done, in a few words.
  case notice(String)
}
