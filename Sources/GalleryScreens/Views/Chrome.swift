import TerminalKit

/// What is around the content of a screen, at a size.
///
/// ```
/// header
/// ────────────────────────
/// content
/// ────────────────────────
/// foot, such as the totals of the basket
/// key line
/// ```
nonisolated struct Chrome: Equatable {
  let size: Size
  let header: Rect
  let topRule = 1
  let content: Rect
  let bottomRule: Int
  /// Lines between the lower rule and the keys; most screens have none.
  let foot: Rect
  let keyLine: Rect

  init(size: Size, footRows: Int = 0) {
    self.size = size
    func lines(_ row: Int, rows: Int = 1) -> Rect {
      Rect(column: 1, row: row, columns: size.columns - 2, rows: rows)
    }
    header = lines(0)
    keyLine = lines(size.rows - 1)
    foot = lines(size.rows - 1 - footRows, rows: footRows)
    bottomRule = size.rows - 2 - footRows
    content = Rect(column: 0, row: 2, columns: size.columns, rows: bottomRule - 2)
  }

  @MainActor func drawRules(on surface: inout Surface, theme: Theme) {
    for row in [topRule, bottomRule] { surface.rule(row, theme: theme) }
  }
}

extension Surface {
  /// A rule over the whole width.
  mutating func rule(_ row: Int, theme: Theme) {
    horizontalRule(at: Point(column: 0, row: row), columns: size.columns, style: theme.rule)
  }

  /// The same at the foot of what is drawn already: the rule beside a preview ends there.
  @MainActor mutating func closingRule(_ row: Int, theme: Theme) {
    rule(row, theme: theme)
    for column in 0..<size.columns
    where row > 0 && self[column, row - 1] == Cell(character: Glyphs.vertical, style: theme.rule) {
      self[column, row] = Cell(character: Glyphs.teeUp, style: theme.rule)
    }
  }
}

extension CommandedScreen {
  /// Everything around the content: the title, at its right what the screen says about itself, the rules and the keys.
  func draw(
    _ chrome: Chrome, title: String, right: [StatusLine.Part] = [], on surface: inout Surface
  ) {
    StatusLine(left: [.init(title, style: theme.title)], right: right)
      .draw(on: &surface, in: chrome.header)
    chrome.drawRules(on: &surface, theme: theme)
    drawKeys(on: &surface, in: chrome.keyLine)
  }

  /// The keys at the right end of a rule, as many as there is room for.
  ///
  /// - Parameter end: The column after what is at the left of the rule.
  func drawKeys(on surface: inout Surface, onRule row: Int, after end: Int) {
    let line = KeyLine(commands: hintedCommands, theme: theme)
      .fitting(surface.size.columns - end - 4)
    guard line.columns > 0 else { return }
    let start = surface.size.columns - line.columns - 3
    let rect = Rect(column: start - 1, row: row, columns: line.columns + 2, rows: 1)
    surface.fill(rect)
    line.draw(on: &surface, in: rect.inset(columns: 1, rows: 0))
  }

  /// The keys of the moment, at most seven, and at the end of their line what there is to say: other keys make way for that,
  /// the essential ones don't.
  func drawKeys(on surface: inout Surface, in line: Rect, note: String = "") {
    let keys = KeyLine(commands: hintedCommands, limit: 7, theme: theme)
    var line = line
    var rest = line
    rest.origin.column += keys.essentialColumns + 2
    rest.size.columns -= keys.essentialColumns + 2
    let used =
      rest.size.columns > 3 && !note.isEmpty
      ? surface.write(note, in: rest, style: theme.secondary, alignment: .right) : 0
    if used > 0 { line.size.columns -= used + 2 }
    keys.draw(on: &surface, in: line)
  }
}
