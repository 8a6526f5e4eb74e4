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

  public func commands(for context: PhotoContext) -> [KeyCommand] { [command] }

  public var actsOnPhotos: Bool { false }

  /// The same key for screens that are no photo's.
  public var command: KeyCommand {
    KeyCommand(.editUndo) {
      [weak self] in
      guard let self else { return }
      let text = history.undo()
      presenter?.show(notice: text.map { "Undone: \($0)" } ?? "Nothing to undo")
    }
  }
}
