import GalleryDomain
import GalleryPresentation

/// Exports that go on when the test says so, unless they were cancelled.
final class ScriptedExports: ExportService {
  final class Run: Cancellable {
    let selection: ExportSelection
    let path: String
    let replaces: Bool
    private let advance: (ExportProgress) -> Void
    private let complete: (Result<ExportSummary, ExportFailure>) -> Void
    private(set) var isCancelled = false

    init(
      _ selection: ExportSelection, _ path: String, _ replaces: Bool,
      _ progress: @escaping (ExportProgress) -> Void,
      _ completion: @escaping (Result<ExportSummary, ExportFailure>) -> Void
    ) {
      self.selection = selection
      self.path = path
      self.replaces = replaces
      advance = progress
      complete = completion
    }

    func progress(_ progress: ExportProgress) { if !isCancelled { advance(progress) } }

    func completion(_ result: Result<ExportSummary, ExportFailure>) {
      if !isCancelled { complete(result) }
    }

    func cancel() { isCancelled = true }
  }

  private(set) var runs: [Run] = []
  var targets: [String: ExportTarget] = [:]
  /// Answered before `export` returns.
  var immediateResult: Result<ExportSummary, ExportFailure>?

  var suggestedPath: String { "~/sheet.html" }

  func target(at path: String) -> ExportTarget { targets[path] ?? .free }

  func export(
    _ selection: ExportSelection, to path: String, replaces: Bool,
    progress: @escaping (ExportProgress) -> Void,
    completion: @escaping (Result<ExportSummary, ExportFailure>) -> Void
  ) -> any Cancellable {
    let run = Run(selection, path, replaces, progress, completion)
    runs.append(run)
    if let immediateResult { completion(immediateResult) }
    return run
  }
}
