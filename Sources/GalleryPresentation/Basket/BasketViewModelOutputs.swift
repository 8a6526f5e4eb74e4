import GalleryDomain

/// What the basket tells screens. It is one for the whole gallery: several screens observe it.
public protocol BasketViewModelOutputs: AnyObject {
  /// Emits when the basket changed, whoever changed it.
  ///
  /// - Returns: What ends the observation; it also ends when that is let go.
  func observeBasket(_ changed: @escaping () -> Void) -> any Cancellable
  /// Emits with what went wrong, such as that the basket cannot be stored.
  var showFailureClosure: ((String) -> Void)? { get set }
  /// Emits with what was done, or why nothing was, in a few words, such as `3 photos put in the basket · u to undo`.
  var showNoticeClosure: ((String) -> Void)? { get set }

  /// As the user made it: an edit is here at once, and stored then. Announced by `observeBasket`.
  var basket: Basket { get }
  var totals: [BasketTotal] { get }
  /// What the items cost together, as in `summaryText`: `€200.00 + £65.00`; nil where none has a price. Announced by
  /// `observeBasket`.
  var totalText: String? { get }
  /// `basket 2 · €200.00`; nil while it is empty. Announced by `observeBasket`.
  var summaryText: String? { get }
  /// `basket 2`, where there is no room for the sum; nil while it is empty. Announced by `observeBasket`.
  var shortSummaryText: String? { get }
  /// What the items cost, a line a currency, and what is in no sum. Announced by `observeBasket`.
  var totalTexts: [BasketTotalText] { get }
  /// That what is in the basket is not stored, in a sentence; nil while it is. Announced by `observeBasket`.
  var faultText: String? { get }
  /// What one row of the basket shows; made on demand.
  func getCellViewModel(of item: BasketItem) -> BasketItemCellViewModel
  /// Whether photos are being read before they are put in, or the source is asked what became of the items. Announced
  /// by `observeBasket`.
  var isWorking: Bool { get }
  /// Whether photos are chosen for whoever called the program, so that nothing is bought. Never changes.
  var isChoice: Bool { get }
}

extension BasketViewModelOutputs {
  public var isChoice: Bool { false }

  /// What is said of a photo that is in it.
  public var memberText: String { isChoice ? "selected" : BasketText.inBasket }
}

/// The basket: two views of the same members.
public protocol BasketViewModelType: AnyObject {
  var inputs: any BasketViewModelInputs { get }
  var outputs: any BasketViewModelOutputs { get }
}
