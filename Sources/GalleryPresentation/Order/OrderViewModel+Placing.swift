import GalleryDomain

extension OrderViewModel {
  public func placePressed() {
    guard !placing, placed == nil else { return }
    if let order = history.unanswered, let text = history.unansweredText {
      return settle(order, text)
    }
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
    // The order may have changed while the question was shown; then the new one is asked.
    if let route = situation.route, question(for: route) == asked { agreedQuestion = asked }
    placePressed()
  }

  public func cancelPressed() {
    guard placing else { return }
    stopPlacing()
    update()
    showNoticeClosure?(OrderText.calledOff(situation.route))
    // Finds out whether it had been sent.
    history.refresh()
  }

  /// The question that the user has to agree to; nil if nothing is sent from this computer.
  private func question(for route: OrderRoute) -> String? {
    guard case .server(let url) = route.channel else { return nil }
    let sent = state.visibleFields.filter { !cleaned($0).isEmpty }.map { $0.label.lowercased() }
    return OrderText.confirmation(sent: sent, to: url)
  }

  private func place(by route: OrderRoute) {
    let order = attempts.order(
      customer: customer, items: state.items.items, channel: route.channel, makeID: makeID, now: now
    )
    perform(order.id, order.items, isNew: true) { [placeOrder] in
      placeOrder.execute(order, by: route, completion: $0)
    }
  }

  public func askAgainPressed() {
    guard !placing, placed == nil, let order = history.unanswered else { return }
    perform(order.id, order.items, isNew: false) { [placeOrder] in
      placeOrder.askAgain(order, completion: $0)
    }
  }

  public func didNotArrivePressed() {
    guard !placing, let order = history.unanswered else { return }
    attempts.forgetAll()
    history.didNotArrivePressed(order)
  }

  /// Sends an order, and handles its outcome.
  private func perform(
    _ id: RecordedOrder.ID, _ items: [BasketItem], isNew: Bool,
    _ send: (@escaping (Result<PlacedOrder, OrderError>) -> Void) -> (any Cancellable)?
  ) {
    placementGeneration += 1
    let generation = placementGeneration
    state.placing = true
    update()
    // A closure that was called may have cancelled it.
    guard placementGeneration == generation else { return }
    let placement = send { [weak self] result in
      guard let self, placementGeneration == generation else { return }
      placementGeneration += 1
      self.placement = nil
      receive(result, of: id, items, isNew: isNew)
    }
    if placementGeneration == generation { self.placement = placement }
  }

  private func receive(
    _ result: Result<PlacedOrder, OrderError>, of id: RecordedOrder.ID, _ items: [BasketItem],
    isNew: Bool
  ) {
    state.placing = false
    switch result {
    case .success(let placed):
      attempts.forgetAll()
      self.placed = placed
      placedID = id
      orderedItems = items
      // The note belonged to this order.
      situation.texts[.note] = nil
      // Ordered items must not be reported as removed.
      observation = nil
      if case .accepted = placed.outcome, isNew { history.accepted(id, items) }
      // An older order's items are removed from the basket of the source where it was ordered, which may be another
      // one.
      history.refresh()
      update()
      placedClosure?(placed)
    case .failure(.unanswered(let order, let uncertainty)):
      history.found(order)
      update()
      settle(order, OrderErrorText.sentence(uncertainty))
    case .failure(.unsettled(let order)):
      history.found(order)
      update()
      settle(order, history.unansweredText ?? "")
    case .failure(let error):
      // A server may answer the same key with the same refusal for ever, so the next order gets a new one.
      if case .refused = error { attempts.forgetAll() }
      alertMessage = OrderErrorText.message(for: error, items: items)
      history.refresh()
      update()
      showAlertClosure?()
    }
  }

  private func settle(_ order: RecordedOrder, _ sentence: String) {
    settleClosure?(OrderHistoryText.choiceTitle, OrderHistoryText.choice(sentence, order))
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

  /// A valid text is within the field's limit, which is far below this one.
  private func cleaned(_ field: OrderField) -> String {
    OrderFieldRule.cleaned(field.text, entry: field.entry, limit: TextLimit.paragraphs.characters)
  }
}
