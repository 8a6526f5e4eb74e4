/// The most important keys in one line: `↑↓ move  Enter open  ? help`.
public struct KeyLine {
  /// One entry.
  private struct Item {
    /// What is written for each key, such as `↑`, and before it: `/`, `-` or nothing; and the command that a press on it calls.
    var keys: [(separator: String, name: String, command: String)]
    /// Such as `move`.
    let title: String
    /// If there is too little room, the entry with the lowest rank is dropped first.
    var rank: Int

    /// Symbols are put side by side, words need a separator; of more than two digits only the first and the last are named.
    mutating func add(_ name: String, of command: String) {
      if keys.count > 1, name.allSatisfy(\.isNumber) {
        keys[1...] = [("-", name, command)]
      } else {
        keys.append((name.count == 1 ? "" : "/", name, command))
      }
    }

    var columns: Int {
      keys.reduce(1 + GlyphWidth.columns(of: title)) {
        $0 + GlyphWidth.columns(of: $1.separator + $1.name)
      }
    }
  }

  /// From left to right.
  private var items: [Item]
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
        items.append(Item(keys: [("", name, command.id)], title: hint, rank: rank))
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

  /// As many entries as fit, without the least needed.
  public func fitting(_ columns: Int) -> KeyLine {
    var line = self
    while !line.items.isEmpty, line.columns > columns { Self.dropLeastNeeded(of: &line.items) }
    return line
  }

  /// Draws as many entries as fit into the first line of a rectangle. A press on a key calls its command; so does one on the
  /// word of a single key.
  public func draw(on surface: inout Surface, in rect: Rect) {
    var point = rect.origin
    for item in fitting(rect.size.columns).items {
      for key in item.keys {
        point.column += surface.write(key.separator, at: point, style: theme.key)
        let used = surface.write(key.name, at: point, style: theme.key)
        surface.addButton(
          key.command, in: Rect(column: point.column, row: point.row, columns: used, rows: 1))
        point.column += used
      }
      let start = point.column
      point.column += 1
      point.column += surface.write(item.title, at: point, style: theme.secondary)
      if item.keys.count == 1 {
        surface.addButton(
          item.keys[0].command,
          in: Rect(column: start, row: point.row, columns: point.column - start, rows: 1))
      }
      point.column += Self.gap
    }
  }
}
