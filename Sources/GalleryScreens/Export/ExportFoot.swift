import GalleryPresentation
import TerminalKit

/// The last lines of a screen, in which an export asks its questions and shows its progress: a rule with a title, and a
/// line below it.
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
  ///   - detail: At the right of the rule, if there is room.
  @MainActor
  func draw(title: String, detail: String = "", on surface: inout Surface, theme: Theme) {
    let columns = surface.size.columns
    surface.fill(Rect(column: 0, row: line.minRow, columns: columns, rows: 1))
    guard let rule else { return }
    surface.horizontalRule(
      at: Point(column: 0, row: rule), columns: columns, style: theme.rule, glyphs: theme.glyphs)
    // The key that cancels has precedence; the title gets the rest.
    let detail = detail.isEmpty ? "" : " \(theme.glyphs.words(detail)) "
    let detailColumns = GlyphWidth.columns(of: detail)
    let room = columns - 2 - (detailColumns > 0 ? detailColumns + 1 : 0)
    if room > 4 {
      let ellipsis = theme.glyphs.ellipsis
      let words = TextLayout.truncate(
        theme.glyphs.words(title), columns: room - 2, ellipsis: ellipsis)
      surface.write(" \(words) ", at: Point(column: 1, row: rule), style: theme.secondary)
    }
    surface.write(
      detail, at: Point(column: max(1, columns - 1 - detailColumns), row: rule),
      style: theme.secondary, maxColumns: columns - 2, ellipsis: theme.glyphs.ellipsis)
  }
}
