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
