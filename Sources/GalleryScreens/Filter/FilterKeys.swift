import GalleryPresentation
import TerminalKit

/// The keys of the filter line; all others type and edit.
struct FilterKeys {
  /// Held weakly by what the commands do; nil in the help, where they do nothing.
  weak var viewModel: FilterViewModel?

  /// The heading of these keys in the help.
  static let group = "Filter line"

  var commands: [KeyCommand] {
    [
      KeyCommand(
        id: "filter-submit", keys: [.enter], title: "filter; empty shows all",
        group: Self.group, hint: "filter"
      ) { [weak viewModel] in viewModel?.submit() },
      KeyCommand(
        id: "filter-complete", keys: [.tab], title: "complete",
        group: Self.group, hint: "complete"
      ) { [weak viewModel] in viewModel?.completionWanted() },
      KeyCommand(
        id: "filter-next", keys: [.up, .control("p")], title: "next suggestion",
        group: Self.group, hint: Self.choiceHint
      ) { [weak viewModel] in viewModel?.nextSuggestionWanted() },
      KeyCommand(
        id: "filter-previous", keys: [.down, .control("n")],
        title: "previous one, then your text", group: Self.group, hint: Self.choiceHint
      ) { [weak viewModel] in viewModel?.previousSuggestionWanted() },
      KeyCommand(
        id: "filter-leave", keys: [.escape], title: "cancel",
        group: Self.group, hint: "cancel"
      ) { [weak viewModel] in viewModel?.cancel() },
    ]
  }

  /// The same, for the help.
  static let forHelp = FilterKeys(viewModel: nil).commands

  /// Said while there are suggestions.
  static let choiceHint = "choose"
}
