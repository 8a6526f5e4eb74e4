import GalleryDomain

// What only a photo's file tells: read for the visible rows, a few at a time.
extension PhotoListViewModel {
  static let detailLoadLimit = 4

  func startDetailLoads() {
    var wanted: [Photo] = []
    for row in shownRows {
      if let photo = listing.pages.photo(at: row), photo.needsDetails { wanted.append(photo) }
    }
    let ids = Set(wanted.map(\.id))
    for (id, load) in detailLoads where !ids.contains(id) && id != press?.id {
      load.cancellable?.cancel()
      detailLoads[id] = nil
    }
    for photo in wanted where detailLoads[photo.id] == nil {
      guard detailLoads.count < Self.detailLoadLimit else { return }
      loadDetails(of: photo)
    }
  }

  func loadDetails(of photo: Photo) {
    loadCount += 1
    let token = loadCount
    detailLoads[photo.id] = DetailLoad(token: token)
    let cancellable = apiService.fetchDetails(of: photo) { [weak self] detailed in
      self?.receiveDetails(detailed, of: photo.id, token)
    }
    if detailLoads[photo.id]?.token == token { detailLoads[photo.id]?.cancellable = cancellable }
  }

  private func receiveDetails(_ detailed: Photo, of id: Photo.ID, _ token: Int) {
    guard detailLoads[id]?.token == token else { return }
    detailLoads[id] = nil
    guard detailed.id == id else { return }
    var detailed = detailed
    // Whatever could be read was; asking again would go on for ever.
    detailed.needsDetails = false
    if listing.pages.replace(detailed) { announceRows() }
    decidePress(on: detailed)
    startLoads()
  }
}
