/// Reads and changes the stored basket.
public protocol KeepBasketUseCase {
  /// The basket as it is stored.
  ///
  /// - Parameter completion: Called once on the caller's actor; cannot be cancelled.
  func fetch(completion: @escaping (Result<Basket, BasketError>) -> Void)

  /// Stores an edit, even if the caller goes away meanwhile.
  ///
  /// - Parameter completion: Called once on the caller's actor with the basket afterwards.
  func execute(
    _ edit: BasketEdit, completion: @escaping (Result<Basket, BasketError>) -> Void)

  /// Calls `changed` whenever another program may have changed the basket; fetch it again then.
  ///
  /// - Returns: What ends the observation.
  func observe(_ changed: @escaping () -> Void) -> (any Cancellable)?
}
