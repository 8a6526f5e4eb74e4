import GalleryPresentation
import TerminalKit

/// The outcome of an order: its number, what to do now, and its links.
public final class OrderOutcomeScreen: Screen, CommandedScreen {
  let viewModel: OrderOutcomeViewModel
  public let context: ScreenContext
  private var texts = Rect.zero
  /// Two lines per link, or all remaining lines if there is only one.
  private var links = Rect.zero
  private var scroll = ScrollGeometry()
  /// The link that the last press was on.
  private var pressedLink: Int?
  public private(set) var cursor: Point?
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .outcome, keys: keys)

  public init(viewModel: OrderOutcomeViewModel, context: ScreenContext) {
    self.viewModel = viewModel
    self.context = context
  }

  public func bindViewModel() {
    viewModel.updateSelectionClosure = { [weak self] in self?.selectionChanged() }
    selectionChanged()
  }

  private func selectionChanged() {
    scroll.setCount(viewModel.outcome.links.count)
    scroll.select(viewModel.selectedIndex)
    context.setNeedsDisplay()
  }

  // MARK: Keys

  private func makeCommands() -> [ScreenCommand<OrderOutcomeScreen>] {
    [
      ScreenCommand("outcome.open", hint: "open") {
        $0.viewModel.openPressed()
      }.when { $0.linkCount > 0 },
      ScreenCommand("outcome.copy", hint: "copy") {
        $0.viewModel.copyPressed()
      }.when { $0.linkCount > 0 },
      ScreenCommand("outcome.up", hint: "links") { $0.select(by: -1) }.when { $0.linkCount > 1 },
      ScreenCommand("outcome.down", hint: "links") { $0.select(by: 1) }.when { $0.linkCount > 1 },
      ScreenCommand("program.help", hint: "help") { $0.context.showHelp($0.keyCommands) },
      ScreenCommand("view.close", hint: "back") { $0.viewModel.closePressed() },
    ] + ProgramKeys.commands()
  }

  private var linkCount: Int { viewModel.outcome.links.count }

  private func select(by step: Int) {
    viewModel.linkSelected(at: (viewModel.selectedIndex ?? 0) + step)
  }

  private func link(at point: Point) -> Int? {
    guard links.contains(point) else { return nil }
    return scroll.row(atLine: point.row - links.minRow)
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: select(by: -1)
    case .wheelDown: select(by: 1)
    case .press:
      pressedLink = link(at: mouse.position)
      if let pressedLink { viewModel.linkSelected(at: pressedLink) }
    case .doubleClick:
      if let pressedLink, pressedLink == viewModel.selectedIndex {
        viewModel.openPressed()
      }
    case .singleClick, .release, .drag: break
    }
  }
}

extension OrderOutcomeScreen {
  public func layout(size: Size) {
    let content = Chrome(size: size).content
    let columns = max(1, size.columns - 3)
    let rows = min(textLines(columns: columns).count, max(1, content.size.rows / 2))
    let gap = content.size.rows >= 12 ? 1 : 0
    texts = Rect(column: 2, row: content.minRow, columns: columns, rows: rows)
    links = Rect(
      column: 0, row: content.minRow + rows + gap, columns: size.columns,
      rows: content.size.rows - rows - gap)
    scroll.setRowHeight(isOnlyLink ? max(1, links.size.rows) : 2)
    scroll.setHeight(links.size.rows)
  }

  private var isOnlyLink: Bool { linkCount == 1 }

  public func draw(on surface: inout Surface) {
    cursor = nil
    drawFrame(on: &surface)
    for (row, text) in textLines(columns: texts.size.columns).prefix(texts.size.rows).enumerated() {
      surface.write(
        text, at: Point(column: texts.minColumn, row: texts.minRow + row),
        style: theme.primary)
    }
    drawLinks(on: &surface)
  }

  private func drawFrame(on surface: inout Surface) {
    let outcome = viewModel.outcome
    var count = ""
    if let index = viewModel.selectedIndex, outcome.links.count > 1 {
      count = CountText.position(row: index, of: outcome.links.count)
    }
    draw(
      Chrome(size: surface.size), title: outcome.title,
      right: count.isEmpty ? [] : [.init(count, style: theme.secondary)], on: &surface)
  }

  private func textLines(columns: Int) -> [String] {
    viewModel.outcome.texts.flatMap {
      TextLayout.wrap(
        $0, columns: columns, maxRows: 6)
    }
  }

  // MARK: Links

  private func drawLinks(on surface: inout Surface) {
    surface.draw(in: links) { surface in
      for index in scroll.visibleRows where viewModel.outcome.links.indices.contains(index) {
        draw(
          viewModel.outcome.links[index], row: scroll.line(ofRow: index),
          isSelected: index == viewModel.selectedIndex, on: &surface)
      }
    }
    guard let index = viewModel.selectedIndex, links.size.rows > 0 else { return }
    cursor = Point(column: 2, row: links.minRow + scroll.line(ofRow: index))
  }

  private func draw(
    _ link: OrderLink, row: Int, isSelected: Bool, on surface: inout Surface
  ) {
    let columns = max(1, surface.size.columns - 3)
    surface.write(
      link.title, at: Point(column: 2, row: row),
      style: isSelected ? theme.selection : theme.primary, maxColumns: columns)
    let address = addressLines(
      link.address, columns: columns, rows: surface.size.rows - 1)
    for (line, text) in address.enumerated() {
      surface.write(text, at: Point(column: 2, row: row + 1 + line), style: theme.secondary)
    }
    guard isSelected else { return }
    for line in row..<(row + 1 + address.count) {
      surface[0, line] = Cell(character: Glyphs.selectionBar, style: theme.selectionBar)
    }
  }

  /// A single link is written out, so that it can be copied with the mouse. If it doesn't fit, its beginning is enough.
  private func addressLines(_ address: String, columns: Int, rows: Int) -> [String] {
    func lines(_ limit: Int) -> [String] {
      TextLayout.wrap(
        address, columns: columns, maxRows: limit)
    }
    guard isOnlyLink, rows > 1 else { return lines(1) }
    return lines(rows + 1).count > rows ? lines(2) : lines(rows)
  }
}
