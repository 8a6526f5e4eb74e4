import TerminalKit

/// The first line of a screen: the program, what it shows, what it is doing, how many.
struct GalleryHeader {
  var title: String
  /// Beside the spinner; nil while nothing is under way.
  var activity: String?
  var count: String
  /// Drawn in place of the spinner where the end is known.
  var progress: ProgressBar.Progress?
  var spinner: ActivityIndicator
  var theme: Theme

  /// The columns of a progress bar with its label.
  private static let progressColumns = 30

  func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    guard columns > 2 else { return }
    let line = Rect(column: 1, row: 0, columns: columns - 2, rows: 1)
    var middle: [StatusLine.Part] = []
    if progress == nil, let activity, let sign = spinner.character {
      middle = [
        .init("\(sign) ", style: theme.accent), .init("\(activity)   ", style: theme.secondary),
      ]
    }
    // The program's name makes way for the gallery's in narrow terminals.
    var left: [StatusLine.Part] = [.init(title, style: theme.title)]
    if columns >= 60 { left.insert(.init("Vitrine  ", style: theme.accent), at: 0) }
    var right: [StatusLine.Part] = [.init(count, style: theme.secondary)]
    if columns < 60, progress == nil, activity != nil, let sign = spinner.character {
      right.insert(.init("\(sign) ", style: theme.accent), at: 0)
    }
    StatusLine(left: left, middle: middle, right: right, theme: theme).draw(on: &surface, in: line)
    drawProgress(on: &surface, line: line)
  }

  private func drawProgress(on surface: inout Surface, line: Rect) {
    guard let progress, line.size.columns >= 58 else { return }
    let countColumns = GlyphWidth.columns(of: count, atMost: line.size.columns)
    let end = line.maxColumn - countColumns - 3
    ProgressBar(progress, label: activity ?? "", theme: theme).draw(
      on: &surface,
      in: Rect(
        column: end - Self.progressColumns, row: 0, columns: Self.progressColumns, rows: 1))
  }
}
