import Foundation
import GalleryPresentation
import TerminalKit

/// The outcome of an order: its number, what to do now, and its links.
public final class OrderOutcomeScreen: Screen, CommandedScreen {
  let outcome: OrderOutcome
  public let context: ScreenContext
  private let open: (OrderLink) -> Void
  private let copy: (String) -> Void
  private let close: () -> Void
  private let table: TableView
  private var texts = Rect.zero
  /// Two lines per link, or all remaining lines if there is only one.
  private var links = Rect.zero
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .outcome, keys: keys)

  /// - Parameters:
  ///   - open: Opens a link in the desktop's program for it.
  ///   - copy: Copies a text to the clipboard.
  ///   - close: Closes the screen.
  init(
    _ outcome: OrderOutcome, context: ScreenContext, open: @escaping (OrderLink) -> Void,
    copy: @escaping (String) -> Void, close: @escaping () -> Void
  ) {
    self.outcome = outcome
    self.context = context
    (self.open, self.copy, self.close) = (open, copy, close)
    table = TableView(rowHeight: 2, theme: context.theme)
    table.dataSource = self
    table.delegate = self
  }

  public func bindViewModel() {
    table.reloadData(selecting: outcome.links.isEmpty ? nil : 0)
  }

  // MARK: Keys

  private func makeCommands() -> [ScreenCommand<OrderOutcomeScreen>] {
    [
      ScreenCommand("outcome.open", hint: "open") { screen in
        screen.selectedLink.map(screen.open)
      }.when { $0.linkCount > 0 },
      ScreenCommand("outcome.copy", hint: "copy") { screen in
        screen.selectedLink.map { screen.copy($0.address) }
      }.when { $0.linkCount > 0 },
      ScreenCommand("outcome.up", hint: "links") { $0.table.move { $0.move(byRows: -1) } }
        .when { $0.linkCount > 1 },
      ScreenCommand("outcome.down", hint: "links") { $0.table.move { $0.move(byRows: 1) } }
        .when { $0.linkCount > 1 },
      ScreenCommand("program.help", hint: "help") { $0.context.showHelp($0.keyCommands) },
      ScreenCommand("view.close", hint: "back") { $0.close() },
    ] + ProgramKeys.commands()
  }

  private var linkCount: Int { outcome.links.count }
  private var selectedLink: OrderLink? { table.selectedRow.map { outcome.links[$0] } }

  public func handle(_ mouse: MouseEvent) { table.handle(mouse, origin: links.origin) }

  // MARK: Layout and drawing

  public func layout(size: Size) {
    let content = Chrome(size: size).content
    let columns = max(1, size.columns - 3)
    let rows = min(textLines(columns: columns).count, max(1, content.size.rows / 2))
    let gap = content.size.rows >= 12 ? 1 : 0
    texts = Rect(column: 2, row: content.minRow, columns: columns, rows: rows)
    links = Rect(
      column: 0, row: content.minRow + rows + gap, columns: size.columns,
      rows: content.size.rows - rows - gap)
    let rowHeight = linkCount == 1 ? max(1, links.size.rows) : 2
    if table.rowHeight != rowHeight { table.rowHeight = rowHeight }
    table.layout(size: links.size)
  }

  public var cursor: Point? { table.cursor }

  public func draw(on surface: inout Surface) {
    var count = ""
    if let index = table.selectedRow, linkCount > 1 {
      count = CountText.position(row: index, of: linkCount)
    }
    draw(
      Chrome(size: surface.size), title: outcome.title,
      right: count.isEmpty ? [] : [.init(count, style: theme.secondary)], on: &surface)
    for (row, text) in textLines(columns: texts.size.columns).prefix(texts.size.rows).enumerated() {
      surface.write(
        text, at: Point(column: texts.minColumn, row: texts.minRow + row),
        style: theme.primary)
    }
    table.draw(on: &surface, in: links)
  }

  private func textLines(columns: Int) -> [String] {
    outcome.texts.flatMap {
      TextLayout.wrap(
        $0, columns: columns, maxRows: 6)
    }
  }
}

extension OrderOutcomeScreen: TableViewDataSource {
  public func numberOfRows(in tableView: TableView) -> Int { linkCount }

  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let link = outcome.links[indexPath.row]
    let isOnly = linkCount == 1
    return tableView.dequeueRow(pictures) { [theme] cell, size in
      let columns = 2..<max(3, size.columns - 1)
      let title = RowCell.Line(
        text: link.title, style: cell.isSelected ? theme.selection : theme.primary)
      let address = Self.addressLines(
        link.address, isOnly: isOnly, columns: columns.count, rows: size.rows - 1)
      return RowCell.Content(
        lineCount: 1 + address.count, columns: columns,
        lines: [title] + address.map { RowCell.Line(text: $0, style: theme.secondary) })
    }
  }

  /// A single link is written out, so that it can be copied with the mouse. If it doesn't fit, its beginning is enough.
  private static func addressLines(
    _ address: String, isOnly: Bool, columns: Int, rows: Int
  ) -> [String] {
    func lines(_ limit: Int) -> [String] {
      TextLayout.wrap(
        address, columns: columns, maxRows: limit)
    }
    guard isOnly, rows > 1 else { return lines(1) }
    return lines(rows + 1).count > rows ? lines(2) : lines(rows)
  }
}

extension OrderOutcomeScreen: TableViewDelegate {
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    open(outcome.links[indexPath.row])
  }

  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    context.setNeedsDisplay()
  }
}
