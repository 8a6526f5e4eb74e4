/// A text field with one line, `/ lighthouse▏`, or with several.
///
/// The cursor moves by grapheme clusters. A line that is longer than the field scrolls in it; several lines wrap at spaces,
/// and scroll so that the cursor is visible.
public final class TextField {
  /// The text, with its lines separated by `\n`; setting it puts the cursor at the end, without calling `onChange`.
  public var text: String {
    get { String(characters) }
    set {
      characters = Array(
        (isMultiline ? typed(newValue) : newValue.filter { !$0.isControl }).prefix(maximumLength))
      cursorIndex = characters.count
      (firstVisible, goalColumn) = (0, nil)
      isProposal = false
    }
  }
  /// Whether what is before the cursor is a proposal, which is shown in reverse: what is typed replaces it, and any other
  /// key that edits takes it over.
  public private(set) var isProposal = false
  public let isMultiline: Bool
  /// Shown before the text of one line, such as `/ `; never scrolled.
  public var prompt: String
  /// Whether each typed character is shown as a dot, as in a password field.
  public var isHidden = false
  /// Shown dim while the text is empty.
  public var placeholder: String
  /// In grapheme clusters.
  public var maximumLength: Int
  /// The styles to draw with.
  public var theme: Theme
  /// Called after each change by a key or `insert(_:)`.
  public var onChange: ((String) -> Void)?
  /// Clusters that are underlined as a warning; clamped to the text.
  public var markedRange: Range<Int>?
  /// The number of clusters before the cursor.
  public private(set) var cursorIndex = 0
  /// The position of the hardware cursor as last drawn, in the surface's coordinates; nil if not focused.
  public private(set) var cursor: Point?

  private var characters: [Character] = []
  /// The first cluster that is shown; of several lines, the first line.
  private var firstVisible = 0
  /// The width of several lines when they were last drawn.
  private var columns = 80
  /// The column that ↑ and ↓ keep to across shorter lines; any other key resets it.
  private var goalColumn: Int?

  public init(
    prompt: String = "", placeholder: String = "", isMultiline: Bool = false,
    maximumLength: Int = 200, theme: Theme = .standard()
  ) {
    self.isMultiline = isMultiline
    self.prompt = prompt
    self.placeholder = placeholder
    self.maximumLength = max(0, maximumLength)
    self.theme = theme
  }

  /// Types a character, or moves and deletes as in a shell: ← → Home End, Backspace, Del, Ctrl-A E B F D H, Ctrl-U and
  /// Ctrl-K to the ends of the line, Ctrl-W for a word. ⏎, ↑ and ↓ are for several lines.
  ///
  /// - Returns: Whether the key was used; Esc is left to the owner, and so are ⏎ in one line, ↑ in the first and ↓ in the
  ///   last one.
  @discardableResult
  public func handle(_ key: Key) -> Bool {
    if isMultiline, key == .up || key == .down { return moveLine(by: key == .up ? -1 : 1) }
    goalColumn = nil
    if case .character(let character) = key.code, key.modifiers.isSubset(of: .shift),
      !character.isControl
    {
      insert(String(character))
      return true
    }
    let isUsed = edit(key)
    if isUsed { isProposal = false }
    return isUsed
  }

  private func edit(_ key: Key) -> Bool {
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
    case .enter where isMultiline: insert("\n")
    default: return false
    }
    return true
  }

  /// Proposes a text.
  ///
  /// - Parameter cursor: How many clusters are before the cursor; what is typed replaces these.
  public func propose(_ text: String, cursor: Int) {
    self.text = text
    cursorIndex = max(0, min(cursor, characters.count))
    isProposal = cursorIndex > 0
  }

  /// Inserts as much of a text as there is room for at the cursor; tabs become spaces, and so do line breaks in one line.
  /// Calls `onChange` once.
  public func insert(_ text: String) {
    goalColumn = nil
    let typed = typed(text)
    guard !typed.isEmpty else { return }
    if isProposal {
      characters.removeSubrange(0..<cursorIndex)
      (cursorIndex, isProposal) = (0, false)
    }
    let room = maximumLength - characters.count
    guard room > 0 else { return }
    // A combining mark merges with the preceding cluster.
    let before = Array(String(characters[..<cursorIndex]) + String(typed.prefix(room)))
    characters = before + characters[cursorIndex...]
    cursorIndex = before.count
    onChange?(self.text)
  }

  /// What the text may contain: one kind of line break, spaces for tabs, no other control characters.
  private func typed(_ text: String) -> [Character] {
    text.map { $0.isNewline ? (isMultiline ? "\n" : " ") : $0 == "\t" ? " " : $0 }
      .filter { $0 == "\n" || !$0.isControl }
  }

  /// Draws into a rectangle, or its first line, with the cursor in reverse, and scrolls the text so that the cursor is
  /// visible.
  ///
  /// - Parameter isFocused: Whether several lines have the cursor; without it they begin with the first one.
  public func draw(on surface: inout Surface, in rect: Rect, isFocused: Bool = true) {
    guard !isMultiline else { return drawLines(on: &surface, in: rect, isFocused: isFocused) }
    surface.draw(in: Rect(origin: rect.origin, size: Size(columns: rect.size.columns, rows: 1))) {
      surface in
      let columns = surface.size.columns
      // A prompt that leaves no room for typing is cut.
      let start = surface.write(
        prompt, at: .zero, style: theme.accent, maxColumns: max(0, columns - 4))
      scroll(columns: columns - start)
      let shown = String(characters[firstVisible...].map { isHidden ? "•" : $0 })
      if characters.isEmpty {
        surface.write(
          placeholder, at: Point(column: start, row: 0), style: theme.secondary)
      } else {
        surface.write(
          shown, at: Point(column: start, row: 0), style: theme.primary, ellipsis: nil)
      }
      drawMark(from: start, on: &surface)
      let column = start + width(of: firstVisible..<cursorIndex)
      if isProposal {
        surface.restyle(Rect(column: start, row: 0, columns: column - start, rows: 1)) {
          $0.attributes.insert(.reverse)
        }
      }
      // The hardware cursor is positioned but not drawn.
      surface.restyle(Rect(column: column, row: 0, columns: 1, rows: 1)) {
        $0.attributes.insert(.reverse)
      }
      cursor =
        column < columns
        ? Point(column: rect.minColumn + column, row: rect.minRow) : nil
    }
  }

  private func drawLines(on surface: inout Surface, in rect: Rect, isFocused: Bool) {
    cursor = nil
    guard !rect.isEmpty else { return }
    columns = rect.size.columns
    let lines = lines(columns: columns)
    let cursorLine = lines.line(of: cursorIndex)
    let line = isFocused ? cursorLine : 0
    let rows = rect.size.rows
    firstVisible = max(0, min(firstVisible, lines.ranges.count - rows))
    firstVisible = max(line - rows + 1, min(firstVisible, line))
    surface.draw(in: rect) { surface in
      if characters.isEmpty { surface.write(placeholder, at: .zero, style: theme.secondary) }
      for (row, range) in lines.ranges.dropFirst(firstVisible).prefix(rows).enumerated() {
        surface.write(
          String(characters[range]), at: Point(column: 0, row: row), style: theme.primary,
          ellipsis: nil)
      }
    }
    guard isFocused else { return }
    let before = width(of: lines.ranges[cursorLine].lowerBound..<cursorIndex)
    let point = Point(
      column: rect.minColumn + min(before, columns - 1),
      row: rect.minRow + cursorLine - firstVisible)
    surface.restyle(Rect(origin: point, size: Size(columns: 1, rows: 1))) {
      $0.attributes.insert(.reverse)
    }
    cursor = point
  }

  // MARK: Private

  /// The cursor takes an extra column after a line.
  private func lines(columns: Int) -> TextLines { TextLines(characters, columns: columns - 1) }

  private var currentLine: Range<Int> {
    guard isMultiline else { return 0..<characters.count }
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

  private func drawMark(from start: Int, on surface: inout Surface) {
    guard let marked = markedRange?.clamped(to: firstVisible..<max(firstVisible, characters.count)),
      !marked.isEmpty
    else { return }
    let column = start + width(of: firstVisible..<marked.lowerBound)
    let style = theme.warning
    surface.restyle(Rect(column: column, row: 0, columns: width(of: marked), rows: 1)) {
      $0.foreground = style.foreground
      $0.attributes.formUnion(style.attributes)
      $0.attributes.insert(.underline)
    }
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
    isHidden ? range.count : characters[range].reduce(0) { $0 + GlyphWidth.columns(of: $1) }
  }

  /// The cursor takes an extra column after the text.
  private func scroll(columns: Int) {
    firstVisible = min(firstVisible, cursorIndex)
    while firstVisible < cursorIndex, width(of: firstVisible..<cursorIndex) + 1 > columns {
      firstVisible += 1
    }
    // Fill the room that deleting or a wider terminal has left.
    while firstVisible > 0, width(of: (firstVisible - 1)..<characters.count) + 1 <= columns {
      firstVisible -= 1
    }
  }
}

/// Where the lines of a text begin and end: broken at line breaks, otherwise at spaces, otherwise inside a word.
nonisolated private struct TextLines {
  /// Ranges of the characters, without the newline that ends a line; at least one.
  let ranges: [Range<Int>]

  /// - Parameter columns: The width of a line, at least 1; spaces at its end may exceed it.
  init(_ characters: [Character], columns: Int) {
    let columns = max(1, columns)
    var ranges: [Range<Int>] = []
    var start = 0
    /// After the last space of the line.
    var breakIndex = 0
    var used = 0
    for (index, character) in characters.enumerated() {
      if character.isNewline {
        ranges.append(start..<index)
        (start, breakIndex, used) = (index + 1, index + 1, 0)
        continue
      }
      let width = GlyphWidth.columns(of: character)
      if character != " ", used + width > columns, index > start {
        let end = breakIndex > start ? breakIndex : index
        ranges.append(start..<end)
        used = characters[end..<index].reduce(0) { $0 + GlyphWidth.columns(of: $1) }
        (start, breakIndex) = (end, end)
      }
      used += width
      if character == " " { breakIndex = index + 1 }
    }
    ranges.append(start..<characters.count)
    self.ranges = ranges
  }

  /// The line of a cursor position; at a soft break, the later line.
  func line(of index: Int) -> Int {
    max(0, (ranges.lastIndex { $0.lowerBound <= index }) ?? 0)
  }

  /// The last cursor position in a line.
  func end(ofLine line: Int) -> Int {
    let range = ranges[line]
    let isBroken = line + 1 < ranges.count && ranges[line + 1].lowerBound == range.upperBound
    return isBroken ? max(range.lowerBound, range.upperBound - 1) : range.upperBound
  }
}
