import GalleryPresentation
import TerminalKit

/// One of several choices by its key, at the foot of the list: the order of the photos, or their grouping.
///
/// ```
/// ─ sort ───────────────────────────────────────────
///  s as listed  d newest first  D oldest first  t by…
/// ```
final class ChoiceScreen: Screen, CommandedScreen {
  struct Choice {
    let command: Command
    let title: String
    let isCurrent: Bool
    /// Whether it reverses another choice.
    var reverses = false
    /// Whether it would change nothing; its key works all the same.
    var isHidden = false
    let choose: () -> Void
  }

  private let name: String
  let context: ScreenContext
  let commands: ScreenCommands<ChoiceScreen>
  private let choices: [Choice]
  /// The visible choices: all if there is room, else those with lower-case letters; upper case reverses them.
  private var shown: [Choice] = []
  private var hasEnded = false
  private var rule = 0
  private var lines = Rect(origin: .zero, size: .zero)
  /// The position of each visible choice.
  private var choiceRects: [Rect] = []

  /// Columns between two choices.
  private static let gap = 2

  /// - Parameters:
  ///   - name: On the rule above.
  ///   - screen: Where the commands of the choices are in the table.
  ///   - cancel: Closes it without a choice.
  init(
    _ name: String, on screen: CommandScreen, _ choices: [Choice], cancel: Command,
    context: ScreenContext
  ) {
    self.name = name
    self.choices = choices
    self.context = context
    commands = ScreenCommands(
      choices.map { choice in ScreenCommand(choice.command) { $0.finish(choice) } }
        + [ScreenCommand(cancel, hint: "cancel") { $0.finish(nil) }], on: screen,
      keys: context.keys)
  }

  func bindViewModel() {}

  var isOverlay: Bool { true }
  var cursor: Point? { choiceRects.first { _ in true }?.origin }

  func layout(size: Size) {
    let columns = size.columns - 2
    shown = choices.filter { !$0.isHidden }
    var relative = flow(columns: columns)
    // The list stays visible.
    if (relative.last?.maxRow ?? 0) > size.rows / 2 {
      shown = shown.filter { !$0.reverses }
      relative = flow(columns: columns)
    }
    let count = min(relative.last?.maxRow ?? 1, size.rows - 1)
    let top = size.rows - count
    lines = Rect(column: 0, row: top, columns: size.columns, rows: count)
    rule = top - 1
    choiceRects = relative.map {
      Rect(column: $0.minColumn + 1, row: $0.minRow + top, columns: $0.size.columns, rows: 1)
    }
  }

  /// The position of each visible choice, relative to the first line.
  private func flow(columns: Int) -> [Rect] {
    var origin = Point(column: 0, row: 0)
    return shown.map { choice in
      let width = min(columns, GlyphWidth.columns(of: text(of: choice)))
      if origin.column > 0, origin.column + width > columns {
        origin = Point(column: 0, row: origin.row + 1)
      }
      defer { origin.column += width + Self.gap }
      return Rect(column: origin.column, row: origin.row, columns: width, rows: 1)
    }
  }

  private func text(of choice: Choice) -> String {
    let mark = choice.isCurrent ? " ●" : ""
    return "\(key(of: choice)) \(choice.title)\(mark)"
  }

  /// Empty if the user unbound it.
  private func key(of choice: Choice) -> String {
    keys.keys(of: choice.command, on: commandScreen).first?.description ?? ""
  }

  func draw(on surface: inout Surface) {
    surface.rule(rule, theme: theme)
    surface.write(" \(name) ", at: Point(column: 1, row: rule), style: theme.secondary)
    surface.fill(lines)
    for (choice, rect) in zip(shown, choiceRects) where rect.minRow < surface.size.rows {
      surface.write(
        text(of: choice), at: rect.origin,
        style: choice.isCurrent ? theme.selection : theme.secondary,
        maxColumns: rect.size.columns)
      surface.write(
        key(of: choice), at: rect.origin, style: theme.key, maxColumns: rect.size.columns)
    }
  }

  /// Other keys do nothing, so that they don't change the list below.
  func handle(_ key: Key) -> Bool { true }

  func handle(paste text: String) {}

  func handle(_ mouse: MouseEvent) {
    guard mouse.action == .press else { return }
    let index = choiceRects.firstIndex { $0.contains(mouse.position) }
    if let index {
      finish(shown[index])
    } else if !lines.contains(mouse.position) {
      finish(nil)
    }
  }

  private func finish(_ choice: Choice?) {
    guard !hasEnded else { return }
    hasEnded = true
    context.close(self)
    choice?.choose()
  }
}
