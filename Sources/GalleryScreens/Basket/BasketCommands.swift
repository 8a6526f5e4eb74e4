import GalleryPresentation
import TerminalKit

/// `B`, and Space in a shop or a feed: puts photos in the basket, or takes them out.
public final class BasketCommands: PhotoCommands {
  private let basket: any BasketViewModelType

  public init(basket: any BasketViewModelType) {
    self.basket = basket
  }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    let toggle = { [basket] in
      if context.selectedCount > 0 {
        basket.inputs.toggle(context.selectedPhotos)
      } else if let photo = context.photo {
        basket.inputs.toggle(photo)
      }
    }
    // Of one's own photos Space selects.
    guard !context.list.outputs.holdsOwnFiles else {
      return [KeyCommand(.basketToggle, action: toggle)]
    }
    return [
      KeyCommand(.shopToggle, hint: "basket", action: toggle),
      KeyCommand(.basketToggle, action: toggle),
    ]
  }
}
