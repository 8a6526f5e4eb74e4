import TerminalKit

/// The layout of a prompt over the list: at the foot, as in `less`, `vim` and `fzf`, with the choices above it, the first
/// one next to it. So nothing moves when choices arrive.
///
/// ```
/// list
/// ─ recent ───────────────
///  seagull
///  lighthouse
/// ─ searches Openverse ───
///  / ▏
/// ```
nonisolated struct PromptLayout: Equatable {
  /// The lines of the choices; empty if there are none.
  let choices: Rect
  /// The rule above them; nil without them.
  let topRule: Int?
  /// The rule above the prompt.
  let bottomRule: Int
  let prompt: Rect

  /// Further choices are scrolled to.
  private static let mostChoices = 8
  /// Lines of the list that stay visible.
  private static let listLines = 3

  init(size: Size, choiceCount: Int) {
    let frame = Chrome(size: size)
    prompt = frame.keyLine
    bottomRule = frame.bottomRule
    let content = frame.content
    let lines = min(choiceCount, Self.mostChoices, content.size.rows - Self.listLines - 1)
    choices = Rect(
      column: 0, row: content.maxRow - lines, columns: size.columns, rows: lines)
    topRule = lines > 0 ? choices.minRow - 1 : nil
  }

  /// The part of the list that the prompt covers.
  var covered: Rect {
    let top = topRule ?? bottomRule
    return Rect(
      column: 0, row: top, columns: prompt.size.columns + 2, rows: prompt.maxRow - top)
  }
}
