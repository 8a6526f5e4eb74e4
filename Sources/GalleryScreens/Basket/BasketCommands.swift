import GalleryPresentation
import TerminalKit

/// Space: puts photos in the basket, or takes them out.
public final class BasketCommands: PhotoCommands {
  private let basket: any BasketViewModelType

  public init(basket: any BasketViewModelType) {
    self.basket = basket
  }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    let isChoice = basket.outputs.isChoice
    return [
      KeyCommand(
        isChoice ? .choiceToggle : .basketToggle, hint: isChoice ? "select" : "basket"
      ) { [basket] in
        if !context.markedPhotos.isEmpty {
          basket.inputs.toggle(context.markedPhotos)
        } else if let photo = context.photo {
          basket.inputs.toggle(photo)
        }
      }
    ]
  }
}
