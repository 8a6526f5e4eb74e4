/// A text field, `/ lighthouse▏`. The cursor moves by grapheme clusters; a text that is longer than the field scrolls in it.
public final class TextField {
  /// Setting it puts the cursor at the end, without calling `onChange`.
  public var text: String {
    get { String(characters) }
    set {
      characters = Array(Self.typed(newValue).prefix(maximumLength))
      (cursorIndex, firstVisible) = (characters.count, 0)
      isProposal = false
    }
  }
  /// Whether what is before the cursor is a proposal, which is shown in reverse: what is typed replaces it, and any other
  /// key that edits takes it over.
  public private(set) var isProposal = false
  /// Shown before the text, such as `/ `; never scrolled.
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
  /// The first cluster that is shown.
  private var firstVisible = 0

  public init(
    prompt: String = "", placeholder: String = "", maximumLength: Int = 200,
    theme: Theme = .standard()
  ) {
    self.prompt = prompt
    self.placeholder = placeholder
    self.maximumLength = max(0, maximumLength)
    self.theme = theme
  }

  /// Whether a key types, moves or deletes, as in a shell: ← → Home End, Backspace, Del, Ctrl-A E B F D H, Ctrl-U and Ctrl-K to the
  /// ends of the text, Ctrl-W for a word. ⏎, Esc, ↑, ↓ and whatever else are left to the owner.
  public func edits(_ key: Key) -> Bool { key.text != nil || effect(of: key) != nil }

  /// - Returns: Whether the key was used.
  @discardableResult
  public func handle(_ key: Key) -> Bool {
    if let character = key.text {
      insert(String(character))
      return true
    }
    guard let effect = effect(of: key) else { return false }
    let index = max(0, min(effect.index, characters.count))
    if effect.deletes { delete(to: index) } else { cursorIndex = index }
    isProposal = false
    return true
  }

  /// Where a key moves the cursor, or deletes to from there; not yet within the text.
  private func effect(of key: Key) -> (index: Int, deletes: Bool)? {
    switch key {
    case .left, .control("b"): (cursorIndex - 1, false)
    case .right, .control("f"): (cursorIndex + 1, false)
    case .home, .control("a"): (0, false)
    case .end, .control("e"): (characters.count, false)
    case .backspace, .control("h"): (cursorIndex - 1, true)
    case Key(.delete), .control("d"): (cursorIndex + 1, true)
    case .control("u"): (0, true)
    case .control("k"): (characters.count, true)
    case .control("w"): (startOfWord, true)
    default: nil
    }
  }

  /// Proposes a text.
  ///
  /// - Parameter cursor: How many clusters are before the cursor; what is typed replaces these.
  public func propose(_ text: String, cursor: Int) {
    self.text = text
    cursorIndex = max(0, min(cursor, characters.count))
    isProposal = cursorIndex > 0
  }

  /// Inserts as much of a text as there is room for at the cursor; tabs and line breaks become spaces. Calls `onChange` once.
  public func insert(_ text: String) {
    let typed = Self.typed(text)
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

  /// What the text may contain: spaces for tabs and line breaks, no other control characters.
  private static func typed(_ text: String) -> [Character] {
    text.map { $0.isNewline || $0 == "\t" ? " " : $0 }.filter { !$0.isControl }
  }

  /// Draws into the first line of a rectangle, with the cursor in reverse, and scrolls the text so that the cursor is visible.
  public func draw(on surface: inout Surface, in rect: Rect) {
    surface.draw(in: Rect(origin: rect.origin, size: Size(columns: rect.size.columns, rows: 1))) {
      surface in
      let columns = surface.size.columns
      // A prompt that leaves no room for typing is cut.
      let start = surface.write(
        prompt, at: .zero, style: theme.accent, maxColumns: max(0, columns - 4))
      scroll(columns: columns - start)
      let shown = String(characters[firstVisible...].map { isHidden ? "•" : $0 })
      if characters.isEmpty {
        surface.write(placeholder, at: Point(column: start, row: 0), style: theme.secondary)
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
        column < columns ? Point(column: rect.minColumn + column, row: rect.minRow) : nil
    }
  }

  // MARK: Private

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

  /// Deletes between the cursor and another position.
  private func delete(to index: Int) {
    let range = min(index, cursorIndex)..<max(index, cursorIndex)
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
    func firstFitting(before end: Int) -> Int {
      var (first, room) = (end, columns - 1)
      while first > 0 {
        room -= width(of: first - 1..<first)
        guard room >= 0 else { break }
        first -= 1
      }
      return first
    }
    firstVisible = max(min(firstVisible, cursorIndex), firstFitting(before: cursorIndex))
    // Fill the room that deleting or a wider terminal has left.
    firstVisible = min(firstVisible, firstFitting(before: characters.count))
  }
}
