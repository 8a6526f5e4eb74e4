extension Basket {
  /// The basket after an edit. A store applies it to the stored basket, a view model to the one on the screen.
  ///
  /// Edits are idempotent, and one that finds nothing to change returns the basket as it is, so pending edits can be
  /// applied again to a basket that another program has changed.
  ///
  /// - Complexity: O(*items* log *items*).
  public func applying(_ edit: BasketEdit) -> Basket {
    switch edit {
    case .add(let added):
      let new = added.filter { !contains($0.id) }
      return new.isEmpty ? self : Basket(items: items + new)
    case .remove(let ids):
      let removed = Set(ids.filter(contains))
      return removed.isEmpty ? self : Basket(items: items.filter { !removed.contains($0.id) })
    case .removeOrdered(let ordered):
      let dates = Dictionary(ordered.map { ($0.id, $0.addedAt) }) { max($0, $1) }
      let kept = items.filter { item in dates[item.id].map { item.addedAt > $0 } ?? true }
      return kept.count == count ? self : Basket(items: kept)
    case .restore(let restored):
      let ids = Set(restored.map(\.id))
      let basket = Basket(items: items.filter { !ids.contains($0.id) } + restored)
      return basket == self ? self : basket
    case .update(let photos):
      // If a photo is listed twice, the last one counts.
      return changing(Dictionary(photos.map { ($0.id, $0) }) { $1 }) { $0 = $0.updated(with: $1) }
    case .setGone(let ids, let isGone):
      return changing(Dictionary(ids.map { ($0, isGone) }) { $1 }) { $0.isGone = $1 }
    }
  }

  /// The basket after several edits, applied in order.
  public func applying(_ edits: some Sequence<BasketEdit>) -> Basket {
    edits.reduce(self) { $0.applying($1) }
  }

  private func changing<Fact>(
    _ facts: [Photo.ID: Fact], _ change: (inout BasketItem, Fact) -> Void
  ) -> Basket {
    var changed = items
    var isChanged = false
    for index in changed.indices {
      guard let fact = facts[changed[index].id] else { continue }
      change(&changed[index], fact)
      isChanged = isChanged || changed[index] != items[index]
    }
    return isChanged ? Basket(items: changed) : self
  }
}

extension BasketItem {
  /// The item with its photo as the source has it now, and no longer gone. A photo whose file has not been read yet
  /// does not replace one that has been read.
  public func updated(with photo: Photo) -> BasketItem {
    var item = self
    item.isGone = false
    if !photo.needsDetails || self.photo.needsDetails { item.photo = photo }
    return item
  }
}
