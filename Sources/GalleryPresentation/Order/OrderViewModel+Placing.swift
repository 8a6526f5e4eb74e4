import GalleryDomain

extension OrderViewModel {
  public func placePressed() {
    guard !placing, placed == nil else { return }
    guard orderEnabled, let route = situation.route else {
      touchedFields.formUnion(state.visibleFields.map(\.kind))
      update()
      return
    }
    if let question = question(for: route), question != agreedQuestion {
      askedQuestion = question
      confirmClosure?(OrderText.confirmationTitle, question)
      return
    }
    place(by: route)
  }

  public func confirmed() {
    guard let asked = askedQuestion else { return }
    askedQuestion = nil
    // The order may have changed behind the question; then another one is asked.
    if let route = situation.route, question(for: route) == asked { agreedQuestion = asked }
    placePressed()
  }

  public func cancelPressed() {
    guard placing else { return }
    stopPlacing()
    update()
    showNoticeClosure?(OrderText.calledOff(situation.route))
  }

  /// What the person has to agree to; nil where nothing leaves this computer.
  private func question(for route: OrderRoute) -> String? {
    guard case .server(let url) = route.channel else { return nil }
    let sent = state.visibleFields.filter { !cleaned($0).isEmpty }.map { $0.label.lowercased() }
    return OrderText.confirmation(sent: sent, to: url)
  }

  private func place(by route: OrderRoute) {
    let order = attempts.order(
      customer: customer, items: state.items.items, channel: route.channel, makeID: makeID, now: now
    )
    placementGeneration += 1
    let generation = placementGeneration
    state.placing = true
    update()
    // A closure that was told may have called it off.
    guard placementGeneration == generation else { return }
    let placement = placeOrder.execute(order, by: route) { [weak self] result in
      guard let self, placementGeneration == generation else { return }
      placementGeneration += 1
      self.placement = nil
      receive(result, of: order, by: route)
    }
    if placementGeneration == generation { self.placement = placement }
  }

  private func receive(
    _ result: Result<PlacedOrder, OrderError>, of order: Order, by route: OrderRoute
  ) {
    state.placing = false
    switch result {
    case .success(let placed):
      attempts.forgetAll()
      self.placed = placed
      orderedItems = order.items
      // The note was for this order.
      situation.texts[.note] = nil
      // What was ordered shall not be said to have been taken out.
      observation = nil
      if !route.channel.isCheckout { basket.inputs.ordered(order.items.map(\.id)) }
      update()
      placedClosure?(placed)
    case .failure(let error):
      alertMessage = OrderErrorText.message(for: error, items: order.items)
      update()
      showAlertClosure?()
    }
  }

  func stopPlacing() {
    guard placing else { return }
    placementGeneration += 1
    placement?.cancel()
    placement = nil
    state.placing = false
  }

  private var customer: OrderCustomer {
    let texts = Dictionary(
      state.visibleFields.map { ($0.kind, cleaned($0)) }, uniquingKeysWith: { first, _ in first })
    return OrderCustomer(
      name: texts[.name] ?? "", email: texts[.email] ?? "", note: texts[.note] ?? "",
      delivery: situation.delivery, address: texts[.address])
  }

  /// A valid text is within its limit, and far within the largest.
  private func cleaned(_ field: OrderField) -> String {
    OrderFieldRule.cleaned(field.text, entry: field.entry, limit: TextLimit.paragraphs.characters)
  }
}
