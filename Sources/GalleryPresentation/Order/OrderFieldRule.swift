import GalleryDomain

/// The rules of one field of the form. To add a field, add a line to `all`, and a kind.
struct OrderFieldRule: Sendable {
  let kind: OrderField.Kind
  let label: String
  /// How it is filled in, which may depend on the source and on other fields.
  var entry: @Sendable (OrderSituation) -> OrderField.Entry = { _ in .line }
  /// The most characters.
  var limit = 200
  var isRequired = true
  /// Called at every change, because a field may appear or disappear with other values.
  var isVisible: @Sendable (OrderSituation) -> Bool = { $0.asksCustomer }
  /// Whether it is known yet what the field has to contain.
  var isSettled: @Sendable (OrderSituation) -> Bool = { _ in true }
  /// What is wrong with a text that is not blank; nil if nothing is.
  var fault: @Sendable (String) -> String? = { _ in nil }

  /// In the order of the form; fields that appear later come last, so that nothing moves.
  static let all = [
    OrderFieldRule(kind: .name, label: "Name", fault: { OrderText.letterFault($0) }),
    OrderFieldRule(
      kind: .email, label: "E-mail", limit: EmailSyntax.limit,
      fault: { EmailSyntax.fault(of: $0).map(OrderText.reason) }),
    OrderFieldRule(
      kind: .note, label: "Note", entry: { _ in .lines }, limit: 2_000, isRequired: false),
    OrderFieldRule(
      kind: .delivery, label: "Delivery", entry: { .choice($0.deliveryChoices) },
      isVisible: { $0.asksCustomer && $0.deliveryChoices.count > 1 },
      isSettled: { $0.route != nil }),
    OrderFieldRule(
      kind: .address, label: "Address", entry: { _ in .lines }, limit: 500,
      isVisible: { $0.asksCustomer && $0.delivery == .print }, fault: { OrderText.letterFault($0) }),
  ]

  /// The field with its current text.
  ///
  /// - Parameter isTouched: Whether the user has visited it.
  func field(in situation: OrderSituation, isTouched: Bool) -> OrderField {
    let text = situation.text(kind)
    let entry = entry(situation)
    let cleaned = Self.cleaned(text, entry: entry, limit: 2 * limit)
    let isVisible = isVisible(situation)
    let isRequired = isRequired && isVisible
    let validation = validation(of: cleaned, isRequired: isRequired, in: situation)
    return OrderField(
      kind: kind, label: label, entry: entry, text: text, isRequired: isRequired,
      isVisible: isVisible, validation: validation,
      reason: reason(for: validation, isTouched: isTouched), countText: countText(of: cleaned))
  }

  /// The text as it is sent.
  static func cleaned(_ text: String, entry: OrderField.Entry, limit: Int) -> String {
    let limit = TextLimit(characters: limit)
    return switch entry {
    case .line, .choice: TextCleaner.line(text, limit: limit)
    case .lines: TextCleaner.paragraphs(text, limit: limit)
    }
  }

  private func validation(
    of text: String, isRequired: Bool, in situation: OrderSituation
  ) -> ValidationResult {
    guard isSettled(situation) else { return .validating }
    if text.isEmpty { return .empty(isRequired: isRequired) }
    if let reason = fault(text) { return .failed(reason: reason) }
    let excess = text.count - limit
    return excess > 0 ? .failed(reason: OrderText.tooLong(by: excess)) : .ok
  }

  private func reason(for validation: ValidationResult, isTouched: Bool) -> String? {
    switch validation {
    case .failed(let reason): reason
    case .empty(isRequired: true): isTouched ? OrderText.needed : nil
    case .empty, .ok, .validating: nil
    }
  }

  /// Shown when more than nine tenths are used.
  private func countText(of text: String) -> String? {
    let count = text.count
    return count * 10 > limit * 9 ? OrderText.count(count, of: limit) : nil
  }
}

/// Everything that a field may depend on: how the source sells, and what was typed.
struct OrderSituation: Equatable, Sendable {
  /// nil until it is known.
  var route: OrderRoute?
  var texts: [OrderField.Kind: String] = [:]

  /// The typed text; for the delivery, the chosen one, which is the first until the user chooses.
  func text(_ kind: OrderField.Kind) -> String {
    kind == .delivery ? delivery?.rawValue ?? "" : texts[kind] ?? ""
  }

  /// A shop asks for the customer itself, and a server to which no order can be sent needs none. Until the route is
  /// known, the fields are shown, so that the user can type already.
  var asksCustomer: Bool { route?.channel.isCheckout != true && route?.refusal == nil }

  var deliveryChoices: [OrderFieldChoice] {
    (route?.deliveries ?? []).map {
      OrderFieldChoice(id: $0.rawValue, title: OrderText.title(of: $0))
    }
  }

  var delivery: Delivery? {
    let deliveries = route?.deliveries ?? []
    return deliveries.first { $0.rawValue == texts[.delivery] } ?? deliveries.first
  }
}

extension OrderRoute.Channel {
  /// Whether the user continues in the shop's own cart.
  var isCheckout: Bool {
    switch self {
    case .shopify, .wooCommerce: true
    case .server, .file: false
    }
  }
}
