import GalleryPresentation
import TerminalKit

/// Chooses the order of the photos, or their grouping, by a key at the foot of the list.
///
/// ```
/// ─ sort ───────────────────────────────────────────
///  s as listed  d newest first  D oldest first  t by…
/// ```
public final class SortScreen: Screen, CommandedScreen {
  /// One of the choices.
  private struct Choice {
    let command: Command
    let title: String
    let isCurrent: Bool
    /// Whether it reverses another choice.
    var reverses = false
    /// Whether there is nothing to sort by; its key works all the same.
    var isHidden = false
    let choose: () -> Void
  }

  private let name: String
  private let screen: CommandScreen
  private let cancel: Command
  private let choices: [Choice]
  /// The visible choices: all if there is room, else those with lower-case letters; upper case reverses them.
  private var shown: [Choice] = []
  private let theme: Theme
  private let keys: KeyBindings
  private let close: () -> Void
  private var hasEnded = false
  private var rule = 0
  private var lines = Rect(origin: .zero, size: .zero)
  /// The position of each visible choice.
  private var choiceRects: [Rect] = []

  /// Columns between two choices.
  private static let gap = 2

  /// - Parameters:
  ///   - query: The current query.
  ///   - hasPrices: Whether to offer the orders by price.
  ///   - close: Called once, before `choose`; `choose` is not called if the user cancels.
  public init(
    sortOf query: PhotoQuery, hasPrices: Bool = true, theme: Theme, keys: KeyBindings = .standard,
    close: @escaping () -> Void, choose: @escaping (PhotoSort?) -> Void
  ) {
    (name, screen, cancel) = ("sort", .sort, .sortCancel)
    choices = SortChoice.all.map { choice in
      Choice(
        command: .sort(choice), title: choice.title, isCurrent: choice.sort == query.sort,
        reverses: choice.letter.isUppercase,
        isHidden: choice.sort?.key == .price && !hasPrices && choice.sort != query.sort
      ) { choose(choice.sort) }
    }
    (self.theme, self.keys, self.close) = (theme, keys, close)
  }

  /// The same for grouping.
  public init(
    groupingOf query: PhotoQuery, theme: Theme, keys: KeyBindings = .standard,
    close: @escaping () -> Void, choose: @escaping (PhotoGrouping?) -> Void
  ) {
    (name, screen, cancel) = ("group by", .grouping, .groupCancel)
    choices = GroupingChoice.all.map { choice in
      Choice(
        command: .group(choice), title: choice.title,
        isCurrent: choice.grouping == query.grouping
      ) { choose(choice.grouping) }
    }
    (self.theme, self.keys, self.close) = (theme, keys, close)
  }

  public func bindViewModel() {}

  public var isOverlay: Bool { true }
  public var cursor: Point? { choiceRects.first { _ in true }?.origin }

  public func layout(size: Size) {
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
    keys.keys(of: choice.command, on: screen).first?.description ?? ""
  }

  public func draw(on surface: inout Surface) {
    surface.horizontalRule(
      at: Point(column: 0, row: rule), columns: surface.size.columns, style: theme.rule)
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

  public private(set) lazy var commands = ScreenCommands<SortScreen>(
    choices.map { choice in ScreenCommand(choice.command) { $0.finish(choice) } }
      + [ScreenCommand(cancel, hint: "cancel") { $0.finish(nil) }], on: screen, keys: keys)

  /// Other keys do nothing, so that they don't change the list below.
  public func handle(_ key: Key) -> Bool { true }

  public func handle(paste text: String) {}

  public func handle(_ mouse: MouseEvent) {
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
    close()
    choice?.choose()
  }
}
