/// What an export tells screens.
public protocol ExportViewModelOutputs: AnyObject {
  /// Emits when `state` changed.
  var stateChangedClosure: (() -> Void)? { get set }
  /// Announced by `stateChangedClosure`.
  var state: ExportState { get }

  /// `Export 24 photos`.
  var titleText: String { get }
  /// What is wrong with a path, in a few words; nil when it may be given.
  func fault(in path: String) -> String?
  /// What is asked before something is replaced or made; nil when nothing is.
  var confirmationText: String? { get }
  /// From 0 to 1; nil while it cannot be told.
  var fraction: Double? { get }
  /// `12 of 1,000`; empty when nothing runs.
  var progressText: String { get }
  /// The photo that is being done.
  var currentTitle: String { get }
  /// What came of it, for a notice: `contact-sheet.pdf · 24 photos, 1 without a picture`; nil before.
  var outcomeText: String? { get }
  /// What went wrong, for an alert; nil when nothing did.
  var failureText: String? { get }
}

/// An export as a screen holds it: two views of the same members.
public protocol ExportViewModelType: AnyObject {
  var inputs: any ExportViewModelInputs { get }
  var outputs: any ExportViewModelOutputs { get }
}
