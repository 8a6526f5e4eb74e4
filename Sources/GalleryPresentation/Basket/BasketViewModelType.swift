import GalleryDomain

/// The inputs of the basket.
public protocol BasketViewModelInputs: AnyObject {
  /// Call when the gallery, the basket or the order form is opened: reads the basket again, because another instance of
  /// Vitrine may have changed it.
  func refresh()

  /// Call when the user adds or removes a photo. A photo that is not for sale, or whose source does not say, is refused
  /// with a notice.
  ///
  /// - Parameter photo: Read, because only then it is known whether it is for sale.
  func toggle(_ photo: Photo)

  /// Call when the user adds a range of photos; those that are not for sale are counted, not refused one by one. If there
  /// is nothing to add, the photos that are in the basket are removed.
  ///
  /// - Parameters:
  ///   - photos: Read.
  ///   - hidden: Those of the photos that are not in the list.
  func toggle(_ photos: [Photo], hidden: Set<Photo.ID>)

  /// Call when the user removes items.
  func remove(_ ids: [Photo.ID])

  /// Call when the user empties the basket. Like all edits by the user, this can be undone (`UndoHistory`).
  func clear()

  /// Call with the list of the source: what it shows, as the source has it now, replaces what the basket knows of it.
  func follow(_ list: any PhotoListViewModelType)

  /// Call with photos as their source has them now, whenever some have arrived; not with stored rows
  /// (`PhotoListViewModelOutputs.ageText`), because they may be older than the basket's.
  func photosArrived(_ photos: [Photo])

  /// Call when the basket is shown: asks the source about the items that have not arrived since the start, or whose price
  /// has ended. A source on the network gets at most a few requests, and is not asked about the same items again while the
  /// program runs, unless a price of theirs ends.
  func check()

  /// Call when the basket is no longer shown: cancels `check()`.
  func cancelCheck()

  /// Call when an order was placed, with the ordered items: removes them, without undo. Items that were added again
  /// since then stay.
  ///
  /// - Parameters:
  ///   - items: As they were ordered.
  ///   - stored: Called once the basket is stored without them; never called if it cannot be stored.
  func ordered(_ items: [BasketItem], stored: @escaping () -> Void)

  /// Call when the user adds the items of an earlier order again; those already in the basket stay as they are.
  func putBack(_ items: [BasketItem])
}

/// The outputs of the basket. There is one basket for the whole gallery: several screens observe it.
public protocol BasketViewModelOutputs: AnyObject {
  /// Calls `changed` when the basket, or anything shown with it, has changed.
  ///
  /// - Returns: Ends the observation when it is cancelled or released.
  func observeBasket(_ changed: @escaping () -> Void) -> any Cancellable
  /// Emits with what went wrong, such as that the basket cannot be stored.
  var showFailureClosure: ((String) -> Void)? { get set }
  /// Emits with what was done, or why nothing was, in a few words, such as `Added 3 photos to basket · u to undo`.
  var showNoticeClosure: ((String) -> Void)? { get set }
  /// Emits a photo that can't be added by itself, and why, such as `This item is not for sale`.
  var refuseClosure: ((Photo, String) -> Void)? { get set }

  /// The basket with all edits, stored or not. Announced by `observeBasket`.
  var basket: Basket { get }
  var totals: [BasketTotal] { get }
  /// What the items cost together, as in `summaryText`: `€200.00 + £65.00`; nil if none has a price. Announced by
  /// `observeBasket`.
  var totalText: String? { get }
  /// `basket 2 · €200.00`; nil while it is empty. Announced by `observeBasket`.
  var summaryText: String? { get }
  /// `basket 2`, where there is no room for the sum; nil while it is empty. Announced by `observeBasket`.
  var shortSummaryText: String? { get }
  /// What the items cost, one line per currency, and the items that are in no sum. Announced by `observeBasket`.
  var totalTexts: [BasketTotalText] { get }
  /// A sentence that the basket is not stored; nil if it is. Announced by `observeBasket`.
  var faultText: String? { get }
  /// What one row of the basket shows; made on demand.
  func getCellViewModel(of item: BasketItem) -> BasketItemCellViewModel
  /// Whether the source is being asked about the items. Announced by `observeBasket`.
  var isWorking: Bool { get }
}

/// The basket: its inputs and its outputs.
public protocol BasketViewModelType: AnyObject {
  var inputs: any BasketViewModelInputs { get }
  var outputs: any BasketViewModelOutputs { get }
}
