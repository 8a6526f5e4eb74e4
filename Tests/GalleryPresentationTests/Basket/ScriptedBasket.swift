import GalleryDomain
import GalleryPresentation

/// A store that carries out requests, and answers, when a test says so.
final class ScriptedBasket: KeepBasketUseCase {
  typealias Answer = Result<Basket, BasketError>

  private struct Call {
    let edit: BasketEdit?
    let completion: (Answer) -> Void
    var answer: Answer?
  }

  /// As it is in the file.
  private(set) var stored: Basket
  /// The result of calls.
  var error: BasketError?
  /// Whether calls are carried out and answered immediately.
  var isImmediate: Bool
  private var calls: [Call] = []
  /// At any time; more than one would be out of order.
  private(set) var mostCalls = 0
  private(set) var edits: [BasketEdit] = []
  private(set) var fetchCount = 0

  init(_ basket: Basket = .empty, isImmediate: Bool = false) {
    stored = basket
    self.isImmediate = isImmediate
  }

  func fetch(completion: @escaping (Answer) -> Void) { call(nil, completion) }

  func execute(_ edit: BasketEdit, completion: @escaping (Answer) -> Void) {
    call(edit, completion)
  }

  private func call(_ edit: BasketEdit?, _ completion: @escaping (Answer) -> Void) {
    if edit == nil { fetchCount += 1 }
    calls.append(Call(edit: edit, completion: completion))
    mostCalls = max(mostCalls, calls.count)
    if isImmediate { answer() }
  }

  var isAsked: Bool { !calls.isEmpty }

  /// Carries out the first request; its answer is still pending.
  func carryOut() {
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
  func answer() {
    carryOut()
    guard !calls.isEmpty else { return }
    let call = calls.removeFirst()
    if let answer = call.answer { call.completion(answer) }
  }

  /// Another program edits.
  func elsewhere(_ edit: BasketEdit) { stored = stored.applying(edit) }

  /// Until nothing is pending.
  func settle() {
    while isAsked { answer() }
  }
}
