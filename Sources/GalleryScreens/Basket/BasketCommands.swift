import GalleryDomain
import GalleryPresentation

extension GalleryCommand {
  /// `B`, and Space in a shop or a feed, add photos to the basket or remove them; `b` shows it, and `$` orders its items.
  ///
  /// Space moves on to the next photo after adding one, as it does where it selects (decision 104).
  ///
  /// - Parameters:
  ///   - show: Shows the basket.
  ///   - order: Orders; nil if that isn't possible.
  static func basket(
    _ basket: BasketViewModel, in context: ScreenContext, show: @escaping () -> Void,
    order: ((Basket) -> Void)?
  ) -> [GalleryCommand] {
    func toggle(_ subject: CommandSubject) {
      basket.toggle(subject.photos, hidden: subject.hidden)
    }
    func toggleAndFocusNext(_ subject: CommandSubject, _ target: any CommandTarget) {
      guard !subject.isSelection, let id = subject.focused?.id,
        !basket.basket.contains(id)
      else { return toggle(subject) }
      toggle(subject)
      // If it had to be read first, the user may have moved on already.
      if basket.basket.contains(id), target.photo?.id == id { target.focusNext() }
    }
    return [
      // In the user's own folders, Space selects.
      GalleryCommand("shop.toggle", PhotoNeeds(), in: context) { toggleAndFocusNext($0, $1) }
        .hinted { $0.photoList.outputs.hasPhotosForSale ? "basket" : nil }
        .when { !$0.photoList.outputs.holdsOwnFiles },
      GalleryCommand("basket.toggle", PhotoNeeds(), in: context) { subject, _ in toggle(subject) }
        .hinted { $0.selectedCount > 0 ? "basket" : nil },
      GalleryCommand("basket.show") { _ in show() },
      GalleryCommand("basket.order") { _ in order?(basket.basket) }
        .hinted { _ in basket.basket.isEmpty ? nil : "order" }.when { _ in order != nil },
    ]
  }
}
