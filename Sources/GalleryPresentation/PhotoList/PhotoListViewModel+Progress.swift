import GalleryDomain

// A source that is still being read, such as a folder: rows are added at the end while it goes on.
extension PhotoListViewModel {
  func observeProgress(_ generation: Int) {
    progressObservation?.cancel()
    progressObservation = nil
    progress = nil
    scanSkippedCount = 0
    let observation = apiService.observeProgress { [weak self] step in
      guard let self, generation == self.generation else { return }
      self.receive(step)
    }
    if generation == self.generation { progressObservation = observation }
  }

  private func receive(_ step: SourceProgress) {
    let wasScanning = progress != nil
    let before = step.photoCount
    progress = step.isComplete ? nil : step
    scanSkippedCount = step.skippedCount
    // While a refresh is under way the rows are the old ones; the count is for the new.
    let hasGrown = hasAnswer && !isLoading && pages.grow(to: before)
    let isDecided = wasScanning && step.isComplete && numberOfCells == 0
    if hasGrown || isDecided { announceRows() }
    announceStatus()
    if hasGrown { startLoads() }
  }
}
