import GalleryPresentation
import TerminalKit

/// The outcome of an order: its number, its links, and the code of the focused link.
public final class OrderOutcomeScreen: Screen, CommandedScreen {
  let viewModel: OrderOutcomeViewModel
  private let theme: Theme
  private let keys: KeyBindings
  private let setNeedsDisplay: () -> Void
  var layout: OrderOutcomeLayout?
  var scroll = ScrollGeometry()
  /// The link that the last press was on.
  private var pressedLink: Int?
  /// Whether the code fills the screen.
  private var showsCodeAlone = false
  /// Whether there is room for that.
  private var codeFitsAlone = false
  public internal(set) var cursor: Point?
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .outcome, keys: keys)

  public init(
    viewModel: OrderOutcomeViewModel, theme: Theme, keys: KeyBindings = .standard,
    setNeedsDisplay: @escaping () -> Void
  ) {
    self.viewModel = viewModel
    self.theme = theme
    self.keys = keys
    self.setNeedsDisplay = setNeedsDisplay
  }

  public func bindViewModel() {
    viewModel.updateSelectionClosure = { [weak self] in self?.selectionChanged() }
    selectionChanged()
  }

  private func selectionChanged() {
    scroll.setCount(viewModel.outcome.links.count)
    scroll.select(viewModel.selectedIndex)
    setNeedsDisplay()
  }

  // MARK: Keys

  private func makeCommands() -> [ScreenCommand<OrderOutcomeScreen>] {
    let commands: [ScreenCommand<OrderOutcomeScreen>] = [
      ScreenCommand(.outcomeOpen, hint: "open") {
        $0.viewModel.openPressed()
      }.when { $0.linkCount > 0 },
      ScreenCommand(.outcomeCopy, hint: "copy") {
        $0.viewModel.copyPressed()
      }.when { $0.linkCount > 0 },
      ScreenCommand(.outcomeUp, hint: "links") { $0.select(by: -1) }.when { $0.linkCount > 1 },
      ScreenCommand(.outcomeDown, hint: "links") { $0.select(by: 1) }.when { $0.linkCount > 1 },
      ScreenCommand(.outcomeCode) {
        $0.showsCodeAlone = true
        $0.setNeedsDisplay()
      }.hinted { $0.codeFitsAlone ? "code" : nil }.when { $0.viewModel.code != nil },
      ScreenCommand(.viewClose, hint: "back") { $0.viewModel.closePressed() },
    ]
    return commands.map { $0.when { !$0.showsCodeAlone } } + [
      ScreenCommand(.outcomeCloseCode, hint: "back") {
        $0.showsCodeAlone = false
        $0.setNeedsDisplay()
      }.when { $0.showsCodeAlone }
    ]
  }

  private var linkCount: Int { viewModel.outcome.links.count }

  private func select(by step: Int) {
    viewModel.linkSelected(at: (viewModel.selectedIndex ?? 0) + step)
  }

  private func link(at point: Point) -> Int? {
    guard !showsCodeAlone, let links = layout?.links, links.contains(point) else { return nil }
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
    let code = viewModel.code
    let layout = OrderOutcomeLayout(
      size: size, linkCount: viewModel.outcome.links.count, hasCode: code != nil,
      textRows: { texts(columns: $0).count },
      codeSize: { room in
        code.flatMap { CodeView($0, fitting: room, theme: theme)?.size }
      })
    self.layout = layout
    codeFitsAlone = code.map { CodeView($0, fitting: size, theme: theme) != nil } ?? false
    scroll.setRowHeight(isOnlyLink ? max(1, layout.links.size.rows) : 2)
    scroll.setHeight(layout.links.size.rows)
  }

  private var isOnlyLink: Bool { viewModel.outcome.links.count == 1 }

  public func draw(on surface: inout Surface) {
    cursor = nil
    guard !showsCodeAlone else {
      drawCodeAlone(on: &surface)
      return
    }
    guard let layout else { return }
    drawFrame(on: &surface)
    for (row, text) in texts(columns: layout.texts.size.columns)
      .prefix(layout.texts.size.rows).enumerated()
    {
      surface.write(
        text, at: Point(column: layout.texts.minColumn, row: layout.texts.minRow + row),
        style: theme.primary, ellipsis: theme.glyphs.ellipsis)
    }
    drawLinks(in: layout.links, on: &surface)
    if let rect = layout.code, let matrix = viewModel.code {
      CodeView(matrix, fitting: rect.size, theme: theme)?.draw(on: &surface, at: rect.origin)
    }
    if let row = layout.codeHint {
      surface.write(
        codeFitsAlone ? codeHint : Self.tooSmall, at: Point(column: 2, row: row),
        style: theme.secondary,
        maxColumns: surface.size.columns - 3, ellipsis: theme.glyphs.ellipsis)
    }
  }

  private func drawFrame(on surface: inout Surface) {
    let frame = PhotoListFrame(size: surface.size)
    let columns = surface.size.columns
    let outcome = viewModel.outcome
    var count = ""
    if let index = viewModel.selectedIndex, outcome.links.count > 1 {
      count = CountText.position(row: index, of: outcome.links.count)
    }
    StatusLine(
      left: [.init(theme.glyphs.words(outcome.title), style: theme.title)],
      right: count.isEmpty ? [] : [.init(count, style: theme.secondary)], theme: theme
    ).draw(on: &surface, in: Rect(column: 1, row: 0, columns: columns - 2, rows: 1))
    for row in [frame.topRule, frame.bottomRule].compactMap({ $0 }) {
      surface.horizontalRule(
        at: Point(column: 0, row: row), columns: columns, style: theme.rule, glyphs: theme.glyphs)
    }
    KeyLine(commands: commands.hinted(of: self), theme: theme).draw(
      on: &surface, in: Rect(column: 1, row: frame.keyLine, columns: columns - 2, rows: 1))
  }

  private func texts(columns: Int) -> [String] {
    viewModel.outcome.texts.flatMap {
      TextLayout.wrap(
        theme.glyphs.words($0), columns: columns, maxRows: 6, ellipsis: theme.glyphs.ellipsis)
    }
  }

  // MARK: Links

  private func drawLinks(in rect: Rect, on surface: inout Surface) {
    let links = viewModel.outcome.links
    surface.draw(in: rect) { surface in
      for index in scroll.visibleRows where links.indices.contains(index) {
        draw(
          links[index], row: scroll.line(ofRow: index),
          isSelected: index == viewModel.selectedIndex, on: &surface)
      }
    }
    guard let index = viewModel.selectedIndex, rect.size.rows > 0 else { return }
    cursor = Point(column: 2, row: rect.minRow + scroll.line(ofRow: index))
  }

  private func draw(
    _ link: OrderLink, row: Int, isSelected: Bool, on surface: inout Surface
  ) {
    let columns = max(1, surface.size.columns - 3)
    surface.write(
      theme.glyphs.words(link.title), at: Point(column: 2, row: row),
      style: isSelected ? theme.selection : theme.primary, maxColumns: columns,
      ellipsis: theme.glyphs.ellipsis)
    let address = addressLines(
      link.caption.map(theme.glyphs.words) ?? link.address, columns: columns,
      rows: surface.size.rows - 1)
    for (line, text) in address.enumerated() {
      surface.write(text, at: Point(column: 2, row: row + 1 + line), style: theme.secondary)
    }
    guard isSelected else { return }
    for line in row..<(row + 1 + address.count) {
      surface[0, line] = Cell(character: theme.glyphs.selectionBar, style: theme.selectionBar)
    }
  }

  /// A single link is written out, so that it can be copied with the mouse. If it doesn't fit, its beginning is enough: a
  /// `mailto:` link with an order has hundreds of characters.
  private func addressLines(_ address: String, columns: Int, rows: Int) -> [String] {
    func lines(_ limit: Int) -> [String] {
      TextLayout.wrap(
        address, columns: columns, maxRows: limit, ellipsis: theme.glyphs.ellipsis)
    }
    guard isOnlyLink, rows > 1 else { return lines(1) }
    return lines(rows + 1).count > rows ? lines(2) : lines(rows)
  }

  // MARK: The code

  private var codeHint: String {
    keys.hint(.outcomeCode, on: .outcome, "shows the code", glyphs: theme.glyphs)
  }

  private static let tooSmall = "terminal too small for the code"

  private func drawCodeAlone(on surface: inout Surface) {
    let size = surface.size
    guard let matrix = viewModel.code,
      let view = CodeView(matrix, fitting: size, theme: theme)
    else {
      EmptyStateView(
        title: Self.tooSmall, advice: "Make the window larger, or go back and copy the link",
        theme: theme
      ).draw(on: &surface, in: surface.bounds)
      return
    }
    view.draw(
      on: &surface,
      at: Point(
        column: (size.columns - view.size.columns) / 2, row: (size.rows - view.size.rows) / 2))
  }
}
