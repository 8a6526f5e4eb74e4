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

  public init(viewModel: ExportViewModel, context: ScreenContext) {
    self.viewModel = viewModel
    self.context = context
    viewModel.askClosure = { [weak self] in self?.context.ask($0) }
    viewModel.confirmClosure = { [weak self] title, message, confirmed in
      self?.context.confirm(message, title: title, confirmed: confirmed)
    }
    viewModel.updateProgressClosure = { [weak self] in self?.progressChanged() }
    viewModel.showNoticeClosure = { [weak self] in self?.context.show(notice: $0) }
    viewModel.showFailureClosure = { [weak self] in self?.context.show(failure: $0) }
  }

  /// Details that a sheet shows are read when the photo's turn comes. The rows stay marked, and the range is kept for the
  /// next command.
  public var commands: [GalleryCommand] {
    [
      GalleryCommand("photo.export") { target in self.export(target) }.hinted {
        $0.isSinglePhoto ? nil : "export"
      },
      // In the basket's order.
      GalleryCommand("basket.export", hint: "export") { _ in
        let items = self.context.basket?.basket.items ?? []
        self.viewModel.exportRequested(.photos(items.map(\.photo)))
      }.when { $0.hasPhotos },
    ]
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

  private func progressChanged() {
    let shown = viewModel.progress.map {
      BatchProgress(
        doneCount: $0.count, totalCount: $0.total, label: "exporting", title: $0.title)
    }
    context.showProgress(shown, "export.cancel", "cancel", on: &progress) { [viewModel] in
      viewModel.cancel()
    }
  }
}
