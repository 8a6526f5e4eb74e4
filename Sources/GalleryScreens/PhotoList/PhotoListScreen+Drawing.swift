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
      title: outputs.searchText.map(SearchText.title) ?? title, part: outputs.partText,
      activity: activity, count: outputs.countText, shortCount: outputs.shortCountText,
      filter: outputs.saleFilter == .forSale ? "for sale" : nil,
      countNamesFilter: outputs.searchText == nil || outputs.searchScope != .none,
      age: GalleryHeader.showsAge(columns: surface.size.columns) ? outputs.ageText : nil,
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

  /// What is to be said at the foot of the list, the most important first: that a page failed, how old the
  /// rows are, their end, and what was left out.
  private func noteParts(columns: Int) -> [String] {
    let outputs = viewModel.outputs
    var parts: [String?] = [marking.outputs.countText]
    let isAtEnd =
      outputs.numberOfCells > 0 && arrangement.visibleRows.upperBound == outputs.numberOfCells
    let footer = isAtEnd && outputs.refreshedText == nil ? outputs.footerText : nil
    if outputs.footer == .couldNotLoadMore { parts.append(footer) }
    if !GalleryHeader.showsAge(columns: columns) { parts.append(outputs.ageText) }
    parts += [outputs.refreshedText, outputs.skippedText]
    if outputs.footer != .couldNotLoadMore { parts.append(footer) }
    parts.append(pictures.problem)
    return parts.compactMap { $0 }.map(theme.glyphs.words)
  }

  /// As many of the parts as leave room for the keys; the first in any case.
  private func note(columns: Int, of width: Int) -> String {
    let limit = max(columns * 5 / 8, columns - Self.leastKeyColumns)
    var note = ""
    for part in noteParts(columns: width) {
      let longer = note.isEmpty ? part : "\(note) \(theme.glyphs.separator) \(part)"
      guard note.isEmpty || GlyphWidth.columns(of: longer) <= limit else { break }
      note = longer
    }
    return note
  }

  /// To move, to open, and the help, with the space before a note.
  private static let leastKeyColumns = 26

  private func drawKeyLine(on surface: inout Surface) {
    let columns = surface.size.columns
    var line = Rect(column: 1, row: frame.keyLine, columns: columns - 2, rows: 1)
    let basketColumns = BasketSummary(basket, theme: theme).draw(on: &surface, in: line)
    if basketColumns > 0 { line.size.columns -= basketColumns + BasketSummary.gap }
    let note = note(columns: line.size.columns, of: columns)
    let noteColumns = surface.write(
      note, in: line, style: theme.secondary, alignment: .right, ellipsis: theme.glyphs.ellipsis)
    let space = line.size.columns - (noteColumns > 0 ? noteColumns + 2 : 0)
    KeyLine(commands: hintedCommands(columns: space), theme: theme).draw(
      on: &surface, in: Rect(origin: line.origin, size: Size(columns: space, rows: 1)))
  }

  /// Without rows nothing moves or opens, and the foot has room for what helps. Where it is narrow some make
  /// way, the least needed first: the help tells of them too.
  private func hintedCommands(columns: Int) -> [KeyCommand] {
    var commands = keyCommands
    if viewModel.outputs.numberOfCells == 0 {
      commands.removeAll { $0.group == MoveKeys.group || Self.rowCommandIDs.contains($0.id) }
      commands.removeAll { ["search", "for-sale", "filter", "sort"].contains($0.id) && !showsPart }
    }
    for isDispensable in dispensableCommands {
      guard KeyLine(commands: commands, theme: theme).columns > columns else { break }
      commands.removeAll(where: isDispensable)
    }
    return commands
  }

  /// Whether the rows are those of a search or a filter: then the way out is always told.
  private var showsPart: Bool {
    let outputs = viewModel.outputs
    return outputs.searchText != nil || outputs.wantedSearchText != nil
      || outputs.filterText != nil || outputs.wantedFilterText != nil
      || outputs.wantedSaleFilter != .all
  }

  /// Commands that need rows.
  private static let rowCommandIDs = ["open", arrangementCommandID, BasketCommands.commandID]

  /// What makes way on a narrow key line, the first first: what everybody tries, and `r`, which is told where it
  /// helps; then the arrows, which everybody tries too, but which say that the list moves; at last Space.
  private var dispensableCommands: [(KeyCommand) -> Bool] {
    let filter = showsPart ? [] : ["for-sale"]
    let ids = ["quit", "refresh", "filter", Self.arrangementCommandID] + filter + ["search"]
    return ids.map { id in { $0.id == id } } + [
      { $0.group == MoveKeys.group }, { $0.id == BasketCommands.commandID },
    ]
  }
}
