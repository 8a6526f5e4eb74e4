import GalleryDomain

/// One export at a time: asks where to, shows its progress, and says what became of it.
///
/// A plain class that changes synchronously, like the other view models.
public final class ExportViewModel {
  /// Emits with the question for the path.
  public var askClosure: ((TextQuestion) -> Void)?
  /// Emits with a confirmation before something is replaced or created; call the closure if the user agrees.
  public var confirmClosure:
    ((_ title: String, _ message: String, _ confirmed: @escaping () -> Void) -> Void)?
  /// Emits when `progress` changed.
  public var updateProgressClosure: (() -> Void)?
  /// Emits with the outcome: `Saved 24 photos to contact-sheet.html, 1 without a picture`.
  public var showNoticeClosure: ((String) -> Void)?
  /// Emits with what went wrong.
  public var showFailureClosure: ((String) -> Void)?

  /// nil unless an export runs; its title is that of the export before there is a photo's. Announced by `updateProgressClosure`.
  public private(set) var progress: ExportProgress?

  private let service: any ExportService
  private var kind = ExportKind.sheet
  private var running: (any Cancellable)?

  public init(service: any ExportService) {
    self.service = service
  }

  // MARK: Inputs

  /// Call when the user wants to export photos.
  public func exportRequested(_ selection: ExportSelection) {
    ask(
      count: { selection.count },
      run: { [weak self] in self?.run(selection, to: $0, replaces: $1) })
  }

  /// Call when the user wants to export photos that may still be loading; the path is asked for meanwhile.
  public func exportRequested(_ photos: PhotoGathering) {
    // One that is over and not gathered was cancelled: there is nothing to export.
    guard photos.isGathered || !photos.isOver else { return }
    ask(
      count: { !photos.isGathered && photos.count == 0 ? nil : photos.count },
      hiddenCount: { photos.hiddenCount },
      run: { [weak self] path, replaces in
        photos.whenGathered(
          { self?.run(.photos($0), hiddenCount: photos.hiddenCount, to: path, replaces: replaces) },
          cancelled: {
            self?.showNoticeClosure?(ExportText.cancelled(ExportKind(path: path), hasBegun: false))
          })
      })
  }

  /// Call when the user cancels the running export.
  public func cancel() {
    guard progress != nil else { return }
    running?.cancel()
    end()
    showNoticeClosure?(ExportText.cancelled(kind, hasBegun: true))
  }

  // MARK: Asking

  /// - Parameters:
  ///   - count: How many photos there are; nil if that is not known.
  ///   - hiddenCount: How many of them are not in the list.
  ///   - run: Called with the path, and with whether the user agreed to replace or create something.
  private func ask(
    count: @escaping () -> Int?, hiddenCount: @escaping () -> Int = { 0 },
    run: @escaping (_ path: String, _ replaces: Bool) -> Void
  ) {
    guard count() != 0 else { return fail(.nothing) }
    let title = { ExportText.title(count: count(), hiddenCount: hiddenCount()) }
    let suggestion = service.suggestedPath
    askClosure?(
      TextQuestion(
        title: "\(title()): sheet.html, or a folder for copies", prompt: "To: ", text: suggestion,
        fault: { [service] in
          if case .fault(let fault) = service.target(at: $0) { fault.words } else { nil }
        },
        answer: { [weak self, service] path in
          let target = service.target(at: path)
          if case .fault = target { return }
          guard let question = ExportText.question(target, path: path) else {
            return run(path, false)
          }
          self?.confirmClosure?(title(), question) { run(path, true) }
        }))
  }

  // MARK: Running

  private func run(
    _ selection: ExportSelection, hiddenCount: Int = 0, to path: String, replaces: Bool
  ) {
    guard selection.count != 0 else { return fail(.nothing) }
    kind = ExportKind(path: path)
    let title = ExportText.title(count: selection.count, hiddenCount: hiddenCount)
    show(ExportProgress(count: 0, total: selection.count, title: title))
    // A service may answer before its method has returned.
    let export = service.export(
      selection, to: path, replaces: replaces,
      progress: { [weak self] progress in
        var progress = progress
        if progress.title.isEmpty { progress.title = title }
        self?.show(progress)
      },
      completion: { [weak self] result in
        guard let self else { return }
        end()
        switch result {
        case .success(let summary):
          showNoticeClosure?(ExportText.outcome(summary, hiddenCount: hiddenCount))
        case .failure(let failure): fail(failure)
        }
      })
    if progress != nil { running = export }
  }

  private func end() {
    running = nil
    show(nil)
  }

  private func show(_ progress: ExportProgress?) {
    self.progress = progress
    updateProgressClosure?()
  }

  private func fail(_ failure: ExportFailure) {
    showFailureClosure?(ExportText.failure(failure))
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

/// Exports in words.
public enum ExportText {
  /// `Export 24 photos`, `Export 8 photos, 3 of them not shown`; `Export` if the number is not known.
  static func title(count: Int?, hiddenCount: Int = 0) -> String {
    guard let count else { return "Export" }
    return joined(
      ["Export \(CountText.photos(count))", SelectionText.notShown(hiddenCount, of: count)],
      by: ", ")
  }

  static func question(_ target: ExportTarget, path: String) -> String? {
    switch target {
    case .fileExists: "\(ErrorText.short(path, 60)) exists. Replace it?"
    case .folderMissing: "\(ErrorText.short(path, 60)) does not exist. Create the folder?"
    case .free, .fault: nil
    }
  }

  /// `12 of 1,000`, or `12 done` while the total is not known.
  public static func progress(_ progress: ExportProgress) -> String {
    guard let total = progress.total else { return "\(CountText.grouped(progress.count)) done" }
    return CountText.short(loaded: min(progress.count, total), of: max(total, progress.count))
  }

  /// `Saved 24 photos to contact-sheet.html, 1 without a picture`, `Copied 24 photos to prints, 2 renamed. Missing 2024: …`.
  ///
  /// - Parameter hiddenCount: How many of the photos are not in the list.
  public static func outcome(_ summary: ExportSummary, hiddenCount: Int = 0) -> String {
    let verb = summary.kind == .originals ? "Copied" : "Saved"
    func part(_ count: Int, _ words: String) -> String? {
      count > 0 ? "\(CountText.grouped(count)) \(words)" : nil
    }
    let words = joined(
      [
        "\(verb) \(CountText.photos(summary.count)) to \(summary.path)",
        SelectionText.notShown(min(hiddenCount, summary.count), of: summary.count),
        part(summary.presentCount, "already there"),
        part(summary.renamedCount, "renamed"),
        part(summary.withoutPicture, "without a picture"),
        summary.isCut ? "the most a sheet holds" : nil,
      ], by: ", ")
    guard let ending = summary.notes.ending else { return words }
    return "\(words). \(SourceText.unfinished(ending, after: summary.count))"
  }

  /// - Parameter hasBegun: Whether anything may have been written.
  static func cancelled(_ kind: ExportKind, hasBegun: Bool) -> String {
    kind == .originals && hasBegun
      ? "Cancelled; files already copied are kept" : "Cancelled; nothing was saved"
  }

  public static func failure(_ failure: ExportFailure) -> String {
    switch failure {
    case .nothing: "No photos to export"
    case .source(let error): ErrorText.message(for: error)
    case .target(let fault): "Can't write there: \(fault.words)"
    case .unwritten(let reason): reason.words
    }
  }
}
