import GalleryDomain

/// A field of the order form.
public struct OrderField: Hashable, Sendable, Identifiable {
  /// In the order of the form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case name, email, note, delivery, address
  }

  public let kind: Kind
  /// Such as `E-mail`.
  public let label: String
  /// The user chooses one of these; empty where a line is typed.
  public let choices: [String]
  /// What was typed or chosen. Kept while the field is not visible.
  public internal(set) var text: String
  /// Whether it has to be filled in; false while it is not visible.
  public let isRequired: Bool
  public internal(set) var isVisible: Bool
  public let validation: ValidationResult
  /// What is wrong, in a few words; nil if nothing is, and for an empty field that the user hasn't visited.
  public let reason: String?

  public var id: Kind { kind }
}

/// Whether the text of a field is valid, as in RxSwift's sign-up example.
public enum ValidationResult: Hashable, Sendable {
  /// Nothing is typed; valid unless the field is required.
  case empty(isRequired: Bool)
  case ok
  /// `reason` says in a few words what is wrong, such as `no @`.
  case failed(reason: String)
  /// It is not known yet what the field has to contain.
  case validating

  /// Whether an order can be placed with it.
  public var isValid: Bool {
    switch self {
    case .ok, .empty(isRequired: false): true
    case .empty(isRequired: true), .failed, .validating: false
    }
  }
}

/// What was typed into the order form, and all that its fields depend on.
struct OrderFields: Equatable {
  /// How the source sells; nil until it is known.
  var route: OrderRoute?
  var texts: [OrderField.Kind: String] = [:]
  /// Those that the user has visited.
  var touched: Set<OrderField.Kind> = []

  /// In the order of the form; fields that appear later come last, so that nothing moves.
  var all: [OrderField] { OrderField.Kind.allCases.map(field) }

  /// A field, visible or not, with its current text. To add a field, add a kind and its rules here.
  func field(_ kind: OrderField.Kind) -> OrderField {
    switch kind {
    case .name: field(kind, "Name", limit: 200, fault: OrderText.letterFault)
    case .email: field(kind, "E-mail", limit: OrderText.emailLimit, fault: OrderText.emailFault)
    case .note: field(kind, "Note", limit: 2_000, isRequired: false)
    case .delivery:
      field(
        kind, "Delivery", choices: deliveries.map(\.rawValue), limit: 200,
        isVisible: deliveries.count > 1, isSettled: route != nil)
    case .address:
      field(
        kind, "Address", limit: 500, isVisible: delivery == .print, fault: OrderText.letterFault)
    }
  }

  /// - Parameters:
  ///   - limit: The most characters.
  ///   - isSettled: Whether it is known yet what the field has to contain.
  ///   - fault: What is wrong with a text that is not blank; nil if nothing is.
  private func field(
    _ kind: OrderField.Kind, _ label: String, choices: [String] = [], limit: Int,
    isRequired: Bool = true, isVisible: Bool = true, isSettled: Bool = true,
    fault: (String) -> String? = { _ in nil }
  ) -> OrderField {
    let text = text(kind)
    let cleaned = Self.cleaned(text, limit: 2 * limit)
    let isVisible = asksCustomer && isVisible
    let isRequired = isRequired && isVisible
    var validation = ValidationResult.ok
    if !isSettled {
      validation = .validating
    } else if cleaned.isEmpty {
      validation = .empty(isRequired: isRequired)
    } else if let reason = fault(cleaned) {
      validation = .failed(reason: reason)
    } else if cleaned.count > limit {
      validation = .failed(reason: OrderText.tooLong(by: cleaned.count - limit))
    }
    let reason: String? =
      switch validation {
      case .failed(let reason): reason
      case .empty(isRequired: true): touched.contains(kind) ? OrderText.needed : nil
      case .empty, .ok, .validating: nil
      }
    return OrderField(
      kind: kind, label: label, choices: choices, text: text, isRequired: isRequired,
      isVisible: isVisible, validation: validation, reason: reason)
  }

  /// The text as it is sent.
  static func cleaned(_ text: String, limit: Int) -> String {
    TextCleaner.line(text, limit: TextLimit(characters: limit))
  }

  /// The typed text; for the delivery, the chosen one, which is the first until the user chooses.
  func text(_ kind: OrderField.Kind) -> String {
    kind == .delivery ? delivery?.rawValue ?? "" : texts[kind] ?? ""
  }

  /// A shop asks for the customer itself, and a server to which no order can be sent needs none. Until the route is
  /// known, the fields are shown, so that the user can type already.
  private var asksCustomer: Bool {
    route?.channel.isCheckout != true && route?.refusal == nil
  }

  private var deliveries: [Delivery] { route?.deliveries ?? [] }

  var delivery: Delivery? {
    deliveries.first { $0.rawValue == texts[.delivery] } ?? deliveries.first
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
