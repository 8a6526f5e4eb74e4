import GalleryDomain

/// What the basket tells screens. There is one basket for the whole gallery: several screens observe it.
public protocol BasketViewModelOutputs: AnyObject {
  /// Calls `changed` when the basket, or what is shown with it, has changed.
  ///
  /// - Returns: What ends the observation; releasing it ends it too.
  func observeBasket(_ changed: @escaping () -> Void) -> any Cancellable
  /// Emits with what went wrong, such as that the basket cannot be stored.
  var showFailureClosure: ((String) -> Void)? { get set }
  /// Emits with what was done, or why nothing was, in a few words, such as `Added 3 photos to basket · u to undo`.
  var showNoticeClosure: ((String) -> Void)? { get set }

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
  /// Whether photos are being read before they are added, or the source is being asked about the items. Announced by
  /// `observeBasket`.
  var isWorking: Bool { get }
  /// Whether photos are chosen for the program that started Vitrine, so that nothing is bought. Never changes.
  var isChoice: Bool { get }
}

extension BasketViewModelOutputs {
  public var isChoice: Bool { false }

  /// How a photo in the basket is labelled.
  public var memberText: String { isChoice ? "selected" : BasketText.inBasket }
}

/// The basket: its inputs and its outputs.
public protocol BasketViewModelType: AnyObject {
  var inputs: any BasketViewModelInputs { get }
  var outputs: any BasketViewModelOutputs { get }
}
