import GalleryDomain
import GalleryPresentation

/// Exports that go on when the test says so.
final class ScriptedExports: ExportService {
  final class Run: Cancellable {
    let selection: ExportSelection
    let kind: ExportKind
    let path: String
    let replaces: Bool
    let progress: (ExportProgress) -> Void
    let completion: (Result<ExportSummary, ExportFailure>) -> Void
    var isCancelled = false

    init(
      _ selection: ExportSelection, _ kind: ExportKind, _ path: String, _ replaces: Bool,
      _ progress: @escaping (ExportProgress) -> Void,
      _ completion: @escaping (Result<ExportSummary, ExportFailure>) -> Void
    ) {
      self.selection = selection
      self.kind = kind
      self.path = path
      self.replaces = replaces
      self.progress = progress
      self.completion = completion
    }

    func cancel() { isCancelled = true }
  }

  private(set) var runs: [Run] = []
  var targets: [String: ExportTarget] = [:]
  /// Answered before `export` returns.
  var immediateResult: Result<ExportSummary, ExportFailure>?

  func suggestedPath(for kind: ExportKind) -> String { "~/sheet.\(kind.rawValue)" }

  func target(at path: String, for kind: ExportKind) -> ExportTarget {
    targets[path] ?? .free(kind: kind)
  }

  func export(
    _ selection: ExportSelection, as kind: ExportKind, to path: String, replaces: Bool,
    progress: @escaping (ExportProgress) -> Void,
    completion: @escaping (Result<ExportSummary, ExportFailure>) -> Void
  ) -> any Cancellable {
    let run = Run(selection, kind, path, replaces, progress, completion)
    runs.append(run)
    if let immediateResult { completion(immediateResult) }
    return run
  }
}
