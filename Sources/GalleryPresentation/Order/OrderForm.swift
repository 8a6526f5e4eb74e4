import Foundation
import GalleryDomain

/// The order form as it is shown. All of it follows from what was typed, the basket and the route, whichever came first
/// (decision 27).
public struct OrderForm: Equatable {
  enum Phase: Equatable {
    case filling
    /// The user has been asked this, and has not agreed yet.
    case confirming(question: String)
    case placing(Placement)
    case placed(PlacedOrder, Placement)
  }

  /// An order that was sent.
  struct Placement: Equatable {
    let id: RecordedOrder.ID
    let items: [BasketItem]
    /// Whether this is the first attempt that the history hears of.
    let isNew: Bool
  }

  private let dates: DateText
  var phase = Phase.filling
  var entries = OrderFields()
  /// What would be ordered now.
  public private(set) var items: [BasketItem] = []
  /// `2 photos · €200.00 + CHF 80.00`.
  public private(set) var itemsText = ""
  /// Each item with its price.
  public private(set) var itemTexts: [BasketTotalText] = []
  public private(set) var totalTexts: [BasketTotalText] = []
  /// The items with their prices, as many as fit on a line: `couple €80.00 and vienna.street`.
  public private(set) var namesText = ""
  /// What has changed since the photos were chosen, one line each: items that are left out, new prices.
  public private(set) var changeTexts: [String] = []
  private(set) var unanswered: RecordedOrder?
  /// `An order of 2 photos to shop.example at 14:02 was sent; no answer came`; nil if there is none.
  public private(set) var unansweredText: String?
  /// Why nothing can be ordered at prices that have ended, as a hint and as a sentence.
  private var endedHint: String?
  private(set) var endedText: String?

  /// - Parameter dates: For the time of an order without an answer.
  init(dates: DateText) { self.dates = dates }
}

// MARK: Outputs

extension OrderForm {
  /// The visible fields, in their order.
  public var fields: [OrderField] { entries.all.filter(\.isVisible) }

  /// A field, visible or not.
  public func field(_ kind: OrderField.Kind) -> OrderField { entries.field(kind) }

  /// The first visible field that is not valid; nil if all are.
  public var firstInvalidField: OrderField.Kind? { fields.first { !$0.validation.isValid }?.kind }

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
  var isOpen: Bool {
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
    if let endedHint { return endedHint }
    guard let route, !entries.all.contains(where: { $0.validation == .validating }) else {
      return OrderText.askingForRoute
    }
    return route.refusal == nil ? OrderText.hindrance(in: fields) : OrderText.refused
  }

  /// The question that the user has to agree to before an order is sent; nil if nothing is sent from this computer.
  var question: String? {
    guard case .server(let url) = route?.channel else { return nil }
    let sent = fields.filter { !cleaned($0).isEmpty }.map { $0.label.lowercased() }
    return OrderText.confirmation(sent: sent, to: url)
  }

  var customer: OrderCustomer {
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

// MARK: Inputs

extension OrderForm {
  /// An order that was placed stays on the screen as it was placed.
  mutating func setBasket(_ basket: Basket, now: Date) {
    guard placed == nil else { return }
    items = basket.availableItems
    noteEndedPrices(now: now)
    itemsText = OrderText.items(of: basket)
    itemTexts = items.map {
      BasketTotalText(
        label: OrderText.name(of: $0.photo),
        sum: PriceText.text(of: $0.photo, now: now, dates: dates) ?? "no price")
    }
    totalTexts = BasketText.totals(of: basket)
    namesText = OrderText.names(of: items, withPrices: true, now: now)
    changeTexts = OrderText.changes(in: basket)
  }

  /// Forgets which fields were visited.
  mutating func start() {
    if placed != nil { phase = .filling }
    entries.touched = []
  }

  /// The price of an item may end while the form is shown.
  mutating func noteEndedPrices(now: Date) {
    let ended = OrderText.ended(items, now: now, dates: dates)
    (endedHint, endedText) = (ended?.hint, ended?.sentence)
  }

  /// - Parameter order: The latest order without an answer.
  mutating func remember(_ order: RecordedOrder?, now: Date) {
    unanswered = order
    unansweredText = order.map { OrderHistoryText.unanswered($0, dates: dates, now: now) }
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
