import GalleryPresentation
import TerminalKit

/// Copies, moves, trashes and renames the photos of a folder, and writes how they are rotated.
public final class FileCommands {
  private let viewModel: FileOperationViewModel
  private let theme: Theme
  private let keys: KeyBindings
  private weak var presenter: (any CommandPresenter)?
  /// Whose rows come and go.
  private weak var list: (any PhotoListViewModelType)?
  /// Where photos are taken away, to be told when they are gone.
  private weak var leftTarget: (any CommandTarget)?
  private var progressScreen: BatchProgressScreen?
  private let pictures: WorkerPictures?

  /// - Parameter pictures: Looks at files again when they have come, gone or changed.
  public init(
    viewModel: FileOperationViewModel,
    presenter: any CommandPresenter, theme: Theme, keys: KeyBindings = .standard,
    pictures: WorkerPictures? = nil
  ) {
    self.viewModel = viewModel
    self.presenter = presenter
    self.theme = theme
    self.keys = keys
    self.pictures = pictures
    bind()
  }

  public var commands: [GalleryCommand] {
    [
      command(.fileCopy) { $0.copyPressed($1) },
      command(.fileMove, takesAway: true) { $0.movePressed($1) },
      command(.fileTrash, takesAway: true) { $0.trashPressed($1) },
      command(.fileRename) { $0.renamePressed($1) },
      command(.photoSaveRotation) { $0.saveRotationPressed($1) },
    ]
  }

  /// Files are known by their names. The selection stays for what is done next; what is gone is taken out of it.
  private func command(
    _ command: Command, takesAway: Bool = false,
    _ action: @escaping (FileOperationViewModel, PhotoGathering) -> Void
  ) -> GalleryCommand {
    GalleryCommand(command) { target, gallery in
      self.list = target.photoList
      self.leftTarget = takesAway ? target : nil
      action(self.viewModel, gallery.gather(for: target, readsPhotos: false, keepsRange: true))
    }
  }

  private func bind() {
    viewModel.askClosure = { [weak self] in self?.ask($0) }
    viewModel.confirmClosure = { [weak self] title, message, confirmed in
      self?.presenter?.confirm(message(), title: title(), confirmed: confirmed)
    }
    viewModel.showNoticeClosure = { [weak self] in self?.presenter?.show(notice: $0) }
    viewModel.showFailureClosure = { [weak self] in self?.presenter?.show(failure: $0) }
    viewModel.rotationSavedClosure = { [weak self] in
      self?.pictures?.rotationWasSaved($1, into: $0)
    }
    viewModel.filesChangedClosure = { [weak self] gone in
      if !gone.isEmpty { self?.leftTarget?.photosLeft(gone) }
      self?.leftTarget = nil
      self?.pictures?.refresh()
      // The rows go in the next frame; what else has changed is known when the folder has been read again.
      self?.list?.inputs.photosLeft(gone)
      self?.list?.inputs.refresh()
    }
    viewModel.updateProgressClosure = { [weak self] in self?.progressChanged() }
  }

  private func ask(_ question: FileQuestion) {
    presenter?.ask(
      PromptScreen.Question(
        title: question.title, prompt: question.prompt, text: question.text,
        cursor: question.cursor, fault: question.fault, completions: question.completions,
        former: question.former),
      answer: { if let text = $0 { question.answer(text) } })
  }

  private func progressChanged() {
    progressScreen = BatchProgressScreen.follow(
      viewModel.progress, progressScreen, on: presenter, theme: theme, keys: keys
    ) { [viewModel] in viewModel.stop() }
  }
}
