import TerminalKit

/// The first line of a screen: the program, what it shows, what it is doing, how many.
struct GalleryHeader {
  var title: String
  /// Beside the spinner or the bar; nil while nothing is under way.
  var activity: String?
  var count: String
  /// Drawn in place of the spinner where the end is known and there is room for a bar.
  var progress: ProgressBar.Progress?
  var spinner: ActivityIndicator
  var theme: Theme

  /// Below, the program's name makes way for the gallery's, and words for the spinner's sign.
  private static let wideColumns = 60
  /// The columns of a progress bar with its label.
  private static let progressColumns = 26
  private static let shortProgressColumns = 18

  func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    guard columns > 2 else { return }
    let line = Rect(column: 1, row: 0, columns: columns - 2, rows: 1)
    let name = StatusLine.Part(theme.glyphs.words(title), style: theme.title)
    if columns < Self.wideColumns {
      StatusLine(left: [name], right: shortRight(line.size.columns), theme: theme).draw(
        on: &surface, in: line)
      return
    }
    let left = [StatusLine.Part("Vitrine  ", style: theme.accent), name]
    let right = [StatusLine.Part(count, style: theme.secondary)]
    guard let progress else {
      StatusLine(left: left, middle: middle, right: right, theme: theme).draw(
        on: &surface, in: line)
      return
    }
    StatusLine(right: right, theme: theme).draw(on: &surface, in: line)
    let end = line.size.columns - GlyphWidth.columns(of: count, atMost: line.size.columns) - 3
    let barColumns = columns >= 80 ? Self.progressColumns : Self.shortProgressColumns
    let start = max(0, end - barColumns)
    ProgressBar(progress, label: activity ?? "", theme: theme).draw(
      on: &surface, in: Rect(column: 1 + start, row: 0, columns: end - start, rows: 1))
    // Where all does not fit, the gallery's name is the one to keep.
    let used = left.reduce(0) { $0 + GlyphWidth.columns(of: $1.text, atMost: columns) }
    StatusLine(left: used <= start - 2 ? left : [name], theme: theme).draw(
      on: &surface, in: Rect(column: 1, row: 0, columns: start - 2, rows: 1))
  }

  private var middle: [StatusLine.Part] {
    guard let activity, let sign = spinner.character else { return [] }
    return [
      .init("\(sign) ", style: theme.accent),
      .init(count.isEmpty ? activity : "\(activity)   ", style: theme.secondary),
    ]
  }

  /// The spinner's sign and the count; but the count never takes the place of half of the title.
  private func shortRight(_ columns: Int) -> [StatusLine.Part] {
    var parts: [StatusLine.Part] = []
    if activity != nil, let sign = spinner.character {
      parts.append(.init("\(sign)", style: theme.accent))
    }
    let titleColumns = min(GlyphWidth.columns(of: title, atMost: columns), columns / 2)
    if GlyphWidth.columns(of: count, atMost: columns) + 3 + titleColumns <= columns {
      parts.append(.init(parts.isEmpty ? count : " \(count)", style: theme.secondary))
    }
    return parts
  }
}
