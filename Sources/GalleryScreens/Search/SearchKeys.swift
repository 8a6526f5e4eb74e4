import GalleryPresentation
import TerminalKit

/// The keys of the search prompt; all others type and edit.
struct SearchKeys {
  /// Held weakly by what the commands do; nil in the help, where they do nothing.
  weak var viewModel: SearchViewModel?

  /// The heading of these keys in the help.
  static let group = "Search prompt"

  var commands: [KeyCommand] {
    [
      KeyCommand(
        id: "search-submit", keys: [.enter], title: "search; empty shows all",
        group: Self.group, hint: "search"
      ) { [weak viewModel] in viewModel?.submit() },
      KeyCommand(
        id: "search-older", keys: [.up, .control("p")], title: "older query",
        group: Self.group, hint: Self.recentHint
      ) { [weak viewModel] in viewModel?.olderQueryWanted() },
      KeyCommand(
        id: "search-newer", keys: [.down, .control("n")], title: "newer query, then your text",
        group: Self.group, hint: Self.recentHint
      ) { [weak viewModel] in viewModel?.newerQueryWanted() },
      KeyCommand(
        id: "search-leave", keys: [.escape], title: "cancel",
        group: Self.group, hint: "cancel"
      ) { [weak viewModel] in viewModel?.cancel() },
    ]
  }

  /// The same, for the help.
  static let forHelp = SearchKeys(viewModel: nil).commands

  /// Said while there are recent queries.
  static let recentHint = "recent"
}
