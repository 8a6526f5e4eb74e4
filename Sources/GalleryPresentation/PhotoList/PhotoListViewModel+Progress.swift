import GalleryDomain

// A source that is still being read, such as a folder: rows are added at the end while it goes on.
extension PhotoListViewModel {
  /// Called when a load starts, and again when its first page is there: a refresh may find the
  /// progress of the reading before, which is complete.
  func observeProgress(_ generation: Int) {
    progressObservation?.cancel()
    progressObservation = nil
    let observation = apiService.observeProgress { [weak self] step in
      guard let self, generation == self.generation else { return }
      self.receive(step)
    }
    if generation == self.generation { progressObservation = observation }
  }

  private func receive(_ step: SourceProgress) {
    // Of a list that is on its way; the rows on the screen have no part in it.
    if step.activity == .sorting {
      progress = step.isComplete ? nil : step
      announceStatus()
      return
    }
    let wasScanning = progress != nil
    progress = step.isComplete ? nil : step
    isCountedByScan = true
    scanSkippedCount = step.skippedCount
    // While a refresh is under way the rows are the old ones; the count is for the new.
    let canGrow = listing.hasAnswer && !isLoading
    let hasGrown =
      canGrow && listing.query == .everything && listing.pages.grow(to: step.photoCount)
    // What a search or a filter leaves of a source is known at its end only.
    let isReopened = canGrow && wasScanning && step.isComplete && listing.pages.isSifted
    if isReopened { listing.pages.reopenEnd() }
    let isDecided = wasScanning && step.isComplete && numberOfCells == 0
    let generation = generation
    if hasGrown || isDecided { announceRows() }
    guard generation == self.generation else { return }
    announceStatus()
    if hasGrown || isReopened, generation == self.generation { startLoads() }
  }
}
