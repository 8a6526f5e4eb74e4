import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// An order form with a basket and a source in memory, and all its announcements, in order.
final class OrderRun {
  let basket: BasketViewModel
  let store: ScriptedBasket
  let orders = ScriptedOrders()
  private let check = ScriptedCheck()
  let remembered: MemoryOrders
  let history: OrderHistoryViewModel
  let viewModel: OrderViewModel
  private(set) var entries: [String] = []
  private var announced: Snapshot

  /// - Parameter route: The source's immediate answer; nil for answers by hand.
  init(
    _ photos: [Photo] = [.couple, .street], route: OrderRoute? = .file,
    remembered: [RecordedOrder] = [], opens: Bool = true
  ) {
    store = ScriptedBasket(
      Basket(
        items: photos.enumerated().map {
          BasketItem($0.element, addedAt: Date(timeIntervalSince1970: Double($0.offset)))
        }))
    basket = BasketViewModel(
      keepBasket: store, checkBasket: check, history: UndoHistory(),
      now: { Date(timeIntervalSince1970: 1_700_000_000) })
    basket.refresh()
    store.changed = { [unowned basket] in basket.refresh() }
    orders.route = route
    self.remembered = MemoryOrders(remembered)
    history = OrderHistoryViewModel(
      keepOrders: self.remembered, basket: basket, timeZone: .gmt,
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
    announced = Snapshot(viewModel.form)
    bind()
    if opens {
      viewModel.viewDidLoad()
      entries = []
    }
  }

  var form: OrderForm { viewModel.form }
  /// The items that the source was asked about.
  var asked: [[Photo.ID]] { check.calls.map { $0.photos.map(\.id) } }

  private func bind() {
    viewModel.onChange = { [unowned self] in write($0) }
    history.showNoticeClosure = { [unowned self] in entries.append("notice \($0)") }
  }

  /// Records the differences since the last announcement.
  private func write(_ message: OrderMessage?) {
    let (now, before) = (Snapshot(form), announced)
    announced = now
    func write<Value: Equatable>(_ path: KeyPath<Snapshot, Value>, _ entry: String) {
      if now[keyPath: path] != before[keyPath: path] { entries.append(entry) }
    }
    write(\.visible, "fields " + form.fields.map(\.kind.rawValue).joined(separator: " "))
    for kind in OrderField.Kind.allCases {
      write(\.fields[kind], "\(kind) \(Self.words(form.field(kind)))")
    }
    write(\.items, "items \(form.itemsText)")
    write(\.route, "route")
    write(\.unansweredText, "unanswered \(form.unansweredText ?? "-")")
    write(\.orderEnabled, "enabled=\(form.orderEnabled)")
    write(\.hintText, "hint \(form.hintText ?? "-")")
    write(\.placing, "placing=\(form.placing)")
    switch message {
    case .confirm(_, let question): entries.append("confirm <\(question)>")
    case .settle(_, let text): entries.append("settle <\(text)>")
    case .placed(let placed): entries.append("placed \(placed.number)")
    case .failure(let text): entries.append("alert \(text)")
    case .notice(let text): entries.append("notice \(text)")
    case nil: break
    }
  }

  /// All that a form shows except the texts of its fields.
  private struct Snapshot: Equatable {
    let visible: [OrderField.Kind]
    let fields: [OrderField.Kind: [String]]
    let items: [String]
    let route: OrderRoute?
    let unansweredText: String?
    let orderEnabled: Bool
    let hintText: String?
    let placing: Bool

    init(_ form: OrderForm) {
      visible = form.fields.map(\.kind)
      fields = Dictionary(
        uniqueKeysWithValues: OrderField.Kind.allCases.map(form.field).map { field in
          let texts = [
            "\(field.choices)", "\(field.isRequired)", "\(field.validation)",
            field.reason ?? "-",
          ]
          return (field.kind, texts)
        })
      items = form.items.map { "\($0)" } + [form.itemsText] + form.changeTexts
      (route, unansweredText) = (form.route, form.unansweredText)
      (orderEnabled, hintText) = (form.orderEnabled, form.hintText)
      placing = form.placing
    }
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

  /// The announcements since the last call. All changes must have been announced.
  func take() -> [String] {
    expectEqual(Snapshot(form), announced)
    defer { entries = [] }
    return entries
  }

  func type(_ kind: OrderField.Kind, _ text: String) {
    viewModel.textChanged(kind, to: text)
  }

  /// Fills in what every order needs.
  func fillIn() {
    type(.name, "Anna Lens")
    type(.email, "anna@lens.example")
    entries = []
  }

  func place() { viewModel.placePressed() }
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

extension Photo {
  static let couple = Photo.stub(
    id: "couple", name: "couple", price: Price(amount: "80.00", currency: "EUR"))
  static let street = Photo.stub(
    id: "street", name: "vienna.street", price: Price(amount: "120.00", currency: "EUR"))
  static let bog = Photo.stub(
    id: "bog", name: "Moose Bog", price: Price(amount: "65", currency: "CHF"))
}
