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
      title: outputs.shownQuery.search.map(SearchText.title) ?? title, part: outputs.partText,
      activity: activity, count: outputs.countText, shortCount: outputs.shortCountText,
      filter: outputs.shownQuery.filter.isForSaleOnly ? "for sale" : nil,
      countNamesFilter: outputs.shownQuery.search == nil || outputs.searchScope != .none,
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

  /// What is to be said at the foot of the list, the most important first: what is marked, that a page failed, how old
  /// the rows are, their end, and what was left out.
  ///
  /// - Returns: Whether keys make way for it where it has no line of its own, and the words.
  private func noteParts(columns: Int) -> [(isUrgent: Bool, text: String)] {
    let outputs = viewModel.outputs
    var parts: [(Bool, String?)] = [(true, marking.outputs.countText)]
    let isAtEnd =
      outputs.numberOfCells > 0 && arrangement.visibleRows.upperBound == outputs.numberOfCells
    let footer = isAtEnd && outputs.refreshedText == nil ? outputs.footerText : nil
    let hasFailed = outputs.footer == .couldNotLoadMore
    if hasFailed { parts.append((true, footer)) }
    if !GalleryHeader.showsAge(columns: columns) { parts.append((true, outputs.ageText)) }
    parts += [(false, outputs.refreshedText), (true, outputs.skippedText)]
    if !hasFailed { parts.append((false, footer)) }
    parts.append((true, pictures.problem))
    parts.append((false, advice))
    return parts.compactMap { isUrgent, text in text.map { (isUrgent, theme.glyphs.words($0)) } }
  }

  /// As many of the parts as fit; the first in any case.
  private func note(_ parts: [String], columns limit: Int) -> String {
    var note = ""
    for part in parts {
      let longer = note.isEmpty ? part : "\(note) \(theme.glyphs.separator) \(part)"
      guard note.isEmpty || GlyphWidth.columns(of: longer) <= limit else { break }
      note = longer
    }
    return note
  }

  /// The keys, and at their right the basket. What is to be said stands on the rule above them, so that no key makes
  /// way for it; where there is no rule, beside them.
  private func drawKeyLine(on surface: inout Surface) {
    var line = Rect(
      column: 1, row: frame.keyLine, columns: surface.size.columns - 2, rows: 1)
    let keys = KeyLine(
      commands: hintedCommands, leastNeeded: Self.leastNeeded(showsPart: showsPart), theme: theme)
    let basketColumns = BasketSummary(basket, theme: theme).draw(
      on: &surface, in: line, sparing: keys.essentialColumns)
    if basketColumns > 0 { line.size.columns -= basketColumns + BasketSummary.gap }
    if let rule = frame.bottomRule {
      drawNote(onRule: rule, on: &surface)
    } else {
      let noteColumns = drawNote(beside: keys, in: line, on: &surface)
      if noteColumns > 0 { line.size.columns -= noteColumns + 2 }
    }
    keys.draw(on: &surface, in: line)
  }

  /// At the right end, beyond the preview's rule where there is one.
  private func drawNote(onRule row: Int, on surface: inout Surface) {
    let columns = surface.size.columns
    let tee = (0..<columns).last { surface[$0, row].character == theme.glyphs.teeUp } ?? 0
    let room = columns - tee - 4
    let text = note(noteParts(columns: columns).map(\.text), columns: room)
    guard !text.isEmpty else { return }
    surface.write(
      TextLayout.truncate(
        " \(text)", columns: columns - 4, ellipsis: theme.glyphs.ellipsis) + " ",
      in: Rect(column: 1, row: row, columns: columns - 2, rows: 1), style: theme.secondary,
      alignment: .right)
  }

  /// What is urgent leaves the keys that everybody needs; the rest what all keys leave.
  ///
  /// - Returns: The columns used.
  private func drawNote(beside keys: KeyLine, in line: Rect, on surface: inout Surface) -> Int {
    let parts = noteParts(columns: surface.size.columns)
    let isUrgent = parts.contains(where: \.isUrgent)
    let shown = isUrgent ? parts.filter(\.isUrgent) : parts
    let kept = isUrgent ? max(keys.essentialColumns, Self.leastKeyColumns) : keys.columns
    let room = line.size.columns - kept - 2
    let text = note(shown.map(\.text), columns: room)
    guard isUrgent ? room > 3 : GlyphWidth.columns(of: text) <= room else { return 0 }
    var rect = line
    rect.origin.column += line.size.columns - room
    rect.size.columns = room
    return surface.write(
      text, in: rect, style: theme.secondary, alignment: .right, ellipsis: theme.glyphs.ellipsis)
  }

  /// To move and to open, with the ways to the help and out.
  private static let leastKeyColumns = 16

  /// Without rows nothing moves or opens, and the foot has room for what helps.
  private var hintedCommands: [KeyCommand] {
    var commands = keyCommands
    if viewModel.outputs.numberOfCells == 0 {
      commands.removeAll { $0.group == MoveKeys.group || Self.rowCommandIDs.contains($0.id) }
      commands.removeAll { ["search", "for-sale", "filter", "sort"].contains($0.id) && !showsPart }
    }
    return commands
  }

  /// Whether the rows are those of a search or a filter: then the way out is always told.
  private var showsPart: Bool {
    let (shown, wanted) = (viewModel.outputs.shownQuery, viewModel.outputs.wantedQuery)
    return shown.isPart || wanted.isPart || wanted.filter.isForSaleOnly
  }

  /// Commands that need rows.
  private static let rowCommandIDs = ["open", arrangementCommandID, BasketCommands.commandID]

  /// What makes way on a narrow key line, the first first: `r`, which is told where it helps, and what the help tells of
  /// too; then the arrows, which everybody tries, but which say that the list moves; at last Space.
  private static func leastNeeded(showsPart: Bool) -> [String] {
    ["refresh", "filter", arrangementCommandID] + (showsPart ? [] : ["for-sale"])
      + ["search", "up", BasketCommands.commandID]
  }
}
