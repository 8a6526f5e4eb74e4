/// What screens tell an export.
public protocol ExportViewModelInputs: AnyObject {
  /// Call when the user wants to export photos. While an export is running, nothing happens.
  func exportRequested(_ selection: ExportSelection)

  /// Call when the user has chosen what to make.
  func chosen(_ kind: ExportKind)

  /// Call when the user has entered a path; a path with a fault is ignored.
  func pathGiven(_ path: String)

  /// Call when the user agrees to what was asked.
  func confirmed()

  /// Call when the user leaves the chooser, the question for the path or the confirmation, or cancels the running
  /// export.
  func cancel()
}

/// What an export tells screens.
public protocol ExportViewModelOutputs: AnyObject {
  /// Emits when `state` changed.
  var stateChangedClosure: (() -> Void)? { get set }
  /// Announced by `stateChangedClosure`.
  var state: ExportState { get }

  /// `Export 24 photos`.
  var titleText: String { get }
  /// What is wrong with a path, in a few words; nil if it can be used.
  func fault(in path: String) -> String?
  /// The question before something is replaced or created; nil if nothing is to be asked.
  var confirmationText: String? { get }
  /// From 0 to 1; nil while it is not known.
  var fraction: Double? { get }
  /// `12 of 1,000`; empty when nothing runs.
  var progressText: String { get }
  /// The title of the photo that is being exported; empty when nothing runs.
  var currentTitle: String { get }
  /// The outcome, for a notice: `Saved 24 photos to contact-sheet.pdf, 1 without a picture`; nil unless it succeeded or
  /// was cancelled.
  var outcomeText: String? { get }
  /// What went wrong, for an alert; nil when nothing did.
  var failureText: String? { get }
}

/// An export as a screen uses it: its inputs and its outputs.
public protocol ExportViewModelType: AnyObject {
  var inputs: any ExportViewModelInputs { get }
  var outputs: any ExportViewModelOutputs { get }
}

/// What an export is waiting for, how far it is, or its outcome.
public enum ExportState: Hashable, Sendable {
  case idle
  /// The user is asked for the kind of export.
  case choosing
  /// The user is asked for the path.
  case asking(ExportKind, suggestion: String)
  /// A file exists, or a folder is missing, and the user is asked whether to go on.
  case confirming(ExportKind, path: String, target: ExportTarget)
  case running(ExportKind, ExportProgress)
  case done(ExportSummary)
  case failed(ExportFailure)
  case cancelled
}
