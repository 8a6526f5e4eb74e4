/// A box over the screen that the user has to dismiss; ⏎, Esc, Space, q or a press of the mouse closes it. For messages that need no answer,
/// use `Notice`.
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
  }

  var commands: [KeyCommand] { choices.map(\.command) + otherCommands }

  /// Whether the key closes the alert. Other keys, except those of its commands, do nothing.
  public func closes(on key: Key) -> Bool {
    let keys: [Key] = [.escape, .character("q")]
    return (keepsOnEnter ? keys : keys + [.enter, .space]).contains(key)
  }

  /// Draws the box in the middle of a surface, as small as its text allows and never larger than the surface.
  public func draw(on surface: inout Surface) {
    let rect = self.rect(in: surface.size)
    guard rect.size.columns >= 3, rect.size.rows >= 3 else {
      surface.fill()
      surface.write(
        message, at: .zero, style: theme.title)
      return
    }
    surface.fill(rect, with: Cell(style: theme.primary))
    surface.box(rect, style: theme.accent)
    surface.draw(in: textRect(of: rect)) { surface in
      var row = 0
      if !title.isEmpty, surface.size.rows > 1 {
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
    drawHint(on: &surface, below: rect)
  }

  /// The rectangle of the box, including its border.
  public func rect(in size: Size) -> Rect {
    let widest = min(size.columns - 2, 60)
    let textColumns = max(1, widest - 4)
    let lines = TextLayout.wrap(message, columns: textColumns, maxRows: max(1, size.rows - 2))
    let titleLines =
      title.isEmpty
      ? [] : TextLayout.wrap(title, columns: textColumns, maxRows: Self.titleRows)
    let longest = ([hintText(hasEscape: true)] + titleLines + lines).map {
      GlyphWidth.columns(of: $0, atMost: textColumns)
    }
    let columns = min(size.columns, (longest.max() ?? 1) + 4)
    let rows = min(size.rows, lines.count + titleLines.count + 2)
    return Rect(
      column: (size.columns - columns) / 2, row: (size.rows - rows) / 2, columns: columns,
      rows: rows)
  }

  /// The position of the hardware cursor, for screen readers: the first line of the text.
  public func cursor(in size: Size) -> Point? {
    let rect = self.rect(in: size)
    return rect.size.columns >= 3 && rect.size.rows >= 3 ? textRect(of: rect).origin : .zero
  }

  private func textRect(of rect: Rect) -> Rect { rect.inset(columns: 2, rows: 1) }

  private func hintText(hasEscape: Bool) -> String {
    guard !choices.isEmpty || keepsOnEnter else { return " \(Key.enter.description) ok " }
    let words = choices.map(\.text) + (hasEscape ? ["\(Key.escape.description) \(none)"] : [])
    return " \(words.joined(separator: PresentedChoice.separator)) "
  }

  /// Draws the choices in the lower border; without Esc if there is no room for all.
  private func drawHint(on surface: inout Surface, below rect: Rect) {
    let line = Rect(
      column: rect.minColumn + 1, row: rect.maxRow - 1, columns: rect.size.columns - 2, rows: 1)
    let hasEscape = GlyphWidth.columns(of: hintText(hasEscape: true)) <= line.size.columns
    let used = surface.write(
      hintText(hasEscape: hasEscape), in: line, style: theme.secondary, alignment: .right)
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
  /// Such as `a ask again`.
  let text: String
  let command: KeyCommand
  static let separator = " · "

  /// - Parameter title: As it is written after the key.
  public init(_ key: Character, _ title: String, action: @escaping () -> Void) {
    text = "\(key) \(title)"
    command = KeyCommand(
      id: "choice-\(key)", keys: [.character(key), .character(Character(key.uppercased()))],
      title: title, action: action)
  }
}
