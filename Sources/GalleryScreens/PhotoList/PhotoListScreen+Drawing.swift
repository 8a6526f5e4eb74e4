import GalleryPresentation
import TerminalKit

extension PhotoListScreen {
  public func draw(on surface: inout Surface) {
    drawHeader(on: &surface)
    drawRules(on: &surface)
    if viewModel.outputs.numberOfCells == 0 {
      drawEmptyState(on: &surface)
    } else {
      arrangement.draw(on: &surface)
    }
    drawKeyLine(on: &surface)
  }

  private func drawHeader(on surface: inout Surface) {
    let outputs = viewModel.outputs
    GalleryHeader(
      title: title, activity: activity, count: outputs.countText,
      progress: outputs.progressFraction.map { .fraction($0) }, spinner: spinner, theme: theme
    ).draw(on: &surface)
  }

  private func drawRules(on surface: inout Surface) {
    for row in [frame.topRule, frame.bottomRule] {
      guard let row else { continue }
      surface.horizontalRule(
        at: Point(column: 0, row: row), columns: surface.size.columns, style: theme.rule,
        glyphs: theme.glyphs)
    }
  }

  private func drawEmptyState(on surface: inout Surface) {
    guard let state = viewModel.outputs.stateText else { return }
    EmptyStateView(title: state.title, advice: state.advice, theme: theme).draw(
      on: &surface, in: frame.content)
  }

  /// What is to be said at the foot of the list: its end, and what was left out.
  private var note: String {
    let outputs = viewModel.outputs
    var parts: [String] = []
    if let refreshed = outputs.refreshedText { parts.append(refreshed) }
    if let skipped = outputs.skippedText { parts.append(skipped) }
    if outputs.refreshedText == nil, outputs.numberOfCells > 0,
      arrangement.visibleRows.upperBound == outputs.numberOfCells, let footer = outputs.footerText
    {
      parts.append(footer)
    }
    if let problem = pictures.problem { parts.append(problem) }
    return theme.glyphs.words(parts.joined(separator: " · "))
  }

  private func drawKeyLine(on surface: inout Surface) {
    let columns = surface.size.columns
    let line = Rect(column: 1, row: frame.keyLine, columns: columns - 2, rows: 1)
    let note = self.note
    let noteColumns = surface.write(
      note, in: line, style: theme.secondary, alignment: .right, ellipsis: theme.glyphs.ellipsis)
    let space = line.size.columns - (noteColumns > 0 ? noteColumns + 2 : 0)
    KeyLine(commands: hintedCommands(columns: space), theme: theme).draw(
      on: &surface, in: Rect(origin: line.origin, size: Size(columns: space, rows: 1)))
  }

  /// Without rows nothing moves or opens, and the foot has room for what helps. Where it is narrow the
  /// other arrangement makes way: the help tells of it too.
  private func hintedCommands(columns: Int) -> [KeyCommand] {
    let commands = keyCommands
    if viewModel.outputs.numberOfCells == 0 {
      return commands.filter {
        $0.group != MoveKeys.group && $0.id != "open" && $0.id != Self.arrangementCommandID
      }
    }
    guard KeyLine(commands: commands, theme: theme).columns > columns else { return commands }
    return commands.filter { $0.id != Self.arrangementCommandID }
  }
}
