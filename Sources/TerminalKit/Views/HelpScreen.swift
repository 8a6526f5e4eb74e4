/// Every key with its meaning, made from the key table itself.
///
/// Groups stand in the order in which they first appear; in two columns where the terminal is wide
/// enough. q, ? and Esc close it.
public final class HelpScreen: Screen {
  public var theme: Theme
  private let title: String
  private let commands: [KeyCommand]
  private let onClose: () -> Void
  private var scroll = ScrollGeometry()
  private var lines: [HelpLine] = []
  private var layoutColumns = -1

  /// - Parameters:
  ///   - commands: Those with neither keys nor a gesture are left out.
  ///   - onClose: Called when the user leaves; pop the screen there.
  public init(
    title: String = "Keys", commands: [KeyCommand], theme: Theme = .standard(),
    onClose: @escaping () -> Void
  ) {
    self.title = title
    self.commands = commands
    self.theme = theme
    self.onClose = onClose
  }

  public func bindViewModel() {}

  public func layout(size: Size) {
    if size.columns != layoutColumns {
      layoutColumns = size.columns
      lines = HelpLayout(commands: commands, glyphs: theme.glyphs).lines(columns: size.columns)
      scroll.setCount(lines.count)
      scroll.select(nil)
    }
    scroll.setHeight(size.rows - 2)
  }

  public func draw(on surface: inout Surface) {
    layout(size: surface.size)
    let columns = surface.size.columns
    StatusLine(
      left: [.init(title, style: theme.title)],
      right: scroll.isScrollable ? [.init(position, style: theme.secondary)] : [], theme: theme
    ).draw(on: &surface, in: Rect(column: 1, row: 0, columns: columns - 2, rows: 1))
    for row in scroll.visibleRows where lines.indices.contains(row) {
      draw(lines[row], on: &surface, row: 1 + scroll.line(ofRow: row))
    }
    KeyLine(commands: keyCommands, theme: theme).draw(
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
        }
      surface.write(
        part.text, at: Point(column: part.column, row: row), style: style,
        maxColumns: part.maxColumns, ellipsis: theme.glyphs.ellipsis)
    }
  }

  private var position: String {
    let rows = scroll.visibleRows
    return "\(rows.lowerBound + 1)-\(rows.upperBound) of \(scroll.count)"
  }

  public var keyCommands: [KeyCommand] {
    [
      KeyCommand(id: "help-up", keys: [.up, .character("k")], title: "up", hint: "scroll") {
        [weak self] in self?.scroll.scroll(by: -1)
      },
      KeyCommand(id: "help-down", keys: [.down, .character("j")], title: "down", hint: "scroll") {
        [weak self] in self?.scroll.scroll(by: 1)
      },
      KeyCommand(
        id: "help-close", keys: [.character("q"), .character("?"), .escape], title: "back",
        hint: "back", isEssential: true
      ) { [weak self] in self?.onClose() },
    ]
  }

  public func handle(_ key: Key) -> Bool {
    switch key {
    case .pageUp, .control("b"): scroll.scroll(by: -scroll.wholeRows)
    case .pageDown, .space, .control("f"): scroll.scroll(by: scroll.wholeRows)
    case .control("u"): scroll.scroll(by: -max(1, scroll.wholeRows / 2))
    case .control("d"): scroll.scroll(by: max(1, scroll.wholeRows / 2))
    case .home, .character("g"): scroll.setOffset(0)
    case .end, .character("G"): scroll.setOffset(.max)
    default: return false
    }
    return true
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: scroll.scroll(by: -3)
    case .wheelDown: scroll.scroll(by: 3)
    default: break
    }
  }
}
