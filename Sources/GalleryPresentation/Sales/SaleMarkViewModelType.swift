import GalleryDomain

/// What screens tell the marks on the user's own photos.
public protocol SaleMarkViewModelInputs: AnyObject {
  /// Call when the user marks photos for sale; the price is then asked for.
  func forSalePressed(_ photos: [Photo])

  /// Call with the answer to the question for the price, or nil if the user cancelled it.
  ///
  /// An empty text means for sale without a price, `-` removes the mark. A text with a fault does nothing.
  func priceAnswered(_ text: String?)

  /// Call with the currency that was last typed in an earlier run; it is assumed from now on.
  func currencyRecalled(_ code: String)

  /// Call when the user marks photos as not for sale.
  func notForSalePressed(_ photos: [Photo])

  /// Call when the user does not want to wait any longer: the photo that is being marked is the last. Photos that were
  /// marked until then stay marked, and are undone together.
  func stop()
}

/// What the marks tell screens. There is one view model for the whole gallery.
public protocol SaleMarkViewModelOutputs: AnyObject {
  /// Emits with the question for the price; answer with `priceAnswered(_:)`.
  var askClosure: ((SaleMarkQuestion) -> Void)? { get set }
  /// Emits with what was done, in a few words.
  var showNoticeClosure: ((String) -> Void)? { get set }
  /// Emits with what went wrong.
  var showFailureClosure: ((String) -> Void)? { get set }
  /// Emits with photos as they are now, after some were marked or marks were undone.
  var photosChangedClosure: (([Photo]) -> Void)? { get set }
  /// Emits when `progress` changed.
  var updateProgressClosure: (() -> Void)? { get set }

  /// How far marking a range has come; nil while nothing is marked, and for a single photo. Announced by
  /// `updateProgressClosure`.
  var progress: SaleMarkProgress? { get }
  /// What is wrong with a price as it is typed, in a few words; nil if it can be used.
  func fault(of text: String) -> String?
}

/// The marks: their inputs and their outputs.
public protocol SaleMarkViewModelType: AnyObject {
  var inputs: any SaleMarkViewModelInputs { get }
  var outputs: any SaleMarkViewModelOutputs { get }
}

/// The question for a price.
public struct SaleMarkQuestion: Hashable, Sendable {
  /// What it is about, and what else can be answered.
  public var title: String
  /// The price of all the photos; empty if they are not all for sale at the same price.
  public var text: String
  public var placeholder: String

  public init(title: String, text: String, placeholder: String) {
    self.title = title
    self.text = text
    self.placeholder = placeholder
  }
}

/// How far marking has come.
public struct SaleMarkProgress: Hashable, Sendable {
  public var doneCount: Int
  public var totalCount: Int
  /// `marking`, or `undoing`.
  public var label: String

  public init(doneCount: Int, totalCount: Int, label: String) {
    self.doneCount = doneCount
    self.totalCount = totalCount
    self.label = label
  }
}
