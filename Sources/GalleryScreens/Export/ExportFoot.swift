import GalleryPresentation
import TerminalKit

/// The last lines of a screen, where an export asks and tells how far it is: a rule with words, and a line below it.
nonisolated struct ExportFoot {
  private(set) var rule: Int?
  private(set) var line = Rect(origin: .zero, size: .zero)

  mutating func layout(size: Size) {
    let frame = PhotoListFrame(size: size)
    rule = frame.bottomRule
    line = Rect(column: 1, row: frame.keyLine, columns: max(0, size.columns - 2), rows: 1)
  }

  /// - Parameters:
  ///   - title: At the left of the rule.
  ///   - detail: At its right, where there is room.
  @MainActor
  func draw(title: String, detail: String = "", on surface: inout Surface, theme: Theme) {
    let columns = surface.size.columns
    surface.fill(Rect(column: 0, row: line.minRow, columns: columns, rows: 1))
    guard let rule else { return }
    surface.horizontalRule(
      at: Point(column: 0, row: rule), columns: columns, style: theme.rule, glyphs: theme.glyphs)
    let titleColumns = surface.write(
      " \(theme.glyphs.words(title)) ", at: Point(column: 1, row: rule),
      style: theme.secondary, maxColumns: columns - 2, ellipsis: theme.glyphs.ellipsis)
    let room = columns - titleColumns - 4
    guard !detail.isEmpty, room > 4 else { return }
    surface.write(
      " \(theme.glyphs.words(detail)) ",
      in: Rect(column: columns - 1 - room, row: rule, columns: room, rows: 1),
      style: theme.secondary, alignment: .right, ellipsis: theme.glyphs.ellipsis)
  }
}
