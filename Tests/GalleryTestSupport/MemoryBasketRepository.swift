import GalleryDomain
import Synchronization

/// A basket in memory, which several view models may share as several programs share a stored one.
public final class MemoryBasketRepository: BasketRepository {
  private struct State {
    var basket: Basket
    var error: BasketError?
    var edits: [BasketEdit] = []
  }

  private let state: Mutex<State>

  public init(_ basket: Basket = .empty) {
    state = Mutex(State(basket: basket))
  }

  /// The stored basket.
  public var stored: Basket { state.withLock { $0.basket } }

  /// The edits in order.
  public var edits: [BasketEdit] { state.withLock { $0.edits } }

  /// The error of every call; nil if everything works.
  public var error: BasketError? {
    get { state.withLock { $0.error } }
    set { state.withLock { $0.error = newValue } }
  }

  public func basket() async throws(BasketError) -> Basket {
    try state.withLock { state throws(BasketError) in
      if let error = state.error { throw error }
      return state.basket
    }
  }

  public func apply(_ edit: BasketEdit) async throws(BasketError) -> Basket {
    try state.withLock { state throws(BasketError) in
      if let error = state.error { throw error }
      state.basket = state.basket.applying(edit)
      state.edits.append(edit)
      return state.basket
    }
  }

  /// A change by another program.
  public func applyElsewhere(_ edit: BasketEdit) {
    state.withLock { $0.basket = $0.basket.applying(edit) }
  }
}
