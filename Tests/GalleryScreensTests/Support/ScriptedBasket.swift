import GalleryPresentation
import GalleryTestSupport

/// A stored basket whose answers come at once.
final class ScriptedBasket: KeepBasketUseCase, CheckBasketUseCase {
  /// What is stored.
  private(set) var stored: Basket
  /// What every call fails with; nil when all works.
  var error: BasketError?
  /// Whether the question what became of the items is answered by hand.
  var holdsChecks = false
  private var check: ((BasketCheck) -> Void)?

  init(_ stored: Basket = .empty) {
    self.stored = stored
  }

  /// What another program does.
  func applyElsewhere(_ edit: BasketEdit) {
    stored = stored.applying(edit)
  }

  /// Says what became of the items.
  func finishCheck(_ answer: BasketCheck = BasketCheck()) {
    let completion = check
    check = nil
    completion?(answer)
  }

  func fetch(completion: @escaping (Result<Basket, BasketError>) -> Void) {
    completion(error.map { .failure($0) } ?? .success(stored))
  }

  func execute(
    _ edit: BasketEdit, completion: @escaping (Result<Basket, BasketError>) -> Void
  ) {
    if let error { return completion(.failure(error)) }
    stored = stored.applying(edit)
    completion(.success(stored))
  }

  func execute(
    _ photos: [Photo], completion: @escaping (BasketCheck) -> Void
  ) -> (any Cancellable)? {
    guard holdsChecks else {
      completion(BasketCheck())
      return nil
    }
    check = completion
    return Check { [weak self] in self?.check = nil }
  }

  /// Whether the question what became of the items waits for its answer.
  var isChecking: Bool { check != nil }

  private final class Check: Cancellable {
    private let end: () -> Void

    init(_ end: @escaping () -> Void) {
      self.end = end
    }

    func cancel() { end() }
  }
}
