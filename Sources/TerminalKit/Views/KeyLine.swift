/// The keys that matter now, in one line: `↑↓ move  ⏎ open  ? help`.
nonisolated public struct KeyLine: Hashable, Sendable {
  /// One entry: how the keys are called, and what they do.
  public struct Item: Hashable, Sendable {
    /// Such as `↑↓`.
    public var keys: String
    /// Such as `move`.
    public var title: String

    public init(keys: String, title: String) {
      self.keys = keys
      self.title = title
    }
  }

  /// The most important first; what does not fit is left out whole.
  public var items: [Item]
  public var theme: Theme

  public init(items: [Item], theme: Theme = .standard()) {
    self.items = items
    self.theme = theme
  }

  /// The commands that have a hint, each with its first key; neighbours with the same hint share an
  /// entry (`↑↓ move`).
  @MainActor
  public init(commands: [KeyCommand], theme: Theme = .standard()) {
    var items: [Item] = []
    for command in commands {
      guard let hint = command.hint, let key = command.keys.first else { continue }
      let name = key.description(glyphs: theme.glyphs)
      if let last = items.indices.last, items[last].title == hint {
        // Signs stand side by side, words need something between.
        items[last].keys += name.count == 1 ? name : "/" + name
      } else {
        items.append(Item(keys: name, title: hint))
      }
    }
    self.init(items: items, theme: theme)
  }

  /// The columns that all entries take.
  public var columns: Int {
    items.reduce(-Self.gap) {
      $0 + Self.gap + GlyphWidth.columns(of: $1.keys) + 1 + GlyphWidth.columns(of: $1.title)
    }
  }

  /// Columns between two entries.
  private static let gap = 2

  /// Draws as many entries as fit into the first line of a rectangle.
  ///
  /// - Returns: The columns used.
  @discardableResult
  public func draw(on surface: inout Surface, in rect: Rect) -> Int {
    var used = 0
    for item in items {
      let keyColumns = GlyphWidth.columns(of: item.keys)
      let columns = keyColumns + 1 + GlyphWidth.columns(of: item.title)
      let start = used == 0 ? 0 : used + Self.gap
      guard start + columns <= rect.size.columns else { break }
      let point = Point(column: rect.minColumn + start, row: rect.minRow)
      surface.write(item.keys, at: point, style: theme.key)
      surface.write(
        item.title, at: Point(column: point.column + keyColumns + 1, row: point.row),
        style: theme.secondary)
      used = start + columns
    }
    return used
  }
}
