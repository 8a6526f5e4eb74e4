import GalleryPresentation
import TerminalKit

extension PhotoListScreen {
  public func draw(on surface: inout Surface) {
    drawHeader(on: &surface)
    drawFrame(on: &surface)
    if viewModel.outputs.numberOfCells == 0 {
      drawEmptyState(on: &surface)
    } else {
      table.draw(on: &surface, in: layout.table)
      drawPreview(on: &surface)
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

  private func drawFrame(on surface: inout Surface) {
    for row in [layout.topRule, layout.bottomRule] {
      guard let row else { continue }
      surface.horizontalRule(
        at: Point(column: 0, row: row), columns: surface.size.columns, style: theme.rule,
        glyphs: theme.glyphs)
    }
    // What stands in place of the rows takes the whole width.
    guard viewModel.outputs.stateText == nil, let column = layout.dividerColumn,
      let top = layout.topRule,
      let bottom = layout.bottomRule
    else { return }
    surface.verticalRule(
      at: Point(column: column, row: top), rows: bottom - top + 1, style: theme.rule,
      glyphs: theme.glyphs)
  }

  private func drawPreview(on surface: inout Surface) {
    guard layout.dividerColumn != nil, let focused = viewModel.outputs.focusedIndexPath,
      let photo = viewModel.outputs.photo(at: focused)
    else { return }
    PreviewPane(theme: theme).draw(
      photo, pictures: pictures, in: layout.preview, on: &surface)
  }

  private func drawEmptyState(on surface: inout Surface) {
    guard let state = viewModel.outputs.stateText else { return }
    let width = Rect(
      column: 0, row: layout.table.minRow, columns: surface.size.columns,
      rows: layout.table.size.rows)
    EmptyStateView(title: state.title, advice: state.advice, theme: theme).draw(
      on: &surface, in: width)
  }

  /// What is to be said at the foot of the list: its end, and what was left out.
  private var note: String {
    let outputs = viewModel.outputs
    var parts: [String] = []
    if let refreshed = outputs.refreshedText { parts.append(refreshed) }
    if let skipped = outputs.skippedText { parts.append(skipped) }
    if outputs.refreshedText == nil, outputs.numberOfCells > 0,
      table.visibleRows.upperBound == outputs.numberOfCells, let footer = outputs.footerText
    {
      parts.append(footer)
    }
    if let problem = pictures.problem { parts.append(problem) }
    return theme.glyphs.words(parts.joined(separator: " · "))
  }

  private func drawKeyLine(on surface: inout Surface) {
    let columns = surface.size.columns
    let line = Rect(column: 1, row: layout.keyLine, columns: columns - 2, rows: 1)
    let note = self.note
    let noteColumns = surface.write(
      note, in: line, style: theme.secondary, alignment: .right, ellipsis: theme.glyphs.ellipsis)
    KeyLine(commands: hintedCommands, theme: theme).draw(
      on: &surface,
      in: Rect(
        origin: line.origin,
        size: Size(columns: line.size.columns - (noteColumns > 0 ? noteColumns + 2 : 0), rows: 1)))
  }

  /// Without rows nothing moves or opens, and the foot has room for what helps.
  private var hintedCommands: [KeyCommand] {
    guard viewModel.outputs.numberOfCells == 0 else { return keyCommands }
    return keyCommands.filter { $0.group != ListKeys.group && $0.id != "open" }
  }
}
