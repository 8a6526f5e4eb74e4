/// A box over the screen that the user has to dismiss; ⏎, Esc, Space, q or a press of the mouse closes it. For messages that need no answer,
/// use `Notice`.
///
/// A menu has its choices below each other, where ↑, ↓ and ⏎ choose, too:
///
/// ```
/// ┌ sort ─────────────────────────────┐
/// │   s  as listed                    │
/// │▌● d  newest first                 │
/// └──── ↑↓ Enter choose · Esc cancel ─┘
/// ```
public final class Alert {
  /// Above the message, on as few lines as it needs; empty for no title.
  public var title: String { makeTitle() }
  /// A sentence or two for the user; wrapped.
  public var message: String { makeMessage() }
  /// Its accent colours the border.
  public var theme: Theme
  /// What the lower border offers in place of `⏎ ok`, such as `y yes · Esc no`; each closes the alert.
  public var choices: [PresentedChoice] = []
  /// What Esc means beside them, such as `no`.
  public var none = ""
  /// Whether only Esc and `q` close it beside those, and no press elsewhere: what it says isn't shown again, and more keys may be on
  /// their way.
  public var keepsOnEnter = false
  /// More keys that close it and do something.
  public var otherCommands: [KeyCommand] = []
  /// Called once, after the alert was closed.
  public var onDismiss: (() -> Void)?
  /// Called after that if none of its commands closed it.
  public var onDecline: (() -> Void)?

  private let isMenu: Bool
  /// The row of a menu in focus.
  private var selection = 0
  /// What it says about the last key, if that means nothing here.
  private var fault: String?
  /// The rows of a menu that the last frame showed.
  private var pageRows = 1

  private static let titleRows = 3
  private let makeTitle: () -> String
  private let makeMessage: () -> String

  /// - Parameters:
  ///   - title: Called for every frame, like `message`: what an alert is about may become known later.
  public init(
    title: @autoclosure @escaping () -> String = "",
    message: @autoclosure @escaping () -> String, theme: Theme = .standard(),
    onDismiss: (() -> Void)? = nil
  ) {
    makeTitle = title
    makeMessage = message
    self.theme = theme
    self.onDismiss = onDismiss
    isMenu = false
  }

  /// A menu; the focus is on its current choice.
  ///
  /// - Parameter title: In the upper border.
  public init(
    menu title: String, message: String = "", choices: [PresentedChoice], none: String = "cancel",
    theme: Theme
  ) {
    makeTitle = { title }
    makeMessage = { message }
    self.theme = theme
    self.choices = choices
    self.none = none
    isMenu = true
    selection = choices.firstIndex(where: \.isCurrent) ?? 0
  }

  public var commands: [KeyCommand] { choices.map(\.command) + otherCommands }

  /// Whether the key closes the alert. Other keys, except those of its commands, are said to mean nothing.
  public func closes(on key: Key) -> Bool {
    let keys: [Key] = [.escape, .character("q")]
    return (keepsOnEnter || isMenu ? keys : keys + [.enter, .space]).contains(key)
  }

  /// What a key means.
  enum Answer {
    case closes(KeyCommand?)
    /// It may be drawn differently.
    case stays
  }

  func answer(to key: Key) -> Answer {
    fault = nil
    for key in [key, key.commandKey ?? key] {
      let command = commands.first { $0.keys.contains(KeySequence(key)) }
      if command != nil || closes(on: key) { return .closes(command) }
    }
    if isMenu, key == .enter, choices.indices.contains(selection) {
      return .closes(choices[selection].command)
    }
    if !isMenu || !move(by: key) { fault = "Unknown key: \(key.description)" }
    return .stays
  }

  /// - Returns: Whether the key moves in a menu.
  private func move(by key: Key) -> Bool {
    let rows: Int
    switch key {
    case .up, .character("k"), .control("p"): rows = -1
    case .down, .character("j"), .control("n"): rows = 1
    case .pageUp: rows = -pageRows
    case .pageDown: rows = pageRows
    case .home: rows = -choices.count
    case .end: rows = choices.count
    default: return false
    }
    selection = max(0, min(selection + rows, choices.count - 1))
    return true
  }

  // MARK: Drawing

  private struct Layout {
    let rect: Rect
    /// Of the title and the message.
    let text: Rect
    /// The rows of a menu; empty without one.
    let menu: Rect
    /// The first visible row of a menu that is higher than the screen.
    let firstRow: Int
  }

  private func layout(in size: Size) -> Layout {
    let textColumns = max(1, min(size.columns - 2, 60) - 4)
    let texts = [message] + (isMenu || title.isEmpty ? [] : [title])
    let lines = texts.enumerated().flatMap { index, text in
      TextLayout.wrap(
        text, columns: textColumns, maxRows: index == 0 ? max(1, size.rows - 2) : Self.titleRows)
    }
    let rowTexts = isMenu ? choices.map(rowText) : []
    let longest = ([hintText(hasEscape: true)] + lines + rowTexts).map {
      GlyphWidth.columns(of: $0, atMost: textColumns)
    }
    let columns = min(size.columns, (longest.max() ?? 1) + 4)
    let gap = rowTexts.isEmpty || lines.isEmpty ? 0 : 1
    let rows = min(size.rows, lines.count + gap + rowTexts.count + 2)
    let rect = Rect(
      column: (size.columns - columns) / 2, row: (size.rows - rows) / 2, columns: columns,
      rows: rows)
    var text = rect.inset(columns: 2, rows: 1)
    let menuRows = min(rowTexts.count, max(0, text.size.rows))
    let menu = Rect(
      column: rect.minColumn + 1, row: text.maxRow - menuRows, columns: columns - 2, rows: menuRows)
    text.size.rows -= menuRows
    return Layout(
      rect: rect, text: text, menu: menu,
      firstRow: max(0, min(selection - menuRows / 2, rowTexts.count - menuRows)))
  }

  /// Draws the box in the middle of a surface, as small as its text allows and never larger than the surface.
  public func draw(on surface: inout Surface) {
    let layout = self.layout(in: surface.size)
    surface.fill(layout.rect, with: Cell(style: theme.primary))
    surface.box(layout.rect, style: theme.accent)
    surface.draw(in: layout.text) { surface in
      var row = 0
      if !title.isEmpty, !isMenu, surface.size.rows > 1 {
        row += surface.writeWrapped(
          title,
          in: Rect(
            column: 0, row: 0, columns: surface.size.columns,
            rows: min(Self.titleRows, surface.size.rows - 1)),
          style: theme.title, alignment: .center)
      }
      surface.writeWrapped(
        message,
        in: Rect(
          column: 0, row: row, columns: surface.size.columns, rows: surface.size.rows - row),
        style: theme.primary, alignment: .center)
    }
    if isMenu { drawMenu(on: &surface, layout) }
    drawHint(on: &surface, below: layout.rect)
  }

  /// The rectangle of the box, including its border.
  public func rect(in size: Size) -> Rect { layout(in: size).rect }

  /// The position of the hardware cursor, for screen readers: the first line of the text, or the row in focus.
  public func cursor(in size: Size) -> Point? {
    let layout = self.layout(in: size)
    guard isMenu else { return layout.text.origin }
    return Point(
      column: layout.menu.minColumn + 1, row: layout.menu.minRow + selection - layout.firstRow)
  }

  /// The sign of a current choice, its key in a column, and its words.
  private func rowText(_ choice: PresentedChoice) -> String {
    func columns(_ choice: PresentedChoice) -> Int { GlyphWidth.columns(of: choice.key) }
    let gap = (choices.map(columns).max() ?? 0) - columns(choice) + 2
    return mark(choice) + choice.key + String(repeating: " ", count: gap) + choice.command.title
  }

  private func mark(_ choice: PresentedChoice) -> String {
    choices.contains(where: \.isCurrent) ? (choice.isCurrent ? "● " : "  ") : ""
  }

  private func drawMenu(on surface: inout Surface, _ layout: Layout) {
    let heading = title.isEmpty ? "" : " \(title) "
    surface.write(
      heading, at: Point(column: layout.rect.minColumn + 1, row: layout.rect.minRow),
      style: theme.title, maxColumns: layout.rect.size.columns - 2)
    pageRows = max(1, layout.menu.size.rows)
    let shown = choices.dropFirst(layout.firstRow).prefix(layout.menu.size.rows)
    for (row, choice) in shown.enumerated() {
      var line = layout.menu
      (line.origin.row, line.size.rows) = (line.minRow + row, 1)
      surface.addButton(choice.command.id, in: line)
      let isFocused = row + layout.firstRow == selection
      if isFocused {
        surface.write(
          String(Glyphs.focusBar), at: line.origin, style: theme.focusBar)
      }
      line = line.inset(columns: 1, rows: 0)
      surface.write(
        rowText(choice), at: line.origin, style: isFocused ? theme.focused : theme.primary,
        maxColumns: line.size.columns)
      line.origin.column += GlyphWidth.columns(of: mark(choice))
      surface.write(choice.key, at: line.origin, style: theme.key, maxColumns: line.size.columns)
    }
    // In the border, where there are more rows; beside a single row the arrows are at its two ends.
    let (menu, last) = (layout.menu, layout.firstRow + shown.count)
    let upColumn = shown.count > 1 ? menu.maxColumn : menu.minColumn - 1
    for (isMore, sign, column, row) in [
      (layout.firstRow > 0, "↑", upColumn, menu.minRow),
      (last < choices.count, "↓", menu.maxColumn, menu.maxRow - 1),
    ] where isMore {
      surface.write(sign, at: Point(column: column, row: row), style: theme.accent)
    }
  }

  private func hintText(hasEscape: Bool, fault: String? = nil) -> String {
    guard isMenu || !choices.isEmpty || keepsOnEnter else {
      return " \(Key.enter.description) ok "
    }
    let words =
      (fault.map { [$0] }
        ?? (isMenu ? ["↑↓ \(Key.enter.description) choose"] : choices.map(\.text)))
      + (hasEscape ? ["\(Key.escape.description) \(none)"] : [])
    return " \(words.joined(separator: PresentedChoice.separator)) "
  }

  /// Draws the choices in the lower border, or which key means nothing; without Esc if there is no room for all.
  private func drawHint(on surface: inout Surface, below rect: Rect) {
    let line = Rect(
      column: rect.minColumn + 1, row: rect.maxRow - 1, columns: rect.size.columns - 2, rows: 1)
    let hasEscape =
      GlyphWidth.columns(of: hintText(hasEscape: true, fault: fault)) <= line.size.columns
    let used = surface.write(
      hintText(hasEscape: hasEscape, fault: fault), in: line,
      style: fault == nil ? theme.secondary : theme.warning, alignment: .right)
    guard !isMenu, fault == nil else { return }
    var column = line.maxColumn - used + 1
    for choice in choices {
      let columns = GlyphWidth.columns(of: choice.text)
      surface.addButton(
        choice.command.id,
        in: Rect(
          column: column, row: line.minRow,
          columns: max(0, min(columns, line.maxColumn - column)), rows: 1))
      column += columns + GlyphWidth.columns(of: PresentedChoice.separator)
    }
  }
}

/// One of several things that an alert or a notice offers, by its key in either case.
public struct PresentedChoice {
  /// As it is shown.
  let key: String
  let command: KeyCommand
  /// Whether it is how things are now.
  let isCurrent: Bool
  static let separator = " · "

  /// Such as `a ask again`.
  var text: String { "\(key) \(command.title)" }

  /// - Parameter title: As it is written after the key.
  public init(_ key: Character, _ title: String, action: @escaping () -> Void) {
    self.init(
      KeyCommand(
        id: "choice-\(key)", keys: [.character(key), .character(Character(key.uppercased()))],
        title: title, action: action), key: String(key))
  }

  /// A command with its own keys.
  ///
  /// - Parameter key: As it is shown; nil for the first of its keys.
  public init(_ command: KeyCommand, key: String? = nil, isCurrent: Bool = false) {
    self.key = key ?? command.keys.first?.description ?? ""
    self.command = command
    self.isCurrent = isCurrent
  }
}
