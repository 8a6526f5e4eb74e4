import GalleryDomain
import GalleryPresentation

extension GalleryCommand {
  /// `B`, and Space in a shop or a feed, add photos to the basket or remove them; `b` shows it, and `o` orders its items.
  ///
  /// - Parameters:
  ///   - show: Shows the basket.
  ///   - order: Orders; nil if that isn't possible.
  static func basket(
    _ basket: any BasketViewModelType, show: @escaping () -> Void, order: ((Basket) -> Void)?
  ) -> [GalleryCommand] {
    func toggle(_ subject: Subject) {
      if subject.isSelection {
        basket.inputs.toggle(subject.photos)
      } else if let photo = subject.focused {
        basket.inputs.toggle(photo)
      }
    }
    return [
      // In the user's own folders, Space selects.
      GalleryCommand(.shopToggle, Needs()) { subject, _ in toggle(subject) }.hinted { _ in "basket"
      }.when { !$0.photoList.outputs.holdsOwnFiles },
      GalleryCommand(.basketToggle, Needs()) { subject, _ in toggle(subject) },
      GalleryCommand(.basketShow) { _, _ in show() },
      GalleryCommand(.basketOrder) { _, _ in
        order?(basket.outputs.basket)
      }.when { _ in order != nil },
    ]
  }
}
