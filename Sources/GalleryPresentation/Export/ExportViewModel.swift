import GalleryDomain

/// What an export is waiting for, its progress, or its outcome.
public enum ExportState: Hashable, Sendable {
  case idle
  /// The user is asked for the path.
  case asking(suggestion: String)
  /// A file exists, or a folder is missing, and the user is asked whether to continue.
  case confirming(path: String, target: ExportTarget)
  case running(ExportProgress)
  case done(ExportSummary)
  case failed(ExportFailure)
  case cancelled
}

/// One export at a time: which photos, where to, its progress, and its outcome.
///
/// A plain class that changes synchronously, like the other view models. Answers after `cancel()`, or to an earlier
/// export, are ignored.
public final class ExportViewModel {
  /// Emits when `state` changed.
  public var stateChangedClosure: (() -> Void)?
  /// Announced by `stateChangedClosure`.
  public private(set) var state = ExportState.idle

  private let service: any ExportService
  private var selection = ExportSelection.photos([])
  /// The photos to export, while they are being gathered; nil once they are the selection.
  private var gathering: PhotoGathering?
  /// How many of the photos are not in the list.
  private var hiddenCount = 0
  /// Whether anything was written before it was cancelled.
  private var hasBegun = false
  private var kind = ExportKind.sheet
  private var running: (any Cancellable)?
  /// Which export is current; answers to others are ignored.
  private var attempt = 0

  public init(service: any ExportService) {
    self.service = service
  }

  // MARK: Inputs

  /// Call when the user wants to export photos. While an export is running, nothing happens.
  ///
  /// - Parameter hiddenCount: How many of the photos are not in the list.
  public func exportRequested(_ selection: ExportSelection, hiddenCount: Int = 0) {
    if case .running = state { return }
    guard selection.count != 0 else { return change(to: .failed(.nothing)) }
    self.selection = selection
    (self.hiddenCount, gathering, hasBegun) = (hiddenCount, nil, false)
    change(to: .asking(suggestion: service.suggestedPath))
  }

  /// Call when the user wants to export photos that may still be loading; the path is asked for meanwhile.
  public func exportRequested(_ photos: PhotoGathering) {
    guard !photos.isGathered else {
      return exportRequested(.photos(photos.photos), hiddenCount: photos.hiddenCount)
    }
    // One that is over was cancelled: there is nothing to export.
    if photos.isOver { return }
    if case .running = state { return }
    (gathering, hasBegun) = (photos, false)
    change(to: .asking(suggestion: service.suggestedPath))
  }

  /// Call when the user has entered a path; a path with a fault is ignored.
  public func pathGiven(_ path: String) {
    guard case .asking = state else { return }
    let target = service.target(at: path)
    switch target {
    case .fault: return
    case .free: run(to: path, replaces: false)
    case .fileExists, .folderMissing: change(to: .confirming(path: path, target: target))
    }
  }

  /// Call when the user agrees to what was asked.
  public func confirmed() {
    guard case .confirming(let path, _) = state else { return }
    run(to: path, replaces: true)
  }

  /// Call when the user cancels the question for the path, the confirmation, or the running export.
  public func cancel() {
    switch state {
    case .asking, .confirming:
      let gathering = gathering
      self.gathering = nil
      gathering?.cancel()
      change(to: .idle)
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

  /// `Export 24 photos`.
  public var titleText: String {
    ExportText.title(
      count: gathering?.count ?? selection.count,
      hiddenCount: gathering?.hiddenCount ?? hiddenCount)
  }

  /// What is wrong with a path, in a few words; nil if it can be used.
  public func fault(in path: String) -> String? {
    guard case .fault(let fault) = service.target(at: path) else { return nil }
    return ExportText.fault(fault)
  }

  /// The question before something is replaced or created; nil if there is nothing to ask.
  public var confirmationText: String? {
    guard case .confirming(let path, let target) = state else { return nil }
    return ExportText.question(target, path: path)
  }

  /// From 0 to 1; nil while it is not known.
  public var fraction: Double? {
    guard case .running(let progress) = state, let total = progress.total, total > 0 else {
      return nil
    }
    return min(1, max(0, Double(progress.count) / Double(total)))
  }

  /// `12 of 1,000`; empty when nothing runs.
  public var progressText: String {
    guard case .running(let progress) = state else { return "" }
    return ExportText.progress(progress)
  }

  /// The title of the photo that is being exported; empty when nothing runs.
  public var currentTitle: String {
    guard case .running(let progress) = state else { return "" }
    return progress.title
  }

  /// The outcome, for a notice: `Saved 24 photos to contact-sheet.html, 1 without a picture`; nil unless it succeeded or
  /// was cancelled.
  public var outcomeText: String? {
    switch state {
    case .done(let summary): ExportText.outcome(summary, hiddenCount: hiddenCount)
    case .cancelled: ExportText.cancelled(kind, hasBegun: hasBegun)
    default: nil
    }
  }

  /// What went wrong, for an alert; nil if nothing did.
  public var failureText: String? {
    guard case .failed(let failure) = state else { return nil }
    return ExportText.failure(failure)
  }

  // MARK: Running

  private func run(to path: String, replaces: Bool) {
    if let gathering {
      return gathering.whenGathered(
        { [weak self] photos in
          guard let self else { return }
          (self.gathering, hiddenCount) = (nil, gathering.hiddenCount)
          selection = .photos(photos)
          guard !photos.isEmpty else { return change(to: .failed(.nothing)) }
          run(to: path, replaces: replaces)
        },
        cancelled: { [weak self] in
          self?.gathering = nil
          self?.change(to: .cancelled)
        })
    }
    (kind, hasBegun) = (ExportKind(path: path), true)
    attempt += 1
    let current = attempt
    change(to: .running(ExportProgress(count: 0, total: selection.count)))
    // A service may answer before its method has returned.
    let export = service.export(
      selection, to: path, replaces: replaces,
      progress: { [weak self] progress in
        guard let self, attempt == current else { return }
        change(to: .running(progress))
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
