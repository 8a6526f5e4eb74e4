import GalleryPresentation
import TerminalKit

/// The header of a section of photos: ` 2024/holiday ─────────── 128 `.
struct SectionHeader {
  let title: String
  let count: String
  let theme: Theme

  /// Draws on a surface of one line.
  func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    surface.horizontalRule(
      at: .zero, columns: columns, style: theme.rule)
    let countColumns = GlyphWidth.columns(of: count) + 2
    // If both don't fit, the title matters more.
    let showsCount = !count.isEmpty && columns > 2 * countColumns + 4
    let room = columns - 3 - (showsCount ? countColumns + 2 : 0)
    let shown = TextLayout.truncate(
      title, columns: max(0, room))
    surface.write(
      " \(shown) ", at: Point(column: 0, row: 0), style: theme.title, maxColumns: columns)
    guard showsCount else { return }
    surface.write(
      " \(count) ", at: Point(column: columns - countColumns - 1, row: 0), style: theme.secondary)
  }
}
