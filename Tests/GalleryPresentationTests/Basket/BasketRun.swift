import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport

/// A basket with its store, and all its announcements.
final class BasketRun {
  let store: ScriptedBasket
  let history = UndoHistory()
  let viewModel: BasketViewModel
  let checks = ScriptedCheck()
  private(set) var failures: [String] = []
  private(set) var notices: [String] = []
  private(set) var baskets: [[Photo.ID]] = []
  private var observation: (any Cancellable)?
  private final class Clock { var now = Date(timeIntervalSinceReferenceDate: 800_000_100) }
  private let clock = Clock()

  init(
    _ basket: Basket = .empty, isImmediate: Bool = true, starts: Bool = true,
    keys: KeyHints = KeyHints()
  ) {
    store = ScriptedBasket(basket, isImmediate: isImmediate)
    let clock = clock
    viewModel = BasketViewModel(
      keepBasket: store, checkBasket: checks, keys: keys, history: history, now: { clock.now })
    viewModel.showFailureClosure = { [weak self] in self?.failures.append($0) }
    viewModel.showNoticeClosure = { [weak self] in self?.notices.append($0) }
    viewModel.refuseClosure = { [weak self] in self?.notices.append($1) }
    observation = viewModel.observeBasket { [weak self] in
      guard let self else { return }
      baskets.append(viewModel.basket.ids)
    }
    if starts { viewModel.refresh() }
  }

  var ids: [Photo.ID] { viewModel.basket.ids }

  func clockGoesBack() { clock.now -= 3_600 }
}

extension BasketViewModel {
  func toggle(_ photo: Photo) { toggle([photo]) }
}

/// Checks that a test answers.
final class ScriptedCheck: CheckBasketUseCase {
  final class Call: Cancellable {
    let photos: [Photo]
    private let complete: (BasketCheck) -> Void
    private(set) var isCancelled = false

    init(_ photos: [Photo], _ completion: @escaping (BasketCheck) -> Void) {
      self.photos = photos
      complete = completion
    }

    func cancel() { isCancelled = true }
    func completion(_ check: BasketCheck) { if !isCancelled { complete(check) } }
  }

  private(set) var calls: [Call] = []

  func execute(
    _ photos: [Photo], completion: @escaping (BasketCheck) -> Void
  ) -> (any Cancellable)? {
    calls.append(Call(photos, completion))
    return calls.last
  }
}
