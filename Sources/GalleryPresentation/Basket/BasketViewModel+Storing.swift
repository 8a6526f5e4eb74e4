import GalleryDomain

// Sends the edits to the store, one after the other.
extension BasketViewModel {
  public func start() {
    guard observation == nil else { return }
    // Observes first, so that no change by another program is missed.
    observation = keepBasket.observe { [weak self] in self?.fetch() }
    fetch()
  }

  /// Applies an edit at once, and then stores it.
  func perform(_ edit: BasketEdit) {
    waitingEdits.append(edit)
    isHalted = false
    show(basket.applying(edit))
    store()
  }

  private func fetch() {
    wantsFetch = true
    // Another program could write, so perhaps this one can again.
    isHalted = false
    store()
  }

  /// Gives the store the next thing to do, unless it is busy.
  private func store() {
    guard !isStoring else { return }
    if !isHalted, let edit = waitingEdits.first {
      isStoring = true
      keepBasket.execute(edit) { [weak self] in self?.receive($0, isEdit: true) }
    } else if wantsFetch {
      wantsFetch = false
      isStoring = true
      keepBasket.fetch { [weak self] in self?.receive($0, isEdit: false) }
    } else {
      let waiting = finishers
      finishers = []
      for finisher in waiting { finisher.resume() }
    }
  }

  private func receive(_ result: Result<Basket, BasketError>, isEdit: Bool) {
    isStoring = false
    switch result {
    case .success(let basket):
      if isEdit { waitingEdits.removeFirst() }
      stored = basket
      // Everything the user did since; an edit that is already stored changes nothing.
      show(basket.applying(waitingEdits))
      if waitingEdits.isEmpty || isEdit { isUnstored = false }
      tellStored()
    case .failure(let error):
      if isEdit { isHalted = true }
      isUnstored = true
      if !hasToldFault {
        hasToldFault = true
        showFailureClosure?(BasketText.message(for: error))
      }
    }
    if !isLoaded { takeEarlyPhotos() }
    store()
  }

  private func tellStored() {
    guard waitingEdits.isEmpty, !storedWaiters.isEmpty else { return }
    let waiting = storedWaiters
    storedWaiters = []
    for waiter in waiting { waiter() }
  }

  public func finish() async {
    reading?.cancel()
    reading = nil
    // Tries again to store what could not be stored.
    isHalted = false
    store()
    guard isStoring else { return }
    await withCheckedContinuation { finishers.append($0) }
  }
}
