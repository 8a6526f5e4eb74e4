import GalleryDomain

// Finds out what became of the items at their source.
extension BasketViewModel {
  public func photosArrived(_ photos: [Photo]) {
    guard isLoaded else {
      earlyPhotos = (earlyPhotos + photos).suffix(Self.earlyLimit)
      return
    }
    let present = photos.filter { basket.contains($0.id) }
    guard !present.isEmpty else { return }
    knownIDs.formUnion(present.lazy.filter { !$0.needsDetails }.map(\.id))
    update(present)
  }

  /// How many photos are kept that arrive before the basket has been read.
  private static let earlyLimit = 1_000

  /// Called once, when the basket was read or could not be.
  func takeEarlyPhotos() {
    isLoaded = true
    let photos = earlyPhotos
    earlyPhotos = []
    if !photos.isEmpty { photosArrived(photos) }
  }

  public func check() {
    guard checking == nil, let checkBasket else { return }
    let photos = basket.items.map(\.photo).filter { !knownIDs.contains($0.id) }
    guard !photos.isEmpty else { return }
    checkCount += 1
    let number = checkCount
    var hasEnded = false
    let checking = checkBasket.execute(photos) { [weak self] check in
      hasEnded = true
      self?.receive(check, of: photos, number)
    }
    guard !hasEnded else { return }
    self.checking = checking
    announceBasket()
  }

  public func cancelCheck() {
    guard let checking else { return }
    checking.cancel()
    checkCount += 1
    self.checking = nil
    announceBasket()
  }

  private func receive(_ check: BasketCheck, of photos: [Photo], _ number: Int) {
    guard number == checkCount else { return }
    let wasChecking = checking != nil
    checking = nil
    if check.isAnswered { knownIDs.formUnion(photos.map(\.id)) }
    let before = basket
    update(check.found.filter { basket.contains($0.id) })
    let gone = check.gone.filter { basket.item($0)?.isGone == false }
    if !gone.isEmpty { perform(.setGone(gone, true)) }
    if wasChecking, basket == before { announceBasket() }
  }

  /// Stores only what has changed.
  private func update(_ photos: [Photo]) {
    let news = photos.filter { photo in
      basket.item(photo.id).map { $0.updated(with: photo) != $0 } ?? false
    }
    if !news.isEmpty { perform(.update(news)) }
  }
}
