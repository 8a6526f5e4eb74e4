import GalleryPresentation
import TerminalKit

/// `b` shows the basket, `o` orders what is in it, from wherever photos are shown.
public final class OpenBasketCommands: PhotoCommands {
  private let basket: any BasketViewModelType
  private let actions: BasketActions
  private let show: () -> Void

  /// - Parameter show: Shows the basket.
  public init(
    basket: any BasketViewModelType, actions: BasketActions, show: @escaping () -> Void
  ) {
    self.basket = basket
    self.actions = actions
    self.show = show
  }

  public var actsOnPhotos: Bool { false }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    [
      KeyCommand(.basketShow) {
        [show] in show()
      }
    ] + Self.orderCommands(of: basket, actions)
  }

  /// None while there is nothing to order, or no way to.
  static func orderCommands(
    of basket: any BasketViewModelType, _ actions: BasketActions, hint: String? = nil
  ) -> [KeyCommand] {
    guard let order = actions.order, !basket.outputs.basket.availableItems.isEmpty else {
      return []
    }
    return [
      KeyCommand(.basketOrder, hint: hint) { order(basket.outputs.basket) }
    ]
  }
}
