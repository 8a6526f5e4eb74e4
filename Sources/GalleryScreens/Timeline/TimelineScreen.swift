import GalleryPresentation
import TerminalKit

/// When the photos were taken, as bars at the foot of the list or the grid: binds them to a `TimelineViewModel`.
///
/// ```
/// ─ 2019-07 · 312 photos ─── ←→ move  & only these  ⏎ go  Esc cancel ─
///  ▁▃█▂ ▁▁▂▅▇▃▁  ▁▂▂▄▆█▅▃▂▁
///     2018     2019-07    2020
/// ```
public final class TimelineScreen: Screen, CommandedScreen {
  private let viewModel: TimelineViewModel
  public let commands: ScreenCommands<TimelineScreen>
  public let context: ScreenContext
  private var rule = 0
  private var barLines = Rect(origin: .zero, size: .zero)
  /// The line below the bars.
  private var markLine = 0

  public init(viewModel: TimelineViewModel, context: ScreenContext) {
    self.viewModel = viewModel
    self.context = context
    commands = Self.commands(context.keys)
  }

  public var isOverlay: Bool { true }

  public func bindViewModel() {
    viewModel.updateClosure = { [weak self] in self?.context.setNeedsDisplay() }
  }

  // MARK: Layout and drawing

  /// The taller the screen, the higher the bars.
  public func layout(size: Size) {
    let barRows = size.rows >= 32 ? 3 : size.rows >= 20 ? 2 : 1
    markLine = size.rows - 1
    let top = markLine - barRows
    barLines = Rect(column: 1, row: top, columns: size.columns - 2, rows: barRows)
    rule = top - 1
  }

  public var cursor: Point? {
    let periods = viewModel.periods(in: barLines.size.columns)
    return periods.first(where: \.isFocused).map {
      Point(column: barLines.minColumn + $0.columns.lowerBound, row: barLines.maxRow - 1)
    }
  }

  public func draw(on surface: inout Surface) {
    let periods = viewModel.periods(in: barLines.size.columns)
    surface.fill(
      Rect(
        column: 0, row: rule, columns: surface.size.columns, rows: surface.size.rows - rule))
    let (title, note) = words(of: labelColumns(of: surface.size.columns))
    drawRule(rule, label: .init(title, style: theme.title), note: note, on: &surface)
    for period in periods { draw(period, on: &surface) }
    drawMarks(periods, notes: note.isEmpty ? viewModel.notes : [], on: &surface)
  }

  /// The longest note that fits beside a title: the period in focus is below its bar, too.
  private func words(of columns: Int) -> (title: String, note: String) {
    let titles = viewModel.titles
    for note in viewModel.notes {
      let title = titles.first { GlyphWidth.columns(of: "\($0) · \(note)") <= columns }
      if let title { return (title, note) }
    }
    return (titles.first { GlyphWidth.columns(of: $0) <= columns } ?? titles.last ?? "", "")
  }

  private func draw(_ period: TimelineViewModel.Period, on surface: inout Surface) {
    let steps = Glyphs.bars
    let parts = steps.count - 1
    guard period.height > 0 else { return }
    // Even a single photo is visible.
    var level = max(1, Int((period.height * Double(parts * barLines.size.rows)).rounded()))
    var row = barLines.maxRow - 1
    while level > 0, row >= barLines.minRow {
      let cell = Cell(
        character: steps[min(level, parts)],
        style: period.isFocused ? theme.focusBar : theme.secondary)
      let column = barLines.minColumn + period.columns.lowerBound
      surface.fill(
        Rect(column: column, row: row, columns: period.columns.count, rows: 1), with: cell)
      level -= parts
      row -= 1
    }
  }

  /// The period in focus below its bar, the longest note that the rule has no room for, and other periods beside them.
  private func drawMarks(
    _ periods: [TimelineViewModel.Period], notes: [String], on surface: inout Surface
  ) {
    let (first, last) = (barLines.minColumn, barLines.maxColumn)
    var taken: [Range<Int>] = []
    @discardableResult
    func write(_ text: String, at start: Int, _ style: Style) -> Bool {
      let end = start + GlyphWidth.columns(of: text)
      guard start >= first, end <= last, !taken.contains(where: { $0.overlaps(start..<end) })
      else { return false }
      surface.write(text, at: Point(column: start, row: markLine), style: style)
      taken.append((start - 1)..<(end + 1))
      return true
    }
    if let focus = periods.first(where: \.isFocused), let text = viewModel.focusText {
      let length = GlyphWidth.columns(of: text)
      let middle = first + focus.columns.lowerBound + focus.columns.count / 2
      write(text, at: max(first, min(middle - length / 2, last - length)), theme.accent)
    }
    _ = notes.first { note in
      write(note, at: last - GlyphWidth.columns(of: note), theme.secondary)
        || write(note, at: first, theme.secondary)
    }
    for period in periods {
      if let mark = period.mark {
        write(mark, at: first + period.columns.lowerBound, theme.secondary)
      }
    }
  }

  // MARK: Input

  static func commands(_ keys: KeyBindings) -> ScreenCommands<TimelineScreen> {
    ScreenCommands(
      [
        ScreenCommand("timeline.previous", hint: "move") { $0.viewModel.move(by: -1) },
        ScreenCommand("timeline.next", hint: "move") { $0.viewModel.move(by: 1) },
        ScreenCommand("timeline.filter", hint: "only these") { $0.viewModel.filter() },
        ScreenCommand("timeline.first") { $0.viewModel.moveToFirst() },
        ScreenCommand("timeline.last") { $0.viewModel.moveToLast() },
        ScreenCommand("timeline.zoom-in") { $0.viewModel.zoom(isIn: true) }.hinted {
          $0.viewModel.finerText
        },
        ScreenCommand("timeline.zoom-out") { $0.viewModel.zoom(isIn: false) }.hinted {
          $0.viewModel.coarserText
        },
        ScreenCommand("timeline.go", hint: "go", isEssential: true) { $0.viewModel.submit() },
        ScreenCommand("timeline.cancel", hint: "cancel", isEssential: true) {
          $0.viewModel.cancel()
        },
        ScreenCommand("program.help") { $0.context.showHelp($0.helpCommands) },
      ], on: .timeline, keys: keys)
  }

  /// A character that continues a date is not a command.
  public func match(_ keys: KeySequence) -> KeyMatch? {
    if let character = keys.keys[0].text, viewModel.continuesDate(character) { return nil }
    return commands.match(keys, on: self)
  }

  /// A date can be typed; other keys do nothing, so that they don't change the list above.
  public func handle(_ key: Key) -> Bool {
    switch (key.commandKey ?? key).code {
    case .character(let character) where key.modifiers.isEmpty: viewModel.typed(character)
    case .backspace: viewModel.characterDeleted()
    default: break
    }
    return true
  }

  public func handle(paste text: String) {}

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: viewModel.move(by: -1)
    case .wheelDown: viewModel.move(by: 1)
    case .press where mouse.position.row < rule: viewModel.cancel()
    case .press where mouse.position.row > rule:
      viewModel.move(toColumn: mouse.position.column - barLines.minColumn)
    case .doubleClick where mouse.position.row > rule: viewModel.submit()
    default: break
    }
  }
}
