import GalleryDomain

extension OrderViewModel: OrderViewModelInputs {
  public func viewDidLoad() {
    guard !placing else { return }
    placed = nil
    placedID = nil
    orderedItems = []
    touchedFields = []
    watch = OrderItemsWatch()
    observation = basket.outputs.observeBasket { [weak self] in self?.basketChanged() }
    basketChanged()
    askForRoute()
    // Another instance of Vitrine may have ordered meanwhile.
    history.refresh()
  }

  public func viewDidDisappear() {
    observation = nil
    routeGeneration += 1
    routeFetch?.cancel()
    routeFetch = nil
    askedQuestion = nil
    let wasPlacing = placing
    stopPlacing()
    update()
    // Finds out whether it had been sent.
    if wasPlacing { history.refresh() }
  }

  public func textChanged(_ kind: OrderField.Kind, to text: String) {
    // The form does not change while its order is being placed.
    guard !placing, text != situation.text(kind) else { return }
    situation.texts[kind] = text
    touchedFields.insert(kind)
    update()
  }

  public func fieldLeft(_ kind: OrderField.Kind) {
    guard touchedFields.insert(kind).inserted else { return }
    update()
  }

  public func alertDismissed() { alertMessage = nil }

  // MARK: Private

  private func basketChanged() {
    // An order that was placed stays on the screen as it was placed.
    guard placed == nil else { return }
    state.items = watch.update(basket.outputs.basket, prices: prices)
    update()
  }

  /// The former route stays until there is a new one.
  private func askForRoute() {
    routeGeneration += 1
    let generation = routeGeneration
    routeFetch?.cancel()
    let fetch = fetchRoute.execute { [weak self] route in
      guard let self, routeGeneration == generation else { return }
      routeGeneration += 1
      routeFetch = nil
      situation.route = route
      update()
    }
    if routeGeneration == generation { routeFetch = fetch }
  }
}
