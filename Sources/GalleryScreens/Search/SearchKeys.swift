import GalleryPresentation
import TerminalKit

/// The keys of the search prompt; all others type and edit.
struct SearchKeys {
  /// Held weakly by what the commands do; nil in the help, where they do nothing.
  weak var inputs: (any SearchViewModelInputs)?

  /// The heading of these keys in the help.
  static let group = "Search prompt"

  var commands: [KeyCommand] {
    [
      KeyCommand(
        id: "search-submit", keys: [.enter], title: "search; empty shows all",
        group: Self.group, hint: "search"
      ) { [weak inputs] in inputs?.submit() },
      KeyCommand(
        id: "search-older", keys: [.up, .control("p")], title: "older query",
        group: Self.group, hint: Self.recentHint
      ) { [weak inputs] in inputs?.olderQueryWanted() },
      KeyCommand(
        id: "search-newer", keys: [.down, .control("n")], title: "newer query, then your text",
        group: Self.group, hint: Self.recentHint
      ) { [weak inputs] in inputs?.newerQueryWanted() },
      KeyCommand(
        id: "search-leave", keys: [.escape], title: "cancel",
        group: Self.group, hint: "cancel"
      ) { [weak inputs] in inputs?.cancel() },
    ]
  }

  /// The same, for the help.
  static let forHelp = SearchKeys(inputs: nil).commands

  /// Said while there are recent queries.
  static let recentHint = "recent"
}
