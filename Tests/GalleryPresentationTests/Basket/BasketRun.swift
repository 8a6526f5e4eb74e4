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
  let details = ScriptedDetails()
  private(set) var failures: [String] = []
  private(set) var notices: [String] = []
  private(set) var baskets: [[Photo.ID]] = []
  private var observation: (any Cancellable)?
  private final class Clock { var now = Date(timeIntervalSinceReferenceDate: 800_000_100) }
  private let clock = Clock()

  init(_ basket: Basket = .empty, isImmediate: Bool = true, starts: Bool = true) {
    store = ScriptedBasket(basket, isImmediate: isImmediate)
    let clock = clock
    viewModel = BasketViewModel(
      keepBasket: store, checkBasket: checks, fetchDetails: details, history: history,
      now: { clock.now })
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

/// Checks that a test answers.
final class ScriptedCheck: CheckBasketUseCase {
  final class Call: Cancellable {
    let photos: [Photo]
    let completion: (BasketCheck) -> Void
    private(set) var isCancelled = false

    init(_ photos: [Photo], _ completion: @escaping (BasketCheck) -> Void) {
      self.photos = photos
      self.completion = completion
    }

    func cancel() { isCancelled = true }
  }

  private(set) var calls: [Call] = []

  func execute(
    _ photos: [Photo], completion: @escaping (BasketCheck) -> Void
  ) -> (any Cancellable)? {
    calls.append(Call(photos, completion))
    return calls.last
  }
}

/// Readings that a test answers.
final class ScriptedDetails: FetchPhotoDetailsUseCase {
  final class Call: Cancellable {
    let photo: Photo
    let completion: (Photo) -> Void
    private(set) var isCancelled = false

    init(_ photo: Photo, _ completion: @escaping (Photo) -> Void) {
      self.photo = photo
      self.completion = completion
    }

    func cancel() { isCancelled = true }

    func answer(_ saleStatus: SaleStatus) {
      var photo = photo
      photo.saleStatus = saleStatus
      photo.needsDetails = false
      completion(photo)
    }
  }

  /// Several photos, which are complete when each of them was answered.
  private final class Several: Cancellable {
    var photos: [Photo]
    var calls: [Call] = []
    var leftCount: Int

    init(_ photos: [Photo]) {
      self.photos = photos
      leftCount = photos.count { $0.needsDetails }
    }

    func cancel() { for call in calls { call.cancel() } }
  }

  private(set) var calls: [Call] = []
  /// Answers immediately with this.
  var immediateStatus: SaleStatus?

  func execute(
    _ photo: Photo, ahead: [Photo], urgency: ReadingUrgency, completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    let call = Call(photo) { completion([$0]) }
    calls.append(call)
    if let immediateStatus {
      call.answer(immediateStatus)
      return nil
    }
    return call
  }

  func execute(
    _ photos: [Photo], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    let several = Several(photos)
    for (index, photo) in photos.enumerated() where photo.needsDetails {
      let call = execute(photo) { read in
        several.photos[index] = read
        several.leftCount -= 1
        if several.leftCount == 0 { completion(several.photos) }
      }
      if let call = call as? Call { several.calls.append(call) }
    }
    return several
  }
}
