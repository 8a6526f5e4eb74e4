import GalleryPresentation
import TerminalKit

/// `--select`: ⏎ chooses and leaves.
public final class ChoiceCommands: PhotoCommands {
  private let choose: ([Photo]) -> Void

  /// - Parameter choose: Called with what is selected in its order, else with the photo in focus.
  public init(choose: @escaping ([Photo]) -> Void) {
    self.choose = choose
  }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    let count = context.selectedCount
    return [
      KeyCommand(
        .choiceAccept, hint: count == 0 ? "choose" : "choose \(CountText.grouped(count))"
      ) { [choose] in
        let photos = context.photos
        if !photos.isEmpty { choose(photos) }
      }
    ]
  }
}
