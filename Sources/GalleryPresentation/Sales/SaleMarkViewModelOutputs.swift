import GalleryDomain

/// What the marks tell screens. They are one for the whole gallery.
public protocol SaleMarkViewModelOutputs: AnyObject {
  /// Emits when the price is to be asked for; answer with `priceAnswered(_:)`.
  var askClosure: ((SaleMarkQuestion) -> Void)? { get set }
  /// Emits with what was done, in a few words.
  var showNoticeClosure: ((String) -> Void)? { get set }
  /// Emits with what went wrong.
  var showFailureClosure: ((String) -> Void)? { get set }
  /// Emits with photos as they are now, when some were marked or marks were taken back.
  var photosChangedClosure: (([Photo]) -> Void)? { get set }
  /// Emits when `progress` changed.
  var updateProgressClosure: (() -> Void)? { get set }

  /// How far the photos of a range are marked; nil while nothing is under way, and for a single photo. Announced by
  /// `updateProgressClosure`.
  var progress: SaleMarkProgress? { get }
  /// What is wrong with a price as it is typed, in a few words; nil when it may be given.
  func fault(of text: String) -> String?
}

/// The marks: two views of the same members.
public protocol SaleMarkViewModelType: AnyObject {
  var inputs: any SaleMarkViewModelInputs { get }
  var outputs: any SaleMarkViewModelOutputs { get }
}

/// The question for a price.
public struct SaleMarkQuestion: Hashable, Sendable {
  /// What it is about, and what else may be answered.
  public var title: String
  /// The price that all the photos have now; empty where they have none, or not the same.
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
