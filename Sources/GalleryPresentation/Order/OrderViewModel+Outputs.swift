import GalleryDomain

extension OrderViewModel: OrderViewModelOutputs {
  public var fields: [OrderField] { state.visibleFields }

  public func field(_ kind: OrderField.Kind) -> OrderField {
    // `OrderFieldRule.all` has every kind; a test checks this.
    state.fields.first { $0.kind == kind }
      ?? OrderField(
        kind: kind, label: "", entry: .line, text: "", isRequired: false, isVisible: false,
        validation: .empty(isRequired: false), reason: nil, countText: nil)
  }

  public var firstInvalidField: OrderField.Kind? { fields.first { !$0.validation.isValid }?.kind }

  public var items: [BasketItem] { state.items.items }
  public var itemsText: String { state.items.itemsText }
  public var changeTexts: [String] { state.items.changeTexts }

  public var route: OrderRoute? { state.route }
  public var routeText: String { OrderText.destination(of: state.route) }
  public var unansweredText: String? { state.unansweredText }
  public var placeText: String {
    unansweredText == nil ? OrderText.place(by: state.route) : OrderText.askAgain
  }

  public var orderEnabled: Bool { state.orderEnabled }
  public var hintText: String? { state.hintText }
  public var placing: Bool { state.placing }
}

extension OrderViewModel: OrderViewModelType {
  public var inputs: any OrderViewModelInputs { self }
  public var outputs: any OrderViewModelOutputs { self }
}
