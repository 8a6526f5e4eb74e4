/// Reading and changing the basket that is kept.
public protocol KeepBasketUseCase {
  /// The basket as it is stored.
  ///
  /// - Parameter completion: Called once on the caller's actor, also when nobody waits for the answer any more.
  func fetch(completion: @escaping (Result<Basket, BasketError>) -> Void)

  /// Stores an edit. Goes on to its end whatever becomes of the caller.
  ///
  /// - Parameter completion: Called once on the caller's actor with the basket afterwards.
  func execute(
    _ edit: BasketEdit, completion: @escaping (Result<Basket, BasketError>) -> Void)

  /// Calls whenever another program may have changed the basket; ask for it again then.
  ///
  /// - Returns: What ends that.
  func observe(_ changed: @escaping () -> Void) -> (any Cancellable)?
}
