import GalleryPresentation
import TerminalKit

/// Every key with its meaning, made from the commands themselves; typing filters them.
///
/// Groups keep the order in which they first appear; two columns if the terminal is wide enough.
///
/// Every letter goes into the filter, as in `fzf`: if `j` scrolled here and `zoom` searched, you would have to guess which
/// letters do what. `q` and `?` close the help while the filter is empty, because that is how `less` is left; `/`, which
/// begins a search there, begins one here in which these count as letters too. Esc and Backspace clear the filter before
/// they close the help.
public final class HelpScreen: Screen, CommandedScreen {
  public var theme: Theme
  private let title: String
  private let listed: [KeyCommand]
  public let commands: ScreenCommands<HelpScreen>
  private let onClose: () -> Void
  private var scroll = ScrollGeometry()
  private var lines: [HelpLine] = []
  private var layoutColumns = -1
  /// The filter's text; nil while it is empty.
  private var filter: String?

  /// Longer texts match nothing.
  private static let filterLimit = 60

  /// - Parameters:
  ///   - commands: Commands with neither keys nor a gesture are left out.
  ///   - onClose: Called when the user closes the help; pop the screen there.
  public init(
    title: String = "Keys", commands: [KeyCommand], theme: Theme = .standard(),
    keys: KeyBindings = .standard, onClose: @escaping () -> Void
  ) {
    self.title = title
    listed = commands
    self.commands = ScreenCommands(Self.makeCommands(), on: .help, keys: keys)
    self.theme = theme
    self.onClose = onClose
  }

  public func bindViewModel() {}

  // MARK: Layout and drawing

  public func layout(size: Size) {
    if size.columns != layoutColumns {
      layoutColumns = size.columns
      let shown = filter.map { HelpFilter($0).matches(in: listed) } ?? listed
      lines = HelpLayout(commands: shown, glyphs: theme.glyphs, isFiltered: filter != nil)
        .lines(columns: size.columns)
      scroll.setCount(lines.count)
      scroll.select(nil)
    }
    scroll.setHeight(size.rows - 2)
  }

  public func draw(on surface: inout Surface) {
    layout(size: surface.size)
    let columns = surface.size.columns
    let head = filter.map { [StatusLine.Part("/\($0)", style: theme.primary)] } ?? []
    StatusLine(
      left: [.init(title, style: theme.title)] + (head.isEmpty ? [] : [.init(" ")] + head),
      middle: scroll.isScrollable ? advice : [],
      right: scroll.isScrollable ? [.init(position, style: theme.secondary)] : advice, theme: theme
    ).draw(on: &surface, in: Rect(column: 1, row: 0, columns: columns - 2, rows: 1))
    if lines.isEmpty, filter != nil, surface.size.rows > 2 {
      surface.write(
        "No command matches", at: Point(column: 1, row: 1), style: theme.secondary,
        maxColumns: columns - 2, ellipsis: theme.glyphs.ellipsis)
    }
    for row in scroll.visibleRows where lines.indices.contains(row) {
      draw(lines[row], on: &surface, row: 1 + scroll.line(ofRow: row))
    }
    KeyLine(commands: commands.hinted(of: self), theme: theme).draw(
      on: &surface,
      in: Rect(column: 1, row: surface.size.rows - 1, columns: columns - 2, rows: 1))
  }

  private func draw(_ line: HelpLine, on surface: inout Surface, row: Int) {
    for part in line.parts {
      let style =
        switch part.role {
        case .heading: theme.title
        case .keys: theme.key
        case .text: theme.primary
        case .name: theme.secondary
        }
      surface.write(
        part.text, at: Point(column: part.column, row: row), style: style,
        maxColumns: part.maxColumns, ellipsis: theme.glyphs.ellipsis)
    }
  }

  private var advice: [StatusLine.Part] {
    filter == nil ? [.init("type to filter", style: theme.secondary)] : []
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
          max(0, layoutColumns - 1), 3 + GlyphWidth.columns(of: title) + GlyphWidth.columns(of: $0)),
        row: 0)
    }
  }

  // MARK: Input

  private static func makeCommands() -> [ScreenCommand<HelpScreen>] {
    func scroll(
      _ command: Command, hint: String? = nil, _ action: @escaping (inout ScrollGeometry) -> Void
    ) -> ScreenCommand<HelpScreen> {
      ScreenCommand(command, hint: hint) { action(&$0.scroll) }
    }
    return [
      scroll(.helpUp, hint: "scroll") { $0.scroll(by: -1) },
      scroll(.helpDown, hint: "scroll") { $0.scroll(by: 1) },
      scroll(.helpPageUp) { $0.scroll(by: -$0.wholeRows) },
      scroll(.helpPageDown) { $0.scroll(by: $0.wholeRows) },
      scroll(.helpHalfPageUp) { $0.scroll(by: -max(1, $0.wholeRows / 2)) },
      scroll(.helpHalfPageDown) { $0.scroll(by: max(1, $0.wholeRows / 2)) },
      scroll(.helpFirst) { $0.setOffset(0) },
      scroll(.helpLast) { $0.setOffset(.max) },
      ScreenCommand(.helpClose, isEssential: true) { $0.stepBack() }.hinted {
        $0.filter == nil ? "back" : "clear"
      },
    ].map { $0.withoutTextKeys { $0.filter != nil } }
  }

  private func stepBack() {
    if filter == nil { onClose() } else { setFilter(nil) }
  }

  public func handle(_ key: Key) -> Bool {
    switch key.code {
    case .character(let character) where key.isText:
      // As in `less`; any further ones are typed.
      let typed = filter == nil && character == "/" ? "" : "\(filter ?? "")\(character)"
      if typed.count <= Self.filterLimit { setFilter(typed) }
    case .backspace:
      guard let filter else {
        onClose()
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
    layoutColumns = -1
    scroll.setOffset(0)
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: scroll.scroll(by: -3)
    case .wheelDown: scroll.scroll(by: 3)
    default: break
    }
  }
}
