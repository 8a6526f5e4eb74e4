import GalleryPresentation
import TerminalKit

/// The keys of the filter line; all others type and edit.
struct FilterKeys {
  /// Held weakly by what the commands do; nil in the help, where they do nothing.
  weak var viewModel: FilterViewModel?

  var commands: [KeyCommand] {
    [
      KeyCommand(.filterSubmit, hint: "filter") { [weak viewModel] in viewModel?.submit() },
      KeyCommand(.filterComplete, hint: "complete") { [weak viewModel] in
        viewModel?.completionWanted()
      },
      KeyCommand(.filterNext, hint: Self.choiceHint) { [weak viewModel] in
        viewModel?.nextSuggestionWanted()
      },
      KeyCommand(.filterPrevious, hint: Self.choiceHint) { [weak viewModel] in
        viewModel?.previousSuggestionWanted()
      },
      KeyCommand(.filterCancel, hint: "cancel") { [weak viewModel] in viewModel?.cancel() },
    ]
  }

  /// The same, for the help.
  static func forHelp(_ keys: KeyBindings) -> [KeyCommand] {
    keys.apply(FilterKeys(viewModel: nil).commands, on: .filter)
  }

  /// Said while there are suggestions.
  static let choiceHint = "choose"
}
