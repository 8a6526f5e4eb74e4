import Foundation
import GalleryDomain

// What the user adds and removes.
extension BasketViewModel {
  public func toggle(_ photo: Photo) {
    let isReading = readingID == photo.id
    cancelReading()
    if let item = basket.item(photo.id) {
      take(out: [item], BasketText.removed, BasketText.removing)
    } else if photo.needsDetails, fetchDetails != nil {
      // The second press cancels the first.
      guard !isReading else { return }
      readingID = photo.id
      read([photo]) { [weak self] photos in
        if let photo = photos.first { self?.choose(photo) }
      }
    } else {
      choose(photo)
    }
  }

  public func toggle(_ photos: [Photo]) {
    cancelReading()
    guard photos.contains(where: { $0.needsDetails && !basket.contains($0.id) }),
      fetchDetails != nil
    else { return choose(photos) }
    read(photos) { [weak self] in self?.choose($0) }
  }

  public func remove(_ ids: [Photo.ID]) {
    take(out: items(ids), BasketText.removed, BasketText.removing)
  }

  public func clear() {
    take(out: basket.items, { _ in BasketText.cleared }, { _ in BasketText.clearing })
  }

  public func ordered(_ items: [BasketItem], stored: @escaping () -> Void) {
    let edit = BasketEdit.removeOrdered(items)
    // Until the store has answered, it is not known what another instance of Vitrine may have added.
    let isKnown = isLoaded && !isUnstored && waitingEdits.isEmpty
    guard !isKnown || basket.applying(edit) != basket else { return stored() }
    storedWaiters.append(stored)
    perform(edit)
  }

  public func putBack(_ items: [BasketItem]) {
    let missing = items.filter { !basket.contains($0.id) }
    guard !missing.isEmpty else {
      showNoticeClosure?(BasketText.isThere(items))
      return
    }
    put(
      in: zip(missing, choosingDates(missing.count)).map { item, date in
        BasketItem(photo: item.photo, chosenPrice: item.chosenPrice, addedAt: date)
      }, refused: 0)
  }

  // MARK: - One or many

  private func choose(_ photo: Photo) {
    // It may have been added elsewhere while it was being read.
    guard !basket.contains(photo.id) else { return }
    if let refusal = BasketText.refusal(photo.saleStatus) {
      showNoticeClosure?(refusal)
      return
    }
    put(in: [photo], refused: 0)
  }

  private func choose(_ photos: [Photo]) {
    var seen: Set<Photo.ID> = []
    let photos = photos.filter { seen.insert($0.id).inserted }
    let new = photos.filter { $0.saleStatus == .forSale && !basket.contains($0.id) }
    let present = items(photos.map(\.id))
    if !new.isEmpty {
      put(in: new, refused: photos.count - new.count - present.count)
    } else if !present.isEmpty {
      take(out: present, BasketText.removed, BasketText.removing)
    } else if let only = photos.first {
      showNoticeClosure?(
        photos.count == 1
          ? BasketText.refusal(only.saleStatus) ?? BasketText.noneForSale : BasketText.noneForSale)
    }
  }

  private func put(in photos: [Photo], refused: Int) {
    knownIDs.formUnion(photos.map(\.id))
    put(
      in: zip(photos, choosingDates(photos.count)).map { BasketItem($0, addedAt: $1) },
      refused: refused)
  }

  private func put(in items: [BasketItem], refused: Int) {
    perform(.add(items))
    let ids = items.map(\.id)
    history.register(BasketText.adding(items)) { [weak self] in self?.takeBackAdding(ids) }
    showNoticeClosure?(BasketText.added(items, refused: refused))
  }

  private func take(
    out items: [BasketItem], _ notice: ([BasketItem]) -> String,
    _ undo: @escaping ([BasketItem]) -> String
  ) {
    guard !items.isEmpty else { return }
    perform(.remove(items.map(\.id)))
    history.register(undo(items)) { [weak self] in self?.takeBackRemoving(items).map(undo) }
    showNoticeClosure?(notice(items))
  }

  /// Items that were ordered or removed elsewhere in the meantime are not removed again.
  private func takeBackAdding(_ ids: [Photo.ID]) -> String? {
    let present = items(ids)
    guard !present.isEmpty else { return nil }
    perform(.remove(present.map(\.id)))
    return BasketText.adding(present)
  }

  /// - Returns: The items that were put back, without those that are there again; nil if there were none.
  private func takeBackRemoving(_ items: [BasketItem]) -> [BasketItem]? {
    let missing = items.filter { !basket.contains($0.id) }
    guard !missing.isEmpty else { return nil }
    perform(.restore(missing))
    return missing
  }

  /// The items of the basket with these ids, in the basket's order.
  private func items(_ ids: [Photo.ID]) -> [BasketItem] {
    let ids = Set(ids)
    return basket.items.filter { ids.contains($0.id) }
  }

  /// Dates after those of all items, even if the clock was set back, because the basket is sorted by them. A date can
  /// hold microseconds until the year 2255.
  private func choosingDates(_ count: Int) -> [Date] {
    let step = 1e-6
    var date = now()
    if let last = basket.items.last?.addedAt, last >= date { date = last + step }
    return (0..<count).map { date + Double($0) * step }
  }

  // MARK: - Reading first

  private func read(_ photos: [Photo], _ completion: @escaping ([Photo]) -> Void) {
    guard let fetchDetails else { return }
    let reading = PhotoReading(photos, fetchDetails: fetchDetails)
    self.reading = reading
    reading.start { [weak self] photos in
      guard let self, self.reading === reading else { return }
      self.reading = nil
      readingID = nil
      announceBasket()
      completion(photos)
    }
    if self.reading === reading { announceBasket() }
  }

  private func cancelReading() {
    guard let reading else { return }
    reading.cancel()
    self.reading = nil
    readingID = nil
    announceBasket()
  }
}
