import GalleryPresentation
import TerminalKit

/// `--select`: ⏎ chooses and leaves.
public final class ChoiceCommands: PhotoCommands {
  private let choice: ChoiceViewModel

  public init(choice: ChoiceViewModel) {
    self.choice = choice
  }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    let count = choice.count(
      withMarked: context.markedPhotos, ofRows: context.markedRowCount)
    return [
      KeyCommand(.choiceAccept, hint: count == 0 ? "choose" : "choose \(CountText.grouped(count))")
      { [choice] in choice.choose(marked: context.markedPhotos, selected: context.photo) }
    ]
  }
}
