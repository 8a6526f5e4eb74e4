import GalleryDomain
import Synchronization

/// A basket in memory, which several view models may share as several programs share a stored one.
public final class MemoryBasketRepository: BasketRepository {
  private struct State {
    var basket: Basket
    var error: BasketError?
    var edits: [BasketEdit] = []
    var observers: [Int: AsyncStream<Basket>.Continuation] = [:]
    var observerCount = 0
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

  /// A change by another program, which `changes()` announces.
  public func applyElsewhere(_ edit: BasketEdit) {
    let (basket, observers) = state.withLock { state in
      state.basket = state.basket.applying(edit)
      return (state.basket, Array(state.observers.values))
    }
    for observer in observers { observer.yield(basket) }
  }

  public func changes() -> AsyncStream<Basket> {
    let (stream, continuation) = AsyncStream<Basket>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.observerCount += 1
      state.observers[state.observerCount] = continuation
      return state.observerCount
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: number) }
    }
    return stream
  }
}
