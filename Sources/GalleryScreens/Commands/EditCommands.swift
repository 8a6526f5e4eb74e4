import GalleryDomain
import GalleryPresentation

extension GalleryCommand {
  /// `<` and `>` rotate the view of photos, wherever they are from.
  ///
  /// Nothing of a photo need be read, and those that are not loaded are not in sight: each key rotates at once, however
  /// fast they come.
  public static func rotations(
    _ rotations: PhotoRotations, presenter: any CommandPresenter
  ) -> [GalleryCommand] {
    [(Command.photoRotateLeft, Rotation.left), (.photoRotateRight, .right)].map {
      command, rotation in
      GalleryCommand(command) { [weak presenter] target, _ in
        rotations.rotate(target.photos, by: rotation)
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
