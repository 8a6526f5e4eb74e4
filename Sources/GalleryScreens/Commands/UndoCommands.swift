import GalleryPresentation
import TerminalKit

/// `u`: takes back what was done last, to the basket or to a photo.
public final class UndoCommands: PhotoCommands {
  private let history: UndoHistory
  private weak var presenter: (any CommandPresenter)?

  public init(history: UndoHistory, presenter: any CommandPresenter) {
    self.history = history
    self.presenter = presenter
  }

  /// The focus goes to what changed, which may have been left since.
  public func commands(for context: PhotoContext) -> [KeyCommand] {
    [
      KeyCommand(.editUndo) { [weak self] in
        guard let self else { return }
        let text = history.undo(changed: context.focus)
        presenter?.show(notice: text.map { "Undone: \($0)" } ?? "Nothing to undo")
      }
    ]
  }

  public var actsOnPhotos: Bool { false }
}
