import GalleryPresentation

/// What can be done with the basket beside changing it; each is offered only where it is there.
public struct BasketActions {
  /// Orders what is in the basket.
  public var order: ((Basket) -> Void)?
  /// Writes what is in the basket as a contact sheet, or copies it.
  public var export: ((Basket) -> Void)?

  /// Shows what was ordered before.
  public var showHistory: (() -> Void)?

  public init(
    order: ((Basket) -> Void)? = nil, export: ((Basket) -> Void)? = nil,
    showHistory: (() -> Void)? = nil
  ) {
    self.order = order
    self.export = export
    self.showHistory = showHistory
  }
}
