import GalleryPresentation
import TerminalKit

/// The keys of the search prompt; all others type and edit.
struct SearchKeys {
  /// Held weakly by what the commands do; nil in the help, where they do nothing.
  weak var viewModel: SearchViewModel?

  var commands: [KeyCommand] {
    [
      KeyCommand(.searchSubmit, hint: "search") { [weak viewModel] in viewModel?.submit() },
      KeyCommand(.searchOlder, hint: Self.recentHint) { [weak viewModel] in
        viewModel?.olderQueryWanted()
      },
      KeyCommand(.searchNewer, hint: Self.recentHint) { [weak viewModel] in
        viewModel?.newerQueryWanted()
      },
      KeyCommand(.searchCancel, hint: "cancel") { [weak viewModel] in viewModel?.cancel() },
    ]
  }

  /// The same, for the help.
  static func forHelp(_ keys: KeyBindings) -> [KeyCommand] {
    keys.apply(SearchKeys(viewModel: nil).commands, on: .search)
  }

  /// Said while there are recent queries.
  static let recentHint = "recent"
}
