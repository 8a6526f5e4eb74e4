/// What screens tell an export.
public protocol ExportViewModelInputs: AnyObject {
  /// Call when the user wants to export photos. While an export is running, nothing happens.
  func exportRequested(_ selection: ExportSelection)

  /// Call when the user has chosen what to make.
  func chosen(_ kind: ExportKind)

  /// Call when the user has said where to; one with a fault is not taken.
  func pathGiven(_ path: String)

  /// Call when the user agrees to what was asked.
  func confirmed()

  /// Call when the user leaves the chooser, the question for the path or the confirmation, or cancels the export
  /// that is running.
  func cancel()
}
