import GalleryDomain
import GalleryPresentation

extension GalleryCommand {
  /// `B`, and Space in a shop or a feed, put photos in the basket or take them out; `b` shows it, and `o` orders what is
  /// in it.
  ///
  /// - Parameters:
  ///   - show: Shows the basket.
  ///   - order: Orders; nil where there is no way to.
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
      // Of the user's own photos Space selects.
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
