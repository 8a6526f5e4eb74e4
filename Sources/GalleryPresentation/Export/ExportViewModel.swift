import GalleryDomain

/// One export after the other: what, where to, how far, and with what outcome.
///
/// A plain class that changes synchronously, like the other view models. What a service answers after `cancel()`, or to
/// an earlier export, is ignored.
public final class ExportViewModel: ExportViewModelInputs, ExportViewModelOutputs,
  ExportViewModelType
{
  public var stateChangedClosure: (() -> Void)?
  public private(set) var state = ExportState.idle

  private let service: any ExportService
  private var selection = ExportSelection.photos([])
  private var kind = ExportKind.pdf
  private var running: (any Cancellable)?
  /// Which export is current; answers to others are ignored.
  private var attempt = 0

  public init(service: any ExportService) {
    self.service = service
  }

  public var inputs: any ExportViewModelInputs { self }
  public var outputs: any ExportViewModelOutputs { self }

  // MARK: Inputs

  public func exportRequested(_ selection: ExportSelection) {
    if case .running = state { return }
    guard selection.count != 0 else { return change(to: .failed(.nothing)) }
    self.selection = selection
    change(to: .choosing)
  }

  public func chosen(_ kind: ExportKind) {
    guard state == .choosing else { return }
    self.kind = kind
    change(to: .asking(kind, suggestion: service.suggestedPath(for: kind)))
  }

  public func pathGiven(_ path: String) {
    guard case .asking(let kind, _) = state else { return }
    let target = service.target(at: path, for: kind)
    switch target {
    case .fault: return
    case .free(let kind): run(kind, to: path, replaces: false)
    case .fileExists(let kind): change(to: .confirming(kind, path: path, target: target))
    case .folderMissing: change(to: .confirming(kind, path: path, target: target))
    }
  }

  public func confirmed() {
    guard case .confirming(let kind, let path, _) = state else { return }
    run(kind, to: path, replaces: true)
  }

  public func cancel() {
    switch state {
    case .choosing, .asking, .confirming: change(to: .idle)
    case .running:
      attempt += 1
      let export = running
      running = nil
      export?.cancel()
      change(to: .cancelled)
    case .idle, .done, .failed, .cancelled: break
    }
  }

  // MARK: Outputs

  public var titleText: String { ExportText.title(count: selection.count) }

  public func fault(in path: String) -> String? {
    guard case .fault(let fault) = service.target(at: path, for: kind) else { return nil }
    return ExportText.fault(fault)
  }

  public var confirmationText: String? {
    guard case .confirming(_, let path, let target) = state else { return nil }
    return ExportText.question(target, path: path)
  }

  public var fraction: Double? {
    guard case .running(_, let progress) = state, let total = progress.total, total > 0 else {
      return nil
    }
    return min(1, max(0, Double(progress.count) / Double(total)))
  }

  public var progressText: String {
    guard case .running(_, let progress) = state else { return "" }
    return ExportText.progress(progress)
  }

  public var currentTitle: String {
    guard case .running(_, let progress) = state else { return "" }
    return progress.title
  }

  public var outcomeText: String? {
    switch state {
    case .done(let summary): ExportText.outcome(summary)
    case .cancelled: ExportText.cancelled(kind)
    default: nil
    }
  }

  public var failureText: String? {
    guard case .failed(let failure) = state else { return nil }
    return ExportText.failure(failure)
  }

  // MARK: Running

  private func run(_ kind: ExportKind, to path: String, replaces: Bool) {
    self.kind = kind
    attempt += 1
    let current = attempt
    change(to: .running(kind, ExportProgress(count: 0, total: selection.count)))
    // A service may answer before its method has returned.
    let export = service.export(
      selection, as: kind, to: path, replaces: replaces,
      progress: { [weak self] progress in
        guard let self, attempt == current else { return }
        change(to: .running(kind, progress))
      },
      completion: { [weak self] result in
        guard let self, attempt == current else { return }
        attempt += 1
        running = nil
        switch result {
        case .success(let summary): change(to: .done(summary))
        case .failure(let failure): change(to: .failed(failure))
        }
      })
    if attempt == current { running = export }
  }

  private func change(to state: ExportState) {
    guard state != self.state else { return }
    self.state = state
    stateChangedClosure?()
  }
}

extension PhotoListViewModelOutputs {
  /// All rows of the list, loaded or not, in their order.
  public var exportedListing: ExportSelection {
    switch footer {
    case .noMorePhotos, .endedEarly: .listing(shownQuery, total: numberOfCells)
    default: .listing(shownQuery, total: nil)
    }
  }
}
