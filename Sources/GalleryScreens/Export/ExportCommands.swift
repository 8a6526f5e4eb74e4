import GalleryDomain
import GalleryPresentation
import TerminalKit

/// `e`: contact sheets, and copies of originals; the path that is typed says which.
///
/// Exports the selected photos, else all rows of the list; the photo that fills the screen; or the basket.
public final class ExportCommands {
  private let viewModel: ExportViewModel
  private let context: ScreenContext
  private var progress: ProgressScreen?
  /// The current step of a bar without a total.
  private var step = 0

  public init(viewModel: ExportViewModel, context: ScreenContext) {
    self.viewModel = viewModel
    self.context = context
    viewModel.stateChangedClosure = { [weak self] in self?.stateChanged() }
  }

  /// Details that a sheet shows are read when the photo's turn comes. The rows stay marked, and the range is kept for the
  /// next command.
  public var commands: [GalleryCommand] {
    [GalleryCommand("photo.export") { target in self.export(target) }]
  }

  private func export(_ target: any CommandTarget) {
    if target.selectedCount > 0 {
      return viewModel.exportRequested(
        context.gather(for: target, readsPhotos: false, keepsRange: true))
    }
    let list = target.photoList
    let selection: ExportSelection? =
      if target.isSinglePhoto {
        target.photo.map { .photos([$0]) }
      } else if list.outputs.state == .empty {
        // Known to be empty, whatever the query is.
        .photos([])
      } else {
        list.outputs.exportedListing
      }
    if let selection { viewModel.exportRequested(selection) }
  }

  /// Exports the photos of a basket, in its order.
  public func export(basket: Basket) {
    viewModel.exportRequested(.photos(basket.items.map(\.photo)))
  }

  private func stateChanged() {
    switch viewModel.state {
    case .asking(let suggestion): ask(suggestion)
    case .confirming:
      guard let text = viewModel.confirmationText else { return }
      context.confirm(
        text, title: self.viewModel.titleText, keys: [],
        confirmed: { [weak self] in self?.viewModel.confirmed() },
        declined: { [weak self] in self?.viewModel.cancel() })
    case .running: showProgress()
    case .idle: closeProgress()
    case .done, .cancelled:
      closeProgress()
      if let text = viewModel.outcomeText { context.show(notice: text) }
    case .failed:
      closeProgress()
      if let text = viewModel.failureText { context.show(failure: text) }
    }
  }

  private func ask(_ suggestion: String) {
    context.ask(
      TextQuestion(
        title: "\(self.viewModel.titleText): sheet.html, or a folder for copies",
        prompt: "To: ", text: suggestion,
        fault: { [weak self] in self?.viewModel.fault(in: $0) },
        cancelled: { [weak self] in self?.viewModel.cancel() },
        answer: { [weak self] in self?.viewModel.pathGiven($0) }))
  }

  private func showProgress() {
    step = progress == nil ? 0 : step + 1
    let title = viewModel.currentTitle.isEmpty ? viewModel.titleText : viewModel.currentTitle
    update(
      ProgressScreen.Content(
        title: title,
        bar: viewModel.fraction.map { .fraction($0) } ?? .indeterminate(step: step),
        label: "exporting", labelColumns: 60, detail: viewModel.progressText))
  }

  private func closeProgress() { update(nil) }

  private func update(_ content: ProgressScreen.Content?) {
    context.showProgress(content, "export.cancel", "cancel", on: &progress) { [viewModel] in
      viewModel.cancel()
    }
  }
}
