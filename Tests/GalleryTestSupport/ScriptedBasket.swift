import GalleryDomain

/// A stored basket that carries out requests, and answers, at once or when a test says so.
public final class ScriptedBasket: KeepBasketUseCase, CheckBasketUseCase {
  public typealias Answer = Result<Basket, BasketError>

  private struct Call {
    let edit: BasketEdit?
    let completion: (Answer) -> Void
    var answer: Answer?
  }

  /// As it is in the file.
  public private(set) var stored: Basket
  /// What every call fails with; nil when all works.
  public var error: BasketError?
  /// Whether calls are carried out and answered immediately.
  public var isImmediate: Bool
  /// Called after a change by another program.
  public var changed: () -> Void = {}
  private var calls: [Call] = []
  /// At any time; more than one would be out of order.
  public private(set) var mostCalls = 0
  public private(set) var edits: [BasketEdit] = []
  public private(set) var fetchCount = 0
  /// Whether the question what became of the items is answered by hand.
  public var holdsChecks = false
  private var check: ((BasketCheck) -> Void)?

  public init(_ basket: Basket = .empty, isImmediate: Bool = true) {
    stored = basket
    self.isImmediate = isImmediate
  }

  public func fetch(completion: @escaping (Answer) -> Void) { call(nil, completion) }

  public func execute(_ edit: BasketEdit, completion: @escaping (Answer) -> Void) {
    call(edit, completion)
  }

  private func call(_ edit: BasketEdit?, _ completion: @escaping (Answer) -> Void) {
    if edit == nil { fetchCount += 1 }
    calls.append(Call(edit: edit, completion: completion))
    mostCalls = max(mostCalls, calls.count)
    if isImmediate { answer() }
  }

  public var isAsked: Bool { !calls.isEmpty }

  /// Carries out the first request; its answer is still pending.
  public func carryOut() {
    guard let call = calls.first, call.answer == nil else { return }
    if let error {
      calls[0].answer = .failure(error)
      return
    }
    if let edit = call.edit {
      stored = stored.applying(edit)
      edits.append(edit)
    }
    calls[0].answer = .success(stored)
  }

  /// Gives the first answer.
  public func answer() {
    carryOut()
    guard !calls.isEmpty else { return }
    let call = calls.removeFirst()
    if let answer = call.answer { call.completion(answer) }
  }

  /// Until nothing is pending.
  public func settle() {
    while isAsked { answer() }
  }

  /// Another program edits.
  public func applyElsewhere(_ edit: BasketEdit) {
    stored = stored.applying(edit)
    changed()
  }

  // MARK: What became of the items

  public func execute(
    _ photos: [Photo], completion: @escaping (BasketCheck) -> Void
  ) -> (any Cancellable)? {
    guard holdsChecks else {
      completion(BasketCheck())
      return nil
    }
    check = completion
    return Check { [weak self] in self?.check = nil }
  }

  /// Whether the question waits for its answer.
  public var isChecking: Bool { check != nil }

  /// Says what became of the items.
  public func finishCheck(_ answer: BasketCheck = BasketCheck()) {
    let completion = check
    check = nil
    completion?(answer)
  }

  private final class Check: Cancellable {
    private let end: () -> Void

    init(_ end: @escaping () -> Void) { self.end = end }
    func cancel() { end() }
  }
}
