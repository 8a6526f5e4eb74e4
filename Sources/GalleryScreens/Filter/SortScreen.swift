import GalleryPresentation
import TerminalKit

/// Chooses the order of the photos by a key, at the foot of the list.
///
/// ```
/// ─ order ──────────────────────────────────────────
///  s as the source has them   d newest first   D ol…
/// ```
public final class SortScreen: Screen {
  private let current: PhotoSort?
  private let theme: Theme
  private let keys: KeyBindings
  private let end: (SortChoice?) -> Void
  private var hasEnded = false
  private var rule: Int?
  private var lines = Rect(origin: .zero, size: .zero)
  /// Where each choice stands.
  private var places: [Rect] = []

  /// Columns between two choices.
  private static let gap = 2

  /// - Parameters:
  ///   - current: As the photos are now.
  ///   - end: Called once, with nil when the user left.
  public init(
    current: PhotoSort?, theme: Theme, keys: KeyBindings = .standard,
    end: @escaping (SortChoice?) -> Void
  ) {
    self.current = current
    self.theme = theme
    self.keys = keys
    self.end = end
  }

  public func bindViewModel() {}

  public var isOverlay: Bool { true }
  public var cursor: Point? { places.first { _ in true }?.origin }

  public func layout(size: Size) {
    let columns = max(1, size.columns - 2)
    var origin = Point(column: 0, row: 0)
    var relative: [Rect] = []
    for choice in SortChoice.all {
      let width = min(columns, GlyphWidth.columns(of: text(of: choice)))
      if origin.column > 0, origin.column + width > columns {
        origin = Point(column: 0, row: origin.row + 1)
      }
      relative.append(Rect(column: origin.column, row: origin.row, columns: width, rows: 1))
      origin.column += width + Self.gap
    }
    let count = min(origin.row + 1, max(1, size.rows - 1))
    let top = size.rows - count
    lines = Rect(column: 0, row: top, columns: size.columns, rows: count)
    rule = PhotoListFrame(size: size).bottomRule == nil ? nil : top - 1
    places = relative.map {
      Rect(column: $0.minColumn + 1, row: $0.minRow + top, columns: $0.size.columns, rows: 1)
    }
  }

  private func text(of choice: SortChoice) -> String {
    let mark = choice.sort == current ? " \(theme.glyphs.bullet)" : ""
    return "\(key(of: choice)) \(choice.title)\(mark)"
  }

  /// Empty where the user took it away.
  private func key(of choice: SortChoice) -> String {
    keys.keys(of: .sort(choice), on: .sort).first?.description(glyphs: theme.glyphs) ?? ""
  }

  public func draw(on surface: inout Surface) {
    if let rule {
      surface.horizontalRule(
        at: Point(column: 0, row: rule), columns: surface.size.columns, style: theme.rule,
        glyphs: theme.glyphs)
      surface.write(" sort ", at: Point(column: 1, row: rule), style: theme.secondary)
    }
    surface.fill(lines)
    for (choice, place) in zip(SortChoice.all, places) where place.minRow < surface.size.rows {
      surface.write(
        text(of: choice), at: place.origin,
        style: choice.sort == current ? theme.selection : theme.secondary,
        maxColumns: place.size.columns, ellipsis: theme.glyphs.ellipsis)
      surface.write(
        key(of: choice), at: place.origin, style: theme.key, maxColumns: place.size.columns)
    }
  }

  public var keyCommands: [KeyCommand] {
    let choices = SortChoice.all.map { choice in
      KeyCommand(.sort(choice)) { [weak self] in self?.finish(choice) }
    }
    let cancel = KeyCommand(.sortCancel, hint: "cancel") { [weak self] in self?.finish(nil) }
    return keys.apply(choices + [cancel], on: .sort)
  }

  /// Other keys do nothing here; the list stays as it is below.
  public func handle(_ key: Key) -> Bool { true }

  public func handle(paste text: String) {}

  public func handle(_ mouse: MouseEvent) {
    guard mouse.action == .press else { return }
    let index = places.firstIndex { $0.contains(mouse.position) }
    if let index {
      finish(SortChoice.all[index])
    } else if !lines.contains(mouse.position) {
      finish(nil)
    }
  }

  private func finish(_ choice: SortChoice?) {
    guard !hasEnded else { return }
    hasEnded = true
    end(choice)
  }
}
