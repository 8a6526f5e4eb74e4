import Foundation
import GalleryDomain

/// The basket of one gallery, as the user sees it.
///
/// What is shown is the stored basket with the edits applied that are not stored yet: an edit shows at once, and is stored
/// in its turn, without waiting for edits of photos, whose disk may not answer. The store's answer includes what other
/// programs did. Nothing else has a copy of an edit, so one that can't be stored is not taken back: it is tried again with
/// the next one, when the basket is read, and before the end.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class BasketViewModel {
  private let keepBasket: any KeepBasketUseCase
  private let checkBasket: (any CheckBasketUseCase)?
  private let keys: KeyHints
  private let history: UndoHistory
  private let now: () -> Date

  /// Emits with what went wrong, such as that the basket cannot be stored.
  public var showFailureClosure: ((String) -> Void)?
  /// Emits with what was done, or why nothing was, in a few words, such as `Added 3 photos to basket · u to undo`.
  public var showNoticeClosure: ((String) -> Void)?
  /// Emits a photo that can't be added by itself, and why, such as `This item is not for sale`.
  public var refuseClosure: ((Photo, String) -> Void)?
  /// The basket with all edits, stored or not. Announced by `observeBasket`, like all that is shown with it.
  public private(set) var basket: Basket = .empty
  private var observers = ClosureList()

  /// The edits that are not stored, in order, each with what is called once it is.
  private var unstored: [(edit: BasketEdit, stored: () -> Void)] = []
  /// Whether the basket is to be fetched after that.
  private var awaitsFetch = false
  /// Whether the first of the edits is being stored, or the store is being read.
  private var isBusy = false
  /// Whether the first of the edits could not be stored; those after it must not be stored before it.
  private var isHeld = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  private var hasShownFailure = false
  /// Whether the last edit could not be stored, or the store could not be read.
  private var isUnstored = false {
    didSet { if isUnstored != oldValue { announceBasket() } }
  }
  /// Observations of the list, and of the basket itself.
  private var following: [any Cancellable] = []

  private var checking: (any Cancellable)?
  /// Photos that the source has reported on since the start.
  private var knownIDs: Set<Photo.ID> = []

  /// - Parameters:
  ///   - keepBasket: Reads and stores the basket.
  ///   - checkBasket: Asks the source about the items; nil for a source that can't be asked.
  ///   - keys: Those that its texts name.
  ///   - history: Where edits by the user are registered for undo.
  ///   - now: The clock, for when an item was added.
  public init(
    keepBasket: any KeepBasketUseCase,
    checkBasket: (any CheckBasketUseCase)? = nil,
    keys: KeyHints = KeyHints(), history: UndoHistory,
    now: @escaping () -> Date = { Date() }
  ) {
    self.keepBasket = keepBasket
    self.checkBasket = checkBasket
    self.keys = keys
    self.history = history
    self.now = now
  }

  deinit { checking?.cancel() }

  /// Calls `changed` when the basket, or anything shown with it, has changed. Several screens observe it.
  ///
  /// - Returns: Ends the observation when it is cancelled or released.
  public func observeBasket(_ changed: @escaping () -> Void) -> any Cancellable {
    observers.add(changed)
  }

  private func announceBasket() { observers() }

  private func show(_ basket: Basket) {
    guard basket != self.basket else { return }
    self.basket = basket
    announceBasket()
  }
}

// MARK: Outputs

extension BasketViewModel {
  /// What the items cost together: `€200.00 + £65.00`; nil if none has a price.
  public var totalText: String? { BasketText.total(basket) }

  /// `basket 2 · €200.00`; nil while it is empty.
  public var summaryText: String? { shortSummaryText.map { joined([$0, totalText], by: " · ") } }

  /// `basket 2`, where there is no room for the sum; nil while it is empty.
  public var shortSummaryText: String? { basket.isEmpty ? nil : BasketText.count(basket) }

  /// What the items cost, one line per currency, and the items that are in no sum.
  public var totalTexts: [BasketTotalText] { BasketText.totals(of: basket) }

  /// Says that the basket is not stored; nil if it is.
  public var faultText: String? { isUnstored ? BasketText.notStored : nil }

  /// What one row of the basket shows; made on demand.
  public func getCellViewModel(of item: BasketItem) -> BasketItemCellViewModel {
    BasketItemCellViewModel(item: item)
  }

  /// Whether the source is being asked about the items.
  public var isWorking: Bool { checking != nil }
}

// MARK: Adding and removing

extension BasketViewModel {
  /// Call when the user removes items.
  public func remove(_ ids: [Photo.ID]) {
    remove(items: items(ids), { [keys] in BasketText.removed($0, keys: keys) }, BasketText.removing)
  }

  /// Call when the user empties the basket. Like all edits by the user, this can be undone (`UndoHistory`).
  public func clear() {
    remove(
      items: basket.items, { [keys] _ in BasketText.cleared(keys: keys) },
      { _ in BasketText.clearing })
  }

  /// Call when an order was placed, with the ordered items: removes them, without undo. Items that were added again
  /// since then stay.
  ///
  /// - Parameters:
  ///   - items: As they were ordered.
  ///   - stored: Called once the basket is stored without them; never called if it cannot be stored.
  public func ordered(_ items: [BasketItem], stored: @escaping () -> Void) {
    // Also if the basket doesn't have them: another instance of Vitrine may have added them.
    perform(.removeOrdered(items), stored: stored)
  }

  /// Call when the user adds the items of an earlier order again; those already in the basket stay as they are.
  public func putBack(_ items: [BasketItem]) {
    let missing = items.filter { !basket.contains($0.id) }
    guard !missing.isEmpty else {
      showNoticeClosure?(BasketText.isThere(items))
      return
    }
    put(
      in: zip(missing, choosingDates(missing.count)).map { item, date in
        BasketItem(photo: item.photo, chosenPrice: item.chosenPrice, addedAt: date)
      }, refused: 0)
  }

  /// Call when the user adds photos; those that are not for sale are counted, and a single one is refused with the
  /// reason. If there is nothing to add, the photos that are in the basket are removed.
  ///
  /// - Parameters:
  ///   - photos: Read, because only then it is known whether they are for sale.
  ///   - hidden: Those of the photos that are not in the list.
  public func toggle(_ photos: [Photo], hidden: Set<Photo.ID> = []) {
    var seen: Set<Photo.ID> = []
    let photos = photos.filter { seen.insert($0.id).inserted }
    let new = photos.filter { $0.saleStatus == .forSale && !basket.contains($0.id) }
    let present = items(photos.map(\.id))
    if !new.isEmpty {
      put(in: new, refused: photos.count - new.count - present.count, hidden: hidden)
    } else if !present.isEmpty {
      remove(
        items: present, { [keys] in BasketText.removed($0, hidden: hidden, keys: keys) },
        BasketText.removing)
    } else if photos.count == 1, let refusal = BasketText.refusal(photos[0], keys: keys) {
      refuseClosure?(photos[0], refusal)
    } else if !photos.isEmpty {
      showNoticeClosure?(BasketText.noneForSale)
    }
  }

  private func put(in photos: [Photo], refused: Int, hidden: Set<Photo.ID> = []) {
    knownIDs.formUnion(photos.map(\.id))
    put(
      in: zip(photos, choosingDates(photos.count)).map { BasketItem($0, addedAt: $1) },
      refused: refused, hidden: hidden)
  }

  private func put(in items: [BasketItem], refused: Int, hidden: Set<Photo.ID> = []) {
    perform(.add(items))
    let ids = items.map(\.id)
    history.register(BasketText.adding(items)) { [weak self] in self?.undoAdding(ids) }
    showNoticeClosure?(BasketText.added(items, refused: refused, hidden: hidden, keys: keys))
  }

  private func remove(
    items: [BasketItem], _ notice: ([BasketItem]) -> String,
    _ undo: @escaping ([BasketItem]) -> String
  ) {
    guard !items.isEmpty else { return }
    perform(.remove(items.map(\.id)))
    history.register(undo(items)) { [weak self] in self?.undoRemoving(items).map(undo) }
    showNoticeClosure?(notice(items))
  }

  /// Items that were ordered or removed elsewhere in the meantime are not removed again.
  private func undoAdding(_ ids: [Photo.ID]) -> String? {
    let present = items(ids)
    guard !present.isEmpty else { return nil }
    perform(.remove(present.map(\.id)))
    return BasketText.adding(present)
  }

  /// - Returns: The restored items, without those that are in the basket again; nil if there were none.
  private func undoRemoving(_ items: [BasketItem]) -> [BasketItem]? {
    let missing = items.filter { !basket.contains($0.id) }
    guard !missing.isEmpty else { return nil }
    perform(.restore(missing))
    return missing
  }

  /// The items of the basket with these ids, in the basket's order.
  private func items(_ ids: [Photo.ID]) -> [BasketItem] {
    let ids = Set(ids)
    return basket.items.filter { ids.contains($0.id) }
  }

  /// Dates after those of all items, even if the clock was set back, because the basket is sorted by them. A date can
  /// hold microseconds until the year 2255.
  private func choosingDates(_ count: Int) -> [Date] {
    let step = 1e-6
    var date = now()
    if let last = basket.items.last?.addedAt, last >= date { date = last + step }
    return (0..<count).map { date + Double($0) * step }
  }
}

// MARK: Storing, one edit after the other

extension BasketViewModel {
  /// Call when the gallery, the basket or the order form is opened: reads the basket again, because another instance of
  /// Vitrine may have changed it.
  public func refresh() {
    awaitsFetch = true
    tryAgain()
  }

  /// Call before quitting; returns when all edits are stored, or cannot be.
  public func finish() async {
    tryAgain()
    guard isBusy else { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  /// What was not stored by the end of `finish()`, or when the user stopped waiting; nil if everything was.
  public var unwrittenText: String? { unstored.isEmpty ? nil : BasketText.unwritten }

  /// Shows an edit at once, and stores it in its turn.
  ///
  /// - Parameter stored: Called once it is stored.
  private func perform(_ edit: BasketEdit, stored: @escaping () -> Void = {}) {
    var isStored = false
    let noteStored = {
      isStored = true
      stored()
    }
    unstored.append((edit, noteStored))
    // First: what observers do to the basket because of it comes after it.
    tryAgain()
    if !isStored { show(basket.applying(edit)) }
  }

  private func tryAgain() {
    isHeld = false
    askStore()
  }

  private func askStore() {
    guard !isBusy else { return }
    if !isHeld, let (edit, _) = unstored.first {
      isBusy = true
      keepBasket.execute(edit) { [self] in storeAnswered($0, isEdit: true) }
    } else if awaitsFetch {
      (isBusy, awaitsFetch) = (true, false)
      keepBasket.fetch { [self] in storeAnswered($0, isEdit: false) }
    } else {
      let waiters = waiters
      self.waiters = []
      for waiter in waiters { waiter.resume() }
    }
  }

  private func storeAnswered(_ result: Result<Basket, BasketError>, isEdit: Bool) {
    isBusy = false
    switch result {
    case .success(let basket):
      let stored = isEdit ? unstored.removeFirst().stored : {}
      // Includes the edits since.
      show(unstored.reduce(basket) { $0.applying($1.edit) })
      if unstored.isEmpty || isEdit { isUnstored = false }
      stored()
    case .failure(let error):
      if isEdit { isHeld = true }
      isUnstored = true
      if !hasShownFailure {
        hasShownFailure = true
        showFailureClosure?(BasketText.message(for: error))
      }
    }
    askStore()
  }
}

// MARK: Asking the source about the items

extension BasketViewModel {
  /// Call with the list of the source: what it shows, as the source has it now, replaces what the basket knows of it.
  public func follow(_ list: any PhotoListViewModelType) {
    let follow = { [weak self, weak list] in
      if let self, let list { updateItems(shownIn: list.outputs) }
    }
    following = [list.outputs.observeRows(follow), observeBasket(follow)]
  }

  /// More rows than these are not near the screen.
  private static let rowsAround = 500

  /// What was stored of the rows says less than the basket knows, and so does a row whose price has ended.
  private func updateItems(shownIn list: any PhotoListViewModelOutputs) {
    guard !basket.isEmpty, list.ageText == nil else { return }
    let shown = list.displayedRows
    let rows = (shown.lowerBound - Self.rowsAround..<shown.upperBound + Self.rowsAround)
      .clamped(to: 0..<list.numberOfCells)
    let photos = rows.compactMap { row -> Photo? in
      guard let photo = list.photo(at: IndexPath(row: row, section: 0)), !photo.needsDetails,
        !photo.priceHasEnded(by: now()), basket.contains(photo.id)
      else { return nil }
      return photo
    }
    if !photos.isEmpty { photosArrived(photos) }
  }

  /// Call with photos as their source has them now, whenever some have arrived; not with stored rows
  /// (`PhotoListViewModelOutputs.ageText`), because they may be older than the basket's.
  public func photosArrived(_ photos: [Photo]) {
    let present = photos.filter { basket.contains($0.id) }
    guard !present.isEmpty else { return }
    knownIDs.formUnion(present.lazy.filter { !$0.needsDetails }.map(\.id))
    update(present)
  }

  /// Call when the basket is shown: asks the source about the items that have not arrived since the start, or whose price
  /// has ended. A source on the network gets at most a few requests, and is not asked about the same items again while the
  /// program runs, unless a price of theirs ends.
  public func check() {
    guard checking == nil, let checkBasket else { return }
    let photos = basket.items.map(\.photo).filter {
      !knownIDs.contains($0.id) || $0.priceHasEnded(by: now())
    }
    guard !photos.isEmpty else { return }
    var hasEnded = false
    let checking = checkBasket.execute(photos) { [weak self] check in
      hasEnded = true
      self?.receive(check, of: photos)
    }
    guard !hasEnded else { return }
    self.checking = checking
    announceBasket()
  }

  /// Call when the basket is no longer shown: cancels `check()`.
  public func cancelCheck() {
    guard let checking else { return }
    checking.cancel()
    self.checking = nil
    announceBasket()
  }

  private func receive(_ check: BasketCheck, of photos: [Photo]) {
    let wasChecking = checking != nil
    checking = nil
    if check.isAnswered { knownIDs.formUnion(photos.map(\.id)) }
    let before = basket
    update(check.found.filter { basket.contains($0.id) })
    let gone = check.gone.filter { basket.item($0)?.isGone == false }
    if !gone.isEmpty { perform(.setGone(gone, true)) }
    if wasChecking, basket == before { announceBasket() }
  }

  /// Stores only what has changed.
  private func update(_ photos: [Photo]) {
    let news = photos.filter { photo in
      basket.item(photo.id).map { $0.updated(with: photo) != $0 } ?? false
    }
    if !news.isEmpty { perform(.update(news)) }
  }
}

/// What one row of the basket shows.
public struct BasketItemCellViewModel: Hashable, Sendable {
  public let titleText: String
  /// Author and camera, joined with ` · `; what is missing is left out.
  public let descText: String
  /// What it costs now: `€90.00`, `€90.00 until 3 May` once that has passed, or `no price`.
  public let priceText: String
  /// What has changed since it was chosen: `was €80.00, now €90.00`, `no longer for sale`, `gone from the source`; nil
  /// if nothing has.
  public let changeText: String?
  /// Whether it can still be bought, and is in the total.
  public let isAvailable: Bool

  init(item: BasketItem) {
    let photo = item.photo
    titleText = photo.name
    descText = joined([photo.author, photo.camera], by: " · ")
    priceText = PriceText.text(of: photo) ?? "no price"
    changeText = item.change.map { BasketText.change($0, now: photo.price) }
    isAvailable = item.isAvailable
  }
}
