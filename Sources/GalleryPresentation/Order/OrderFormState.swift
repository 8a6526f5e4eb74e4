import GalleryDomain

/// Everything that the form shows at one moment.
struct OrderFormState: Hashable {
  /// Of every kind, visible or not.
  var fields: [OrderField]
  var items: OrderItems
  var route: OrderRoute?
  var placing: Bool
  /// Whether the order was placed, so that the form is done.
  var isDone: Bool
  /// A sentence that an earlier order has no answer; nil if there is none.
  var unansweredText: String?

  var visibleFields: [OrderField] { fields.filter(\.isVisible) }

  var orderEnabled: Bool { !placing && !isDone && hindrance == nil }

  var hintText: String? { placing || isDone ? nil : hindrance }

  /// What prevents placing the order; nil while an earlier order has no answer, because the user can settle that one at
  /// any time.
  private var hindrance: String? {
    if unansweredText != nil { return nil }
    if items.items.isEmpty { return OrderText.nothingLeft }
    if route == nil || fields.contains(where: { $0.validation == .validating }) {
      return OrderText.askingForRoute
    }
    if route?.refusal != nil { return OrderText.refused }
    return OrderText.hindrance(in: visibleFields)
  }
}

/// What was announced of a form; where it differs from the form's state, something has to be announced.
struct OrderAnnouncement: Hashable {
  var visibleKinds: [OrderField.Kind]
  /// Without the text, and with `isVisible` always true: `visibleKinds` covers that.
  var fields: [OrderField.Kind: OrderField]
  var items: OrderItems
  var route: OrderRoute?
  var unansweredText: String?
  var orderEnabled: Bool
  var hintText: String?
  var placing: Bool

  init(_ state: OrderFormState) {
    visibleKinds = state.visibleFields.map(\.kind)
    fields = Dictionary(
      state.fields.map { ($0.kind, $0.announcement) }, uniquingKeysWith: { first, _ in first })
    items = state.items
    route = state.route
    unansweredText = state.unansweredText
    orderEnabled = state.orderEnabled
    hintText = state.hintText
    placing = state.placing
  }
}

extension OrderField {
  fileprivate var announcement: OrderField {
    OrderField(
      kind: kind, label: label, entry: entry, text: "", isRequired: isRequired,
      isVisible: true, validation: validation, reason: reason, countText: countText)
  }
}
