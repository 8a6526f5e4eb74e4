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
