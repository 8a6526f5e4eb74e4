import GalleryDomain
import GalleryPresentation

extension GalleryCommand {
  /// `B`, and Space in a shop or a feed, add photos to the basket or remove them; `b` shows it.
  ///
  /// Space moves on to the next photo after adding one, as it does where it selects (decision 104).
  ///
  /// - Parameter show: Shows the basket.
  static func basket(
    _ basket: BasketViewModel, in context: ScreenContext, show: @escaping () -> Void
  ) -> [GalleryCommand] {
    func toggle(_ gathering: PhotoGathering) {
      basket.toggle(gathering.photos, hidden: gathering.hidden)
    }
    func toggleAndFocusNext(_ gathering: PhotoGathering, _ target: any CommandTarget) {
      let id = gathering.isSelection ? nil : gathering.photos.first?.id
      let isNew = id.map { !basket.basket.contains($0) } ?? false
      toggle(gathering)
      guard isNew, let id else { return }
      // If it had to be read first, the user may have moved on already.
      if basket.basket.contains(id), target.photo?.id == id { target.focusNext() }
    }
    return [
      // In the user's own folders, Space selects.
      GalleryCommand("shop.toggle", PhotoNeeds(), in: context) { toggleAndFocusNext($0, $1) }
        .hinted { $0.photoList.outputs.hasPhotosForSale ? "basket" : nil }
        .when { !$0.photoList.outputs.holdsOwnFiles },
      GalleryCommand("basket.toggle", PhotoNeeds(), in: context) { photos, _ in toggle(photos) }
        .hinted { $0.selectedCount > 0 ? "basket" : nil },
      GalleryCommand("basket.show") { _ in show() },
    ].map { $0.needingSales(in: context) }
  }

  /// The same command, refused where nothing is for sale.
  func needingSales(in context: ScreenContext) -> GalleryCommand {
    refused(when: { [weak context] in context?.flow?.listScreen?.offersSales == false })
  }
}
