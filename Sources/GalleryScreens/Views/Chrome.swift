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
    header = Self.lines(0, of: size)
    keyLine = Self.lines(size.rows - 1, of: size)
    foot = Self.lines(size.rows - 1 - footRows, rows: footRows, of: size)
    bottomRule = size.rows - 2 - footRows
    content = Rect(column: 0, row: 2, columns: size.columns, rows: bottomRule - 2)
  }

  /// Lines of text, with a margin on both sides.
  static func lines(_ row: Int, rows: Int = 1, of size: Size) -> Rect {
    Rect(column: 1, row: row, columns: size.columns - 2, rows: rows)
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

  /// The same at the foot of what is drawn already: the rule beside a preview ends there. In the last column there is
  /// no such rule, only a scroll track.
  @MainActor mutating func closingRule(_ row: Int, theme: Theme) {
    rule(row, theme: theme)
    for column in 0..<max(0, size.columns - 1)
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

  /// A rule over the screen below, with what it is about at its left end, and the keys at its right end. If there is too little
  /// room, the keys that aren't essential go first, then the note, and then the label is cut.
  ///
  /// - Parameter note: After the label, whole or not at all.
  func drawRule(
    _ row: Int, label: StatusLine.Part = .init(""), note: String = "", on surface: inout Surface
  ) {
    surface.closingRule(row, theme: theme)
    let columns = surface.size.columns
    let text = TextLayout.truncate(label.text, columns: labelColumns(of: columns))
    var end = 1
    if !text.isEmpty {
      end += surface.write(" \(text) ", at: Point(column: end, row: row), style: label.style)
    }
    let all = KeyLine(commands: hintedCommands, theme: theme)
    let words = text.isEmpty ? " \(note) " : "· \(note) "
    if !note.isEmpty, end + GlyphWidth.columns(of: words) + all.essentialColumns + 4 <= columns {
      end += surface.write(words, at: Point(column: end, row: row), style: theme.secondary)
    }
    let keys = all.fitting(columns - end - 4)
    guard keys.columns > 0 else { return }
    let keyRect = Rect(
      column: columns - keys.columns - 4, row: row, columns: keys.columns + 2, rows: 1)
    surface.fill(keyRect)
    keys.draw(on: &surface, in: keyRect.inset(columns: 1, rows: 0))
  }

  /// The room for a label on such a rule, or for a label, ` · ` and a note, beside the essential keys.
  func labelColumns(of columns: Int) -> Int {
    max(0, columns - 7 - KeyLine(commands: hintedCommands).essentialColumns)
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
