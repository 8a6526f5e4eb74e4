/// A text field with several lines; wraps at spaces and scrolls so that the cursor is visible.
///
/// The cursor moves by grapheme clusters, and up and down by the lines as last drawn.
public final class TextArea {
  /// The text, with its lines separated by `\n`; setting it puts the cursor at the end, without calling `onChange`.
  public var text: String {
    get { String(characters) }
    set {
      characters = Array(Self.typed(newValue).prefix(maximumLength))
      cursorIndex = characters.count
      firstLine = 0
      goalColumn = nil
    }
  }
  /// Shown dim while the text is empty.
  public var placeholder: String
  /// In grapheme clusters.
  public var maximumLength: Int
  /// The styles to draw with.
  public var theme: Theme
  /// Called after each change by a key or `insert(_:)`.
  public var onChange: ((String) -> Void)?
  /// The number of clusters before the cursor.
  public private(set) var cursorIndex = 0
  /// The position of the hardware cursor as last drawn, in the surface's coordinates; nil if not focused.
  public private(set) var cursor: Point?

  private var characters: [Character] = []
  private var firstLine = 0
  /// The width when it was last drawn.
  private var columns = 80
  /// The column that ↑ and ↓ keep to across shorter lines; any other key resets it.
  private var goalColumn: Int?

  public init(
    placeholder: String = "", maximumLength: Int = 10_000, theme: Theme = .standard()
  ) {
    self.placeholder = placeholder
    self.maximumLength = max(0, maximumLength)
    self.theme = theme
  }

  /// The number of lines that the text takes at a given width; at least 1.
  public func lineCount(columns: Int) -> Int { lines(columns: columns).ranges.count }

  /// Types a character or a line break, or moves and deletes as in `TextField`, except that the keys for the ends of
  /// the text go to the ends of the line; ↑ and ↓ move between lines.
  ///
  /// - Returns: Whether the key was used; ↑ in the first line and ↓ in the last one are left to the owner.
  @discardableResult
  public func handle(_ key: Key) -> Bool {
    if key == .up || key == .down { return moveLine(by: key == .up ? -1 : 1) }
    goalColumn = nil
    switch key {
    case .left, .control("b"): cursorIndex = max(0, cursorIndex - 1)
    case .right, .control("f"): cursorIndex = min(characters.count, cursorIndex + 1)
    case .home, .control("a"): cursorIndex = currentLine.lowerBound
    case .end, .control("e"): cursorIndex = currentLine.upperBound
    case .backspace, .control("h"): delete(max(0, cursorIndex - 1)..<cursorIndex)
    case Key(.delete), .control("d"):
      delete(cursorIndex..<min(characters.count, cursorIndex + 1))
    case .control("u"): delete(currentLine.lowerBound..<cursorIndex)
    case .control("k"): delete(cursorIndex..<max(cursorIndex, currentLine.upperBound))
    case .control("w"): delete(startOfWord..<cursorIndex)
    case .enter: insert("\n")
    default:
      guard case .character(let character) = key.code, key.modifiers.isSubset(of: .shift),
        !character.isControl
      else { return false }
      insert(String(character))
    }
    return true
  }

  /// Inserts as much of a text as there is room for at the cursor; tabs become spaces. Calls `onChange` once.
  public func insert(_ text: String) {
    goalColumn = nil
    let room = maximumLength - characters.count
    let new = Self.typed(text).prefix(max(0, room))
    guard !new.isEmpty else { return }
    // A combining mark merges with the preceding cluster.
    let before = Array(String(characters[..<cursorIndex]) + String(new))
    characters = before + characters[cursorIndex...]
    cursorIndex = before.count
    onChange?(self.text)
  }

  /// Draws into a rectangle.
  ///
  /// - Parameter isFocused: Whether the cursor is drawn, in reverse, and kept visible.
  public func draw(on surface: inout Surface, in rect: Rect, isFocused: Bool = true) {
    cursor = nil
    guard !rect.isEmpty else { return }
    columns = rect.size.columns
    let lines = lines(columns: columns)
    let cursorLine = lines.line(of: cursorIndex)
    scroll(to: isFocused ? cursorLine : 0, lineCount: lines.ranges.count, rows: rect.size.rows)
    surface.draw(in: rect) { surface in
      if characters.isEmpty {
        surface.write(
          placeholder, at: .zero, style: theme.secondary)
      }
      for (row, range) in lines.ranges.dropFirst(firstLine).prefix(rect.size.rows).enumerated() {
        surface.write(
          String(characters[range]), at: Point(column: 0, row: row), style: theme.primary,
          ellipsis: nil)
      }
    }
    guard isFocused else { return }
    let before = width(of: lines.ranges[cursorLine].lowerBound..<cursorIndex)
    let point = Point(
      column: rect.minColumn + min(before, columns - 1),
      row: rect.minRow + cursorLine - firstLine)
    // The hardware cursor is positioned but not drawn.
    surface.restyle(Rect(origin: point, size: Size(columns: 1, rows: 1))) {
      $0.attributes.insert(.reverse)
    }
    cursor = point
  }

  // MARK: Private

  /// What the text may contain: one kind of line break, spaces for tabs, no other control characters.
  private static func typed(_ text: String) -> [Character] {
    text.map { $0.isNewline ? "\n" : $0 == "\t" ? " " : $0 }.filter { $0 == "\n" || !$0.isControl }
  }

  /// The cursor takes an extra column after a line.
  private func lines(columns: Int) -> TextAreaLines {
    TextAreaLines(characters, columns: columns - 1)
  }

  private var currentLine: Range<Int> {
    let lines = lines(columns: columns)
    let line = lines.line(of: cursorIndex)
    return lines.ranges[line].lowerBound..<lines.end(ofLine: line)
  }

  private func moveLine(by step: Int) -> Bool {
    let lines = lines(columns: columns)
    let line = lines.line(of: cursorIndex)
    guard lines.ranges.indices.contains(line + step) else { return false }
    let goal = goalColumn ?? width(of: lines.ranges[line].lowerBound..<cursorIndex)
    goalColumn = goal
    var index = lines.ranges[line + step].lowerBound
    let end = lines.end(ofLine: line + step)
    var used = 0
    while index < end {
      used += GlyphWidth.columns(of: characters[index])
      if used > goal { break }
      index += 1
    }
    cursorIndex = index
    return true
  }

  private func delete(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    characters.removeSubrange(range)
    cursorIndex = range.lowerBound
    onChange?(text)
  }

  private var startOfWord: Int {
    var index = cursorIndex
    while index > 0, characters[index - 1].isWhitespace { index -= 1 }
    while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
    return index
  }

  private func width(of range: Range<Int>) -> Int {
    characters[range].reduce(0) { $0 + GlyphWidth.columns(of: $1) }
  }

  private func scroll(to line: Int, lineCount: Int, rows: Int) {
    firstLine = max(0, min(firstLine, lineCount - rows))
    firstLine = max(line - rows + 1, min(firstLine, line))
  }
}
