import Foundation
import GalleryDomain

/// The basket of one gallery, as the user has it.
///
/// What is on the screen is what is stored with the edits on their way carried out over it. An edit is there at once,
/// and goes to the store when those before it have come back; the store answers with what other programs did as well.
/// Edits that cannot be stored stay where they are, and are tried again with the next one.
///
/// Bound to no actor and not `Sendable`, as `PhotoListViewModel`.
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
  /// As the store answered last.
  var stored: Basket = .empty
  /// On their way to the store, the first one first.
  var waitingEdits: [BasketEdit] = []
  /// The store is asked again when the edits are through.
  var wantsFetch = false
  var isStoring = false
  /// The last edit came back as it was.
  var isHalted = false
  var hasToldFault = false
  /// What was done last could not be stored, or the store could not be read.
  var isUnstored = false {
    didSet { if isUnstored != oldValue { announceBasket() } }
  }
  /// Told when no edit is on its way any more.
  var storedWaiters: [() -> Void] = []
  var finishers: [CheckedContinuation<Void, Never>] = []
  var observation: (any Cancellable)?

  /// Of photos that are read before they are put in.
  var reading: PhotoReading?
  /// The single photo that is being read.
  var readingID: Photo.ID?

  var checking: (any Cancellable)?
  var checkCount = 0
  /// The source has said something of these since the start.
  var knownIDs: Set<Photo.ID> = []

  /// - Parameters:
  ///   - checkBasket: Finds out what became of the items; nil for a source that cannot be asked.
  ///   - fetchDetails: Reads photos that are not read yet before they are put in.
  ///   - history: Takes up what the user does.
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
