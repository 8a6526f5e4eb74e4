import GalleryPresentation
import PictureProtocol
import TerminalKit

/// The information about a photo: lines that scroll if there are more than the panel has room for.
final class InfoPanel {
  private let theme: Theme
  /// Shows more of it; nil if no key does.
  private let moreKey: KeySequence?
  private(set) var isOpen = false
  private var scroll = ScrollGeometry()
  private var lines: [InfoLine] = []
  private var content: Content?

  /// What the lines were made from.
  private struct Content: Equatable {
    var groups: [PhotoInformationGroup]
    var histogram: PictureHistogram?
    var columns: Int
  }

  init(moreKey: KeySequence?, theme: Theme) {
    self.moreKey = moreKey
    self.theme = theme
  }

  var isScrollable: Bool { isOpen && scroll.isScrollable }

  func open() { isOpen = true }

  func close() {
    isOpen = false
    content = nil
    lines = []
    scrollToStart()
  }

  // MARK: Layout

  /// Call in every layout while it is open.
  func layout(
    _ groups: [PhotoInformationGroup], histogram: PictureHistogram?, size: Size
  ) {
    let content = Content(groups: groups, histogram: histogram, columns: size.columns)
    if content != self.content {
      self.content = content
      lines = makeLines(content)
      scroll.setCount(lines.count)
      scroll.select(nil)
    }
    scroll.setHeight(size.rows)
  }

  /// The words first: a histogram takes more lines than a small panel has.
  private func makeLines(_ content: Content) -> [InfoLine] {
    let text = InfoText(groups: content.groups).lines(
      columns: content.columns)
    guard let histogram = content.histogram else { return text }
    let bars = HistogramText(histogram: histogram).lines(
      columns: content.columns)
    return bars.isEmpty || text.isEmpty ? text + bars : text + [.blank] + bars
  }

  // MARK: Scrolling

  func scroll(by rows: Int) { scroll.scroll(by: rows) }
  func scrollPages(_ pages: Int) { scroll.scroll(by: pages * scroll.wholeRows) }
  func scrollHalfPages(_ halves: Int) { scroll.scroll(by: halves * max(1, scroll.wholeRows / 2)) }
  func scrollToStart() { scroll.setOffset(0) }
  func scrollToEnd() { scroll.setOffset(.max) }

  // MARK: Drawing

  /// - Parameter text: The area that `layout` was given; the scroll indicator is one column to its right.
  func draw(on surface: inout Surface, in text: Rect) {
    guard !text.isEmpty else { return }
    for index in scroll.visibleRows where lines.indices.contains(index) {
      let row = text.minRow + scroll.line(ofRow: index)
      for part in lines[index].parts {
        surface.write(
          part.text, at: Point(column: text.minColumn + part.column, row: row),
          style: style(part.role), maxColumns: text.size.columns - part.column)
      }
    }
    guard scroll.isScrollable else { return }
    drawRest(on: &surface, in: text)
    let track = Rect(
      column: text.maxColumn + 1, row: text.minRow, columns: 1, rows: text.size.rows)
    surface.draw(in: track) { scroll.drawTrack(on: &$0, column: 0, theme: theme) }
  }

  /// In the last line, while there is more below it: how much, and the key that shows it.
  private func drawRest(on surface: inout Surface, in text: Rect) {
    let hidden = lines.count - scroll.visibleRows.upperBound
    guard hidden > 0 else { return }
    let count = hidden + 1
    let row = Rect(
      column: text.minColumn, row: text.maxRow - 1, columns: text.size.columns, rows: 1)
    surface.fill(row)
    let key =
      moreKey.map { " · \($0.description)" } ?? ""
    surface.write(
      "↓ \(CountText.grouped(count)) more lines\(key)", in: row,
      style: theme.secondary, alignment: .left)
  }

  private func style(_ role: InfoLine.Role) -> Style {
    switch role {
    case .heading: theme.title
    case .label: theme.secondary
    case .value, .luminance: theme.primary
    case .red: theme.hasColors ? theme.styles.labels.red : theme.primary
    case .green: theme.hasColors ? theme.styles.labels.green : theme.primary
    case .blue: theme.hasColors ? theme.styles.labels.blue : theme.primary
    }
  }
}
