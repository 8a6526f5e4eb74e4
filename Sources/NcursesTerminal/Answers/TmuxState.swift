import TerminalKit

/// What tmux reports about itself and about the terminal that it runs in.
nonisolated struct TmuxState: Hashable, Sendable {
  /// Whether it passes wrapped sequences on (`allow-passthrough`; before tmux 3.3 it always did).
  let passesThrough: Bool
  /// The terminal outside, as it identified itself to tmux (XTVERSION); nil before tmux 3.2, and if it did not.
  let outerTerminal: TerminalVersion?

  /// What tmux should print, separated by a character that no value contains.
  static let format = "#{version}|#{allow-passthrough}|#{client_termtype}"

  init(passesThrough: Bool, outerTerminal: TerminalVersion?) {
    self.passesThrough = passesThrough
    self.outerTerminal = outerTerminal
  }

  /// - Parameter output: A line in `format`; the result is nil for anything else.
  init?(output: String) {
    let line = output.prefix { !$0.isNewline }
    let fields = line.split(separator: "|", omittingEmptySubsequences: false)
    guard fields.count == 3, !fields[0].isEmpty else { return nil }
    let version = TerminalVersion.numbers(fields[0].drop { !("0"..."9").contains($0) })
    let hasOption = !version.lexicographicallyPrecedes([3, 3])
    passesThrough =
      hasOption ? ["on", "all", "1", "2"].contains(fields[1]) : fields[1].isEmpty
    outerTerminal = TerminalVersion(fields[2])
  }

  /// Whether pictures can be shown: kitty has had Unicode placeholders since 0.28 (changelog), ghostty since its first
  /// version; WezTerm, Konsole and the others have none.
  var showsPlaceholders: Bool {
    guard passesThrough, let outerTerminal else { return false }
    switch outerTerminal.name {
    case "kitty": return requiredVersion == nil
    case "ghostty": return true
    default: return false
    }
  }

  /// The same with the reason.
  var pictures: TmuxPictures {
    guard passesThrough else { return .notPassedThrough }
    if showsPlaceholders { return .shown }
    return requiredVersion.map { .tooOld(requires: $0) } ?? .unsupported(name: outerTerminal?.name)
  }

  /// For a kitty that is too old for that.
  var requiredVersion: String? {
    guard passesThrough, let outerTerminal, outerTerminal.name == "kitty",
      !outerTerminal.isAtLeast(0, 28)
    else { return nil }
    return "kitty 0.28"
  }
}
