/// The most important keys in one line: `↑↓ move
/// open  ? help`.
public struct KeyLine {
  /// One entry: the names of keys, and what they do.
  public struct Item {
    /// Such as `↑↓`.
    public var keys: String
    /// Such as `move`.
    public var title: String
    /// If there is too little room, the entry with the lowest rank is dropped first.
    fileprivate(set) var rank = 0
    /// The commands that a press calls: their ids, and the columns of their keys.
    fileprivate var buttons: [Button] = []

    fileprivate struct Button {
      let command: String
      let columns: Range<Int>
    }

    /// Symbols are put side by side, words need a separator; of more than two digits only the first and the last are named.
    fileprivate mutating func add(_ name: String, of command: String) {
      if buttons.count > 1, name.allSatisfy(\.isNumber) {
        buttons.removeLast()
        keys = "\(keys.prefix(1))-\(name)"
      } else {
        keys += name.count == 1 ? name : "/" + name
      }
      addButton(command, for: name)
    }

    /// - Parameter name: The end of `keys`.
    fileprivate mutating func addButton(_ command: String, for name: String) {
      let end = GlyphWidth.columns(of: keys)
      buttons.append(
        Button(command: command, columns: end - GlyphWidth.columns(of: name)..<end))
    }

    fileprivate var columns: Int {
      GlyphWidth.columns(of: keys) + 1 + GlyphWidth.columns(of: title)
    }
  }

  /// From left to right.
  public var items: [Item]
  public var theme: Theme

  /// The commands that have a hint, each with its first key; neighbours with the same hint share an entry (`↑↓ move`, and
  /// `1-5 rate` for more than two).
  ///
  /// - Parameter limit: The most entries. They are dropped from the end, the essential ones last.
  public init(
    commands: [KeyCommand], limit: Int = .max, theme: Theme = .standard()
  ) {
    var items: [Item] = []
    for command in commands {
      guard let hint = command.hint, let key = command.keys.first else { continue }
      let name = key.description
      if let last = items.indices.last, items[last].title == hint {
        items[last].add(name, of: command.id)
        continue
      }
      var item = Item(keys: name, title: hint)
      item.addButton(command.id, for: name)
      item.rank = -items.count
      if command.isEssential { item.rank += 1_000_000 }
      items.append(item)
    }
    while items.count > limit { Self.dropLeastNeeded(of: &items) }
    self.items = items
    self.theme = theme
  }

  private static func dropLeastNeeded(of items: inout [Item]) {
    if let least = items.indices.min(by: { items[$0].rank < items[$1].rank }) {
      items.remove(at: least)
    }
  }

  /// The width of all entries in columns.
  public var columns: Int { Self.columns(of: items) }

  /// The width of the essential entries in columns; 0 if there are none.
  public var essentialColumns: Int { max(0, Self.columns(of: items.filter { $0.rank > 1_000 })) }

  /// The number of columns between two entries.
  private static let gap = 2

  private static func columns(of items: [Item]) -> Int {
    items.reduce(-gap) { $0 + gap + $1.columns }
  }

  /// Draws as many entries as fit into the first line of a rectangle, dropping the least needed. A press on a key calls
  /// its command; one on a word, the first of the entry.
  ///
  /// - Returns: The columns used.
  @discardableResult
  public func draw(on surface: inout Surface, in rect: Rect) -> Int {
    var shown = items
    while !shown.isEmpty, Self.columns(of: shown) > rect.size.columns {
      Self.dropLeastNeeded(of: &shown)
    }
    var point = rect.origin
    for item in shown {
      let words = Rect(
        column: point.column, row: point.row,
        columns: min(item.columns, rect.maxColumn - point.column),
        rows: 1)
      item.addButtons(to: &surface, in: words)
      point.column += surface.write(item.keys, at: point, style: theme.key) + 1
      point.column += surface.write(item.title, at: point, style: theme.secondary) + Self.gap
    }
    return max(0, Self.columns(of: shown))
  }
}

extension KeyLine.Item {
  fileprivate func addButtons(to surface: inout Surface, in rect: Rect) {
    for (index, button) in buttons.enumerated() {
      let isLast = index == buttons.count - 1
      // The word belongs to the first command, and is beside the keys of the last one.
      surface.addButton(
        button.command,
        in: Rect(
          column: rect.minColumn + button.columns.lowerBound, row: rect.minRow,
          columns: isLast && index == 0 ? rect.size.columns : button.columns.count, rows: 1))
    }
    guard buttons.count > 1, let first = buttons.first, let last = buttons.last else { return }
    surface.addButton(
      first.command,
      in: Rect(
        column: rect.minColumn + last.columns.upperBound, row: rect.minRow,
        columns: max(0, rect.size.columns - last.columns.upperBound), rows: 1))
  }
}
