import GalleryPresentation
import TerminalKit

/// `--select`: `v` looks at a photo, as ⏎ does elsewhere, and Esc leaves with nothing.
public final class ChooserCommands: PhotoCommands {
  private let leave: () -> Void

  /// - Parameter leave: Leaves the program with nothing chosen.
  public init(leave: @escaping () -> Void) {
    self.leave = leave
  }

  /// They act on the photo in focus, whatever is selected.
  public var actsOnPhotos: Bool { false }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    guard !context.isSinglePhoto else { return [] }
    return [look(context)] + (isInResults(context) ? [] : [leaveCommand])
  }

  private func look(_ context: PhotoContext) -> KeyCommand {
    KeyCommand(.choiceView) {
      guard let indexPath = context.photo.flatMap({ context.list.outputs.indexPath(of: $0.id) })
      else { return }
      context.list.inputs.userPressed(at: indexPath)
    }
  }

  /// There Esc goes back to all photos.
  private func isInResults(_ context: PhotoContext) -> Bool {
    let outputs = context.list.outputs
    return outputs.shownQuery.search != nil || outputs.wantedQuery.search != nil
  }

  private var leaveCommand: KeyCommand {
    KeyCommand(.choiceCancel) { [leave] in leave() }
  }
}
