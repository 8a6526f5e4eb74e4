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
    // The order may have changed behind the question; then another one is asked.
    if let route = situation.route, question(for: route) == asked { agreedQuestion = asked }
    placePressed()
  }

  public func cancelPressed() {
    guard placing else { return }
    stopPlacing()
    update()
    showNoticeClosure?(OrderText.calledOff(situation.route))
    // Says whether it had been sent.
    history.refresh()
  }

  /// What the user has to agree to; nil where nothing leaves this computer.
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

  /// Sends an order, and takes up what becomes of it.
  private func perform(
    _ id: RecordedOrder.ID, _ items: [BasketItem], isNew: Bool,
    _ send: (@escaping (Result<PlacedOrder, OrderError>) -> Void) -> (any Cancellable)?
  ) {
    placementGeneration += 1
    let generation = placementGeneration
    state.placing = true
    update()
    // A closure that was told may have called it off.
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
      // The note was for this order.
      situation.texts[.note] = nil
      // What was ordered shall not be said to have been taken out.
      observation = nil
      if case .accepted = placed.outcome, isNew { history.accepted(id, items) }
      // An older order leaves the basket of the source that it was ordered from, which need not be this one.
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
      // A server may answer the same key with the same refusal for ever.
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

  /// A valid text is within its limit, and far within the largest.
  private func cleaned(_ field: OrderField) -> String {
    OrderFieldRule.cleaned(field.text, entry: field.entry, limit: TextLimit.paragraphs.characters)
  }
}
