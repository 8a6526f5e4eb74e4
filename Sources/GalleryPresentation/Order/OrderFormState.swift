import GalleryDomain

/// All that the form says, at one time.
struct OrderFormState: Hashable {
  /// Of every kind, visible or not.
  var fields: [OrderField]
  var items: OrderItems
  var route: OrderRoute?
  var placing: Bool
  /// Whether the order was placed, so that the form has done its work.
  var isDone: Bool
  /// That an earlier order has no answer.
  var unansweredText: String?

  var visibleFields: [OrderField] { fields.filter(\.isVisible) }

  var orderEnabled: Bool { !placing && !isDone && hindrance == nil }

  var hintText: String? { placing || isDone ? nil : hindrance }

  /// What keeps the order from being placed; of an earlier one that has no answer nothing keeps the user from settling
  /// it.
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

/// What has been said of a form: where it differs from its state, something is to be announced.
struct OrderAnnouncement: Hashable {
  var visibleKinds: [OrderField.Kind]
  /// Without what was typed, and without what `visibleKinds` says.
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
