import GalleryPresentation
import TerminalKit

extension BasketScreen {
  public func draw(on surface: inout Surface) {
    let outputs = basket.outputs
    GalleryHeader(
      title: BasketText.title, activity: outputs.isWorking ? BasketText.checking : nil,
      count: BasketText.photos(in: outputs.basket), spinner: spinner, theme: theme
    ).draw(on: &surface)
    for row in [layout.topRule, layout.bottomRule] {
      guard let row else { continue }
      surface.horizontalRule(
        at: Point(column: 0, row: row), columns: surface.size.columns, style: theme.rule,
        glyphs: theme.glyphs)
    }
    if items.isEmpty {
      EmptyStateView(
        title: BasketText.empty.title, advice: BasketText.empty.advice, theme: theme
      ).draw(on: &surface, in: layout.items)
    } else {
      table.draw(on: &surface, in: layout.items)
    }
    drawTotals(on: &surface)
    drawKeyLine(on: &surface)
  }

  /// A line of the sums.
  enum TotalLine: Equatable {
    case sum(label: String, sum: String)
    case fault(String)
  }

  /// A line a currency; where there is no room for that, all in one.
  func totalLines(rows: Int) -> [TotalLine] {
    let outputs = basket.outputs
    let fault = [outputs.faultText, history?.unansweredText].compactMap { $0 }
      .map { TotalLine.fault($0) }
    let limit = max(0, BasketLayout.totalLineLimit(rows: rows) - fault.count)
    let lines = outputs.totalTexts.map { TotalLine.sum(label: $0.label, sum: $0.sum) }
    if lines.count <= limit { return lines + fault }
    guard limit > 0 || rows >= 6 else { return fault }
    let all = outputs.totalText ?? outputs.totalTexts.first?.sum
    return (all.map { [.sum(label: "", sum: $0)] } ?? []) + fault
  }

  private func drawTotals(on surface: inout Surface) {
    let lines = totalLines(rows: surface.size.rows)
    let sums = lines.map { line in
      if case .sum(_, let sum) = line { GlyphWidth.columns(of: theme.glyphs.words(sum)) } else { 0 }
    }
    let sumColumns = sums.max() ?? 0
    let shown = lines.suffix(layout.totals.size.rows)
    for (index, line) in shown.enumerated() {
      var rect = layout.totals
      rect.origin.row += index
      rect.size.rows = 1
      switch line {
      case .sum(let label, let sum):
        surface.write(
          theme.glyphs.words(sum), in: rect, style: theme.title, alignment: .right,
          ellipsis: theme.glyphs.ellipsis)
        rect.size.columns -= sumColumns + 3
        surface.write(label, in: rect, style: theme.secondary, alignment: .right)
      case .fault(let text):
        surface.write(
          theme.glyphs.words(text), at: rect.origin, style: theme.error,
          maxColumns: rect.size.columns, ellipsis: theme.glyphs.ellipsis)
      }
    }
  }

  private func drawKeyLine(on surface: inout Surface) {
    let columns = max(0, surface.size.columns - 2)
    let line = Rect(column: 1, row: layout.keyLine, columns: columns, rows: 1)
    let marked = rangeStart == nil ? "" : BasketText.marked(chosenRows.count)
    let used = surface.write(
      marked, in: line, style: theme.secondary, alignment: .right,
      ellipsis: theme.glyphs.ellipsis)
    let space = columns - (used > 0 ? used + 2 : 0)
    KeyLine(
      commands: keyCommands, leastNeeded: ["clear", "history", "export", "open", "up"], theme: theme
    ).draw(on: &surface, in: Rect(origin: line.origin, size: Size(columns: space, rows: 1)))
  }
}
