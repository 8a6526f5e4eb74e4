import GalleryDomain
import GalleryPresentation

extension GalleryCommand {
  /// `<` and `>` turn photos for the eye, wherever they are from.
  ///
  /// Nothing of a photo need be read, and those that are not loaded are not in sight: each key turns at once, however
  /// fast they come.
  public static func turns(
    _ turns: PhotoTurns, presenter: any CommandPresenter
  ) -> [GalleryCommand] {
    [(Command.photoTurnLeft, PhotoTurn.left), (.photoTurnRight, .right)].map { command, turn in
      GalleryCommand(command) { [weak presenter] target, _ in
        turns.turn(target.photos, by: turn)
        presenter?.setNeedsDisplay()
      }
    }
  }

  /// `u` takes back what was done last, to the basket or to a photo. The focus goes to what changed, which the user may
  /// have left since.
  public static func undo(
    _ history: UndoHistory, presenter: any CommandPresenter
  ) -> GalleryCommand {
    GalleryCommand(.editUndo) { [weak presenter] target, _ in
      let text = history.undo { [weak target] in target?.focus(onOneOf: $0) }
      presenter?.show(notice: text.map { "Undone: \($0)" } ?? "Nothing to undo")
    }
  }
}
