import GalleryDomain
import GalleryPresentation

/// Exports that go on when the test says so, unless they were cancelled.
public final class ScriptedExports: ExportService {
  public final class Run: Cancellable {
    public let selection: ExportSelection
    public let path: String
    public let replaces: Bool
    private let advance: (ExportProgress) -> Void
    private let complete: (Result<ExportSummary, ExportFailure>) -> Void
    public private(set) var isCancelled = false

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

    public func progress(_ progress: ExportProgress) { if !isCancelled { advance(progress) } }

    public func completion(_ result: Result<ExportSummary, ExportFailure>) {
      if !isCancelled { complete(result) }
    }

    public func cancel() { isCancelled = true }
  }

  public private(set) var runs: [Run] = []
  public var targets: [String: ExportTarget] = [:]
  /// Answered before `export` returns.
  public var immediateResult: Result<ExportSummary, ExportFailure>?

  public var suggestedPath = "~/sheet.html"

  public init() {}

  public func target(at path: String) -> ExportTarget { targets[path] ?? .free }

  public func export(
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
