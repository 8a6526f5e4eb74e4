import GalleryPresentation
import TerminalKit

/// Every key with its meaning, made from the commands themselves. Typing looks for a command, here and on other screens, and
/// ⏎ does the selected one.
///
/// Groups keep the order in which they first appear; two columns if the terminal is wide enough.
///
/// Every letter goes into the filter, as in `fzf`: if `j` scrolled here and `zoom` searched, you would have to guess which
/// letters do what, and `quit` would begin by closing the help (decision 104). `?` closes it while the filter is empty;
/// `/`, which begins a search in `less`, begins one here in which `?` is typed too. Esc and Backspace clear the filter
/// before they close the help.
public final class HelpScreen: Screen, CommandedScreen {
  public let context: ScreenContext
  private let listed: [KeyCommand]
  /// Found by the filter only.
  private let elsewhere: [KeyCommand]
  public let commands: ScreenCommands<HelpScreen>
  private static let title = "Keys"
  private var scroll = ScrollGeometry()
  /// The commands that match the filter; all that are listed if there is none.
  private var shown: [KeyCommand] = []
  private var lines: [HelpLine] = []
  private var layoutColumns = -1
  /// The filter's text; nil while it is empty.
  private var filter: String?
  /// Of `shown`; nil without a filter, or if nothing matches it.
  private var selected: Int?

  /// Longer texts match nothing.
  private static let filterLimit = 60

  /// - Parameters:
  ///   - commands: Commands with neither keys nor a gesture are left out.
  ///   - elsewhere: Those of other screens; those that are among `commands` are left out.
  public init(
    commands: [KeyCommand], elsewhere: [KeyCommand] = [], context: ScreenContext
  ) {
    self.context = context
    listed = commands
    let names = Set(commands.map(\.id))
    self.elsewhere = elsewhere.filter { !names.contains($0.id) }
    self.commands = ScreenCommands(Self.makeCommands(), on: .help, keys: context.keys)
    shown = commands
  }

  public func bindViewModel() {}

  // MARK: Layout and drawing

  public func layout(size: Size) {
    if size.columns != layoutColumns {
      layoutColumns = size.columns
      lines = HelpLayout(commands: shown, isFiltered: filter != nil)
        .lines(columns: size.columns)
      scroll.setCount(lines.count)
      select(line: selected.flatMap { index in lines.firstIndex { $0.command == index } })
    }
    scroll.setHeight(size.rows - 2)
  }

  /// The heading above the first command is shown with it.
  private func select(line: Int?) {
    scroll.select(line)
    guard filter != nil else { return }
    selected = line.flatMap { lines[$0].command }
    if selected == lines.lazy.compactMap(\.command).first { scroll.setOffset(0) }
  }

  private var selectedCommand: KeyCommand? { selected.map { shown[$0] } }

  public func draw(on surface: inout Surface) {
    layout(size: surface.size)
    let columns = surface.size.columns
    let head = filter.map { [StatusLine.Part("/\($0)", style: theme.primary)] } ?? []
    StatusLine(
      left: [.init(Self.title, style: theme.title)] + (head.isEmpty ? [] : [.init(" ")] + head),
      middle: scroll.isScrollable ? advice : [],
      right: scroll.isScrollable ? [.init(position, style: theme.secondary)] : advice
    ).draw(on: &surface, in: Chrome(size: surface.size).header)
    if lines.isEmpty, filter != nil {
      surface.write(
        "No command matches", at: Point(column: 1, row: 1), style: theme.secondary,
        maxColumns: columns - 2)
    }
    for row in scroll.visibleRows where lines.indices.contains(row) {
      draw(lines[row], on: &surface, row: 1 + scroll.line(ofRow: row))
    }
    drawKeys(on: &surface, in: Chrome(size: surface.size).keyLine)
  }

  private func draw(_ line: HelpLine, on surface: inout Surface, row: Int) {
    let isSelected = selected != nil && line.command == selected
    if isSelected {
      surface.write(
        String(Glyphs.selectionBar), at: Point(column: 0, row: row),
        style: theme.selectionBar)
    }
    let isAvailable = filter == nil || line.command.map { shown[$0].isAvailable } ?? true
    for part in line.parts {
      let style =
        switch part.role {
        case .heading: theme.title
        case .keys: isAvailable ? theme.key : theme.secondary
        case .text: isSelected ? theme.selection : theme.primary
        case .name: theme.secondary
        }
      surface.write(
        part.text, at: Point(column: part.column, row: row), style: style,
        maxColumns: part.maxColumns)
    }
  }

  private var advice: [StatusLine.Part] {
    guard filter != nil else { return [.init("type to filter", style: theme.secondary)] }
    guard let selectedCommand, !selectedCommand.isAvailable else { return [] }
    return [.init("not available here", style: theme.secondary)]
  }

  private var position: String {
    let rows = scroll.visibleRows
    return "\(rows.lowerBound + 1)-\(rows.upperBound) of \(scroll.count)"
  }

  /// After the typed text, for screen readers.
  public var cursor: Point? {
    filter.map {
      Point(
        column: min(
          max(0, layoutColumns - 1),
          3 + GlyphWidth.columns(of: Self.title) + GlyphWidth.columns(of: $0)),
        row: 0)
    }
  }

  // MARK: Input

  private static func makeCommands() -> [ScreenCommand<HelpScreen>] {
    func hint(_ screen: HelpScreen) -> String? { screen.filter == nil ? "scroll" : "select" }
    let moves: [ScreenCommand<HelpScreen>] = MoveKeys.scrolling(
      "help", of: { $0.scroll }, by: { $0.move(by: $1) })
    let others: [ScreenCommand<HelpScreen>] = [
      ScreenCommand("help.perform") { $0.perform() }.hinted {
        $0.selectedCommand?.isAvailable == true ? "do it" : nil
      },
      ScreenCommand("help.close", isEssential: true) { $0.stepBack() }.hinted {
        $0.filter == nil ? "back" : "clear"
      },
    ]
    return (moves.prefix(2).map { $0.hinted(hint) } + moves.dropFirst(2) + others).map {
      $0.withoutTextKeys { $0.filter != nil }
    }
  }

  /// Scrolls, or moves the selection to the nearest command that is at least so many lines away.
  private func move(by count: Int) {
    guard filter != nil, let line = scroll.selection else { return scroll.scroll(by: count) }
    let commands = lines.indices.filter { lines[$0].command != nil }
    let next =
      count > 0
      ? commands.first { $0 >= line + count } ?? commands.last
      : commands.last { $0 <= line + count } ?? commands.first
    select(line: next)
  }

  /// The screen below is shown again first, so that the command acts there.
  private func perform() {
    guard let selectedCommand, selectedCommand.isAvailable else { return }
    context.close(self)
    selectedCommand.action()
  }

  private func stepBack() {
    if filter == nil { context.close(self) } else { setFilter(nil) }
  }

  public func handle(_ key: Key) -> Bool {
    switch key.code {
    case .character(let character) where key.isText:
      // As in `less`; any further ones are typed.
      let typed = filter == nil && character == "/" ? "" : "\(filter ?? "")\(character)"
      if typed.count <= Self.filterLimit { setFilter(typed) }
    case .backspace:
      guard let filter else {
        context.close(self)
        return true
      }
      setFilter(filter.isEmpty ? nil : String(filter.dropLast()))
    default: return false
    }
    return true
  }

  public func handle(paste text: String) {
    let line = (filter ?? "") + TextCleaner.line(text)
    setFilter(String(line.prefix(Self.filterLimit)))
  }

  private func setFilter(_ text: String?) {
    filter = text
    let filter = text.map(HelpFilter.init)
    shown =
      filter.map {
        $0.matches(in: listed) + $0.matches(in: elsewhere, searchesHeadings: false)
      } ?? listed
    shown.removeAll { $0.keys.isEmpty && $0.gesture == nil }
    selected = filter?.best(of: shown)
    scroll.select(nil)
    scroll.setOffset(0)
    layoutColumns = -1
  }

  public func handle(_ mouse: MouseEvent) {
    let line = scroll.row(atLine: mouse.position.row - 1)
    let command = filter == nil ? nil : line.flatMap { lines[$0].command }
    switch mouse.action {
    case .wheelUp: move(by: -3)
    case .wheelDown: move(by: 3)
    case .press: if command != nil { select(line: line) }
    case .doubleClick: if command != nil, command == selected { perform() }
    case .drag, .release, .singleClick: break
    }
  }
}
