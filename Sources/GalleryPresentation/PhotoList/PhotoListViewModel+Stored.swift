import GalleryDomain

// Later pages as they were stored, while the first one is on its way: a network that is gone is noticed after
// half a minute, and what was seen before is there at once.
extension PhotoListViewModel {
  /// Asks the store for the pages around the window that are not there, one after the other, each once.
  func startStoredLoad() {
    guard storedLoad == nil, listing.hasAnswer, pending?.query == listing.query,
      apiService.capabilities.isRemote
    else { return }
    let next = wantedPages().first { page in
      page > 1 && !listing.pages.holds(page) && !storedAskedPages.contains(page)
    }
    guard let next else { return }
    storedAskedPages.insert(next)
    loadCount += 1
    let token = loadCount
    storedLoad = StoredLoad(token: token)
    let cancellable = apiService.fetchStoredPhotos(
      listing.query.page(next, pageSize: pageSize)
    ) { [weak self] stored in self?.receiveStored(stored, next, token) }
    if storedLoad?.token == token { storedLoad?.cancellable = cancellable }
  }

  private func receiveStored(_ stored: PhotoPage?, _ page: Int, _ token: Int) {
    guard storedLoad?.token == token else { return }
    storedLoad = nil
    let generation = generation
    if let stored, !stored.photos.isEmpty {
      listing.pages.insertStored(stored, at: page)
      updateFocus(afterPage: page)
      announceRows()
      guard generation == self.generation else { return }
      announceStatus()
      guard generation == self.generation else { return }
    }
    startLoads()
  }
}
