import GalleryPresentation
import PictureProtocol
import TerminalKit

/// The information about a photo: lines that scroll if there are more than the panel has room for.
final class InfoPanel {
  private let theme: Theme
  /// Shows more of it; nil if no key does.
  private let moreKey: KeySequence?
  private(set) var isOpen = false
  private(set) var scroll = ScrollGeometry()
  /// Lines of pieces from left to right.
  private var lines: [[InfoPart]] = []

  init(moreKey: KeySequence?, theme: Theme) {
    self.moreKey = moreKey
    self.theme = theme
  }

  var isScrollable: Bool { isOpen && scroll.isScrollable }

  func open() { isOpen = true }

  func close() {
    isOpen = false
    lines = []
    scrollToStart()
  }

  // MARK: Layout

  /// Call in every layout while it is open.
  func layout(
    _ groups: [PhotoInformationGroup], histogram: PictureHistogram?, size: Size
  ) {
    let text = InfoText(groups: groups, theme: theme).lines(columns: size.columns)
    let bars =
      histogram.map { HistogramText(histogram: $0, theme: theme).lines(columns: size.columns) }
      ?? []
    // The words first: a histogram takes more lines than a small panel has.
    lines = bars.isEmpty || text.isEmpty ? text + bars : text + [[]] + bars
    scroll.setCount(lines.count)
    scroll.select(nil)
    // A line says how much more there is, and isn't counted as a line of a page.
    scroll.setHeight(lines.count > size.rows ? size.rows - 1 : size.rows)
  }

  // MARK: Scrolling

  func scroll(by rows: Int) { scroll.scroll(by: rows) }
  func scrollToStart() { scroll.setOffset(0) }

  // MARK: Drawing

  /// - Parameter text: The area that `layout` was given; the scroll indicator is one column to its right.
  func draw(on surface: inout Surface, in text: Rect) {
    guard !text.isEmpty else { return }
    for index in scroll.visibleRows where lines.indices.contains(index) {
      let row = text.minRow + scroll.line(ofRow: index)
      for part in lines[index] {
        surface.write(
          part.text, at: Point(column: text.minColumn + part.column, row: row),
          style: part.style, maxColumns: text.size.columns - part.column)
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
    let row = Rect(
      column: text.minColumn, row: text.maxRow - 1, columns: text.size.columns, rows: 1)
    let key = moreKey.map { " · \($0.description)" } ?? ""
    surface.write(
      "↓ \(CountText.grouped(hidden)) more lines\(key)", in: row,
      style: theme.secondary, alignment: .left)
  }
}

/// A piece of text in a line of the information, ready to draw.
nonisolated struct InfoPart: Equatable {
  var column: Int
  var text: String
  var style: Style
}

/// Arranges groups of facts in lines: labels in their own column, values wrapped next to them.
struct InfoText {
  var groups: [PhotoInformationGroup]
  var theme: Theme

  /// No value takes more lines than this; a description may.
  private static let maximumRows = 40

  func lines(columns: Int) -> [[InfoPart]] {
    let labels = groups.flatMap(\.rows).map { GlyphWidth.columns(of: $0.label) }
    let start = (labels.max() ?? 0) + 2
    var lines: [[InfoPart]] = []
    for group in groups {
      if !lines.isEmpty { lines.append([]) }
      lines.append([InfoPart(column: 0, text: group.title, style: theme.title)])
      for row in group.rows {
        let texts = TextLayout.wrap(row.value, columns: columns - start, maxRows: Self.maximumRows)
        for (index, text) in texts.enumerated() {
          let label = InfoPart(column: 0, text: row.label, style: theme.secondary)
          let value = InfoPart(column: start, text: text, style: theme.primary)
          lines.append(index == 0 ? [label, value] : [value])
        }
      }
    }
    return lines
  }
}

/// A histogram drawn with characters: brightness in large, then the three colours, each on a line or two.
///
/// Bars have eighths of a cell. Any value that occurs is visible. The ends
/// do not set the scale: a white sky would flatten everything else.
struct HistogramText {
  var histogram: PictureHistogram
  var theme: Theme

  /// The letter before a bar and a space.
  private static let labelColumns = 2
  private static let luminanceRows = 4
  private static let colorRows = 2

  /// Empty if there is nothing to count. Each bar is of the same number of values.
  func lines(columns: Int) -> [[InfoPart]] {
    // The narrowest panel has room for 32.
    let room = columns - Self.labelColumns
    let barCount = room < PictureHistogram.stepCount ? 32 : PictureHistogram.stepCount
    let labels = theme.styles.labels
    func colored(_ style: Style) -> Style { theme.hasColors ? style : theme.primary }
    let channels = [
      ("L", histogram.luminance, theme.primary, Self.luminanceRows),
      ("R", histogram.red, colored(labels.red), Self.colorRows),
      ("G", histogram.green, colored(labels.green), Self.colorRows),
      ("B", histogram.blue, colored(labels.blue), Self.colorRows),
    ]
    guard channels.contains(where: { $0.1.contains { $0 > 0 } }) else { return [] }
    return channels.flatMap { label, counts, style, rows in
      let bars = bars(of: counts, count: barCount, rows: rows)
      return bars.enumerated().map { index, bar in
        let part = InfoPart(column: Self.labelColumns, text: bar, style: style)
        return index < rows - 1
          ? [part] : [InfoPart(column: 0, text: label, style: theme.secondary), part]
      }
    }
  }

  /// Lines from the top.
  private func bars(of counts: [UInt32], count: Int, rows: Int) -> [String] {
    let perBar = max(1, counts.count / count)
    let sums = (0..<count).map { bar in
      counts.dropFirst(bar * perBar).prefix(perBar).reduce(into: UInt64(0)) { $0 += UInt64($1) }
    }
    let inner = sums.dropFirst().dropLast().max() ?? 0
    let highest = max(1, inner > 0 ? inner : sums.max() ?? 0)
    let levels = Glyphs.bars
    let most = rows * (levels.count - 1)
    let heights = sums.map { sum -> Int in
      guard sum > 0 else { return 0 }
      let height = (Double(sum) / Double(highest) * Double(most)).rounded()
      return max(1, Int(min(height, Double(most))))
    }
    return (0..<rows).map { row in
      let below = (rows - 1 - row) * (levels.count - 1)
      return String(heights.map { levels[min(max(0, $0 - below), levels.count - 1)] })
    }
  }
}
