import Foundation
import GalleryDomain

/// The basket of one gallery, as the user sees it.
///
/// What is shown is the stored basket with the pending edits applied to it. An edit shows at once, and is stored once
/// those before it have been; the store's answer includes what other programs did. Edits that cannot be stored stay
/// pending, and are tried again with the next one.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class BasketViewModel {
  let keepBasket: any KeepBasketUseCase
  let checkBasket: (any CheckBasketUseCase)?
  let fetchDetails: (any FetchPhotoDetailsUseCase)?
  let history: UndoHistory
  let prices: PriceText
  let now: () -> Date

  public var showFailureClosure: ((String) -> Void)?
  public var showNoticeClosure: ((String) -> Void)?
  public internal(set) var basket: Basket = .empty
  private var observers = ClosureList()

  /// Whether the store has answered.
  var isLoaded = false
  var earlyPhotos: [Photo] = []
  /// The store's last answer.
  var stored: Basket = .empty
  /// Not stored yet, in order.
  var waitingEdits: [BasketEdit] = []
  /// Whether to read the store again when the edits are stored.
  var wantsFetch = false
  var isStoring = false
  /// Whether the last edit could not be stored.
  var isHalted = false
  var hasToldFault = false
  /// Whether the last edit could not be stored, or the store could not be read.
  var isUnstored = false {
    didSet { if isUnstored != oldValue { announceBasket() } }
  }
  /// Called when no edit is pending any more.
  var storedWaiters: [() -> Void] = []
  var finishers: [CheckedContinuation<Void, Never>] = []
  var observation: (any Cancellable)?

  /// Reads photos before they are added.
  var reading: PhotoReading?
  /// The single photo that is being read.
  var readingID: Photo.ID?

  var checking: (any Cancellable)?
  var checkCount = 0
  /// Photos about which the source has said something since the start.
  var knownIDs: Set<Photo.ID> = []

  /// - Parameters:
  ///   - checkBasket: Finds out what became of the items; nil for a source that cannot be asked.
  ///   - fetchDetails: Reads photos that have not been read yet before they are added; nil adds them unread.
  ///   - history: Where the user's edits are registered for undo.
  public init(
    keepBasket: any KeepBasketUseCase,
    checkBasket: (any CheckBasketUseCase)? = nil,
    fetchDetails: (any FetchPhotoDetailsUseCase)? = nil,
    history: UndoHistory,
    prices: PriceText = PriceText(),
    now: @escaping () -> Date = { Date() }
  ) {
    self.keepBasket = keepBasket
    self.checkBasket = checkBasket
    self.fetchDetails = fetchDetails
    self.history = history
    self.prices = prices
    self.now = now
  }

  deinit {
    observation?.cancel()
    checking?.cancel()
    reading?.cancel()
  }

  // MARK: - Announcing

  public func observeBasket(_ changed: @escaping () -> Void) -> any Cancellable {
    observers.add(changed)
  }

  func announceBasket() { observers() }

  func show(_ basket: Basket) {
    guard basket != self.basket else { return }
    self.basket = basket
    announceBasket()
  }
}

extension BasketViewModel: BasketViewModelType, BasketViewModelInputs, BasketViewModelOutputs {
  public var inputs: any BasketViewModelInputs { self }
  public var outputs: any BasketViewModelOutputs { self }

  public var totals: [BasketTotal] { basket.totals }

  public var totalText: String? { BasketText.total(basket, prices: prices) }

  public var summaryText: String? {
    guard let count = shortSummaryText else { return nil }
    return joined([count, totalText], by: " · ")
  }

  public var shortSummaryText: String? {
    basket.isEmpty ? nil : BasketText.count(basket)
  }

  public var totalTexts: [BasketTotalText] { BasketText.totals(of: basket, prices: prices) }

  public var faultText: String? { isUnstored ? BasketText.notStored : nil }

  public func getCellViewModel(of item: BasketItem) -> BasketItemCellViewModel {
    BasketItemCellViewModel(item: item, prices: prices)
  }

  public var isWorking: Bool { reading != nil || checking != nil }
}
