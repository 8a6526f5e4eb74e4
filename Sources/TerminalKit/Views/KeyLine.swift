/// The most important keys in one line: `↑↓ move  Enter open  ? help`.
public struct KeyLine {
  /// One entry.
  private struct Item {
    /// What is written for each key, such as `↑`, `/Space` or `-5`, and the command that a press on it calls.
    var keys: [(text: String, command: String)]
    /// Such as `move`.
    let title: String
    /// If there is too little room, the entry with the lowest rank is dropped first.
    var rank: Int

    /// Symbols are put side by side, words need a separator; of more than two digits only the first and the last are named.
    mutating func add(_ name: String, of command: String) {
      if keys.count > 1, name.allSatisfy(\.isNumber) {
        keys[1...] = [("-\(name)", command)]
      } else {
        keys.append((name.count == 1 ? name : "/\(name)", command))
      }
    }

    var columns: Int {
      keys.reduce(1 + GlyphWidth.columns(of: title)) { $0 + GlyphWidth.columns(of: $1.text) }
    }
  }

  /// From left to right.
  private let items: [Item]
  private let theme: Theme

  /// The commands that have a hint, each with its first key; neighbours with the same hint share an entry (`↑↓ move`, and
  /// `1-5 rate` for more than two).
  ///
  /// - Parameter limit: The most entries. They are dropped from the end, the essential ones last.
  public init(
    commands: [KeyCommand], limit: Int = .max, theme: Theme = .standard()
  ) {
    var items: [Item] = []
    for command in commands {
      guard let hint = command.hint, let name = command.keys.first?.description else { continue }
      if let last = items.indices.last, items[last].title == hint {
        items[last].add(name, of: command.id)
      } else {
        let rank = (command.isEssential ? Self.essentialRank : 0) - items.count
        items.append(Item(keys: [(name, command.id)], title: hint, rank: rank))
      }
    }
    while items.count > limit { Self.dropLeastNeeded(of: &items) }
    self.items = items
    self.theme = theme
  }

  /// More than there are entries.
  private static let essentialRank = 1_000_000
  /// The number of columns between two entries.
  private static let gap = 2

  private static func dropLeastNeeded(of items: inout [Item]) {
    if let least = items.indices.min(by: { items[$0].rank < items[$1].rank }) {
      items.remove(at: least)
    }
  }

  private static func columns(of items: [Item]) -> Int {
    max(0, items.reduce(-gap) { $0 + gap + $1.columns })
  }

  /// The width of all entries in columns.
  public var columns: Int { Self.columns(of: items) }

  /// The width of the essential entries in columns; 0 if there are none.
  public var essentialColumns: Int {
    Self.columns(of: items.filter { $0.rank > Self.essentialRank / 2 })
  }

  /// Draws as many entries as fit into the first line of a rectangle, dropping the least needed. A press on a key calls
  /// its command; one on a word, the first of the entry.
  public func draw(on surface: inout Surface, in rect: Rect) {
    var shown = items
    while !shown.isEmpty, Self.columns(of: shown) > rect.size.columns {
      Self.dropLeastNeeded(of: &shown)
    }
    var point = rect.origin
    for item in shown {
      for key in item.keys {
        let used = surface.write(key.text, at: point, style: theme.key)
        surface.addButton(
          key.command, in: Rect(column: point.column, row: point.row, columns: used, rows: 1))
        point.column += used
      }
      let start = point.column
      point.column += 1
      point.column += surface.write(item.title, at: point, style: theme.secondary)
      surface.addButton(
        item.keys[0].command,
        in: Rect(column: start, row: point.row, columns: point.column - start, rows: 1))
      point.column += Self.gap
    }
  }
}
