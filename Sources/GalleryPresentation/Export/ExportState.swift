/// Where an export stands.
public enum ExportState: Hashable, Sendable {
  case idle
  /// The person is asked what to make.
  case choosing
  /// The person is asked where to.
  case asking(ExportKind, suggestion: String)
  /// Something stands there, or a folder is missing, and the person is asked whether to go on.
  case confirming(ExportKind, path: String, target: ExportTarget)
  case running(ExportKind, ExportProgress)
  case done(ExportSummary)
  case failed(ExportFailure)
  case cancelled
}
