import TerminalKit

/// The first line of a screen: the program, what it shows, what it is doing, how many.
struct GalleryHeader {
  var title: String
  /// What of it is shown and in which order, such as `by price · camera:nikon`; nil for all in the source's order.
  /// Left out never, but cut.
  var part: String?
  /// Beside the spinner or the bar; nil while nothing is under way.
  var activity: String?
  var count: String
  /// The count's numbers alone, where the line is short; nil for what has no shorter form.
  var shortCount: String?
  /// How many there are in all, where there is no room for the numbers.
  var totalCount: String?
  /// What is selected, from all that is said of it to the least: `12 selected · 48 MB`, `12 selected`; never left out.
  var selection: [String] = []
  /// What is left out of the list, such as `for sale`; nil while all is shown. Never left out itself.
  var filter: String?
  /// Whether the count says it too: then its sign is enough beside it.
  var countNamesFilter = false
  /// How old what is shown is; only where `showsAge` says that there is room.
  var age: String?
  /// Drawn in place of the spinner where the end is known and there is room for a bar.
  var progress: ProgressBar.Progress?
  var spinner: ActivityIndicator
  var theme: Theme

  /// Below, the program's name makes way for the gallery's, and words for the spinner's sign.
  private static let wideColumns = 60
  /// The columns of a progress bar with its label.
  private static let progressColumns = 26
  private static let shortProgressColumns = 18

  /// Whether the age stands here, or at the foot: by the width alone, so that it does not go to and fro
  /// while things load.
  static func showsAge(columns: Int) -> Bool { columns >= 100 }

  func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    guard columns > 2 else { return }
    let line = Rect(column: 1, row: 0, columns: columns - 2, rows: 1)
    let name = StatusLine.Part(theme.glyphs.words(title), style: theme.title)
    let least = partFirst(name)
    if columns < Self.wideColumns {
      StatusLine(left: least, right: shortRight(line.size.columns), theme: theme).draw(
        on: &surface, in: line)
      return
    }
    let right = wideRight
    let space = line.size.columns - width(right) - 1
    // Where all does not fit, the gallery's name is the one to keep.
    let whole = [StatusLine.Part("Vitrine  ", style: theme.accent), name] + partLast
    guard let progress else {
      StatusLine(
        left: width(whole) <= space ? whole : least, middle: middle, right: right, theme: theme
      ).draw(on: &surface, in: line)
      return
    }
    StatusLine(right: right, theme: theme).draw(on: &surface, in: line)
    let end = space - 2
    let barColumns = columns >= 80 ? Self.progressColumns : Self.shortProgressColumns
    let start = max(0, end - barColumns)
    ProgressBar(progress, label: activity ?? "", theme: theme).draw(
      on: &surface, in: Rect(column: 1 + start, row: 0, columns: end - start, rows: 1))
    StatusLine(left: width(whole) <= start - 2 ? whole : least, theme: theme).draw(
      on: &surface, in: Rect(column: 1, row: 0, columns: start - 2, rows: 1))
  }

  private var partLast: [StatusLine.Part] {
    guard let part else { return [] }
    return [
      .init(" \(theme.glyphs.separator) ", style: theme.secondary),
      .init(theme.glyphs.words(part), style: theme.success),
    ]
  }

  /// The name, or the part with the name behind it where there is one: what is cut is the end.
  private func partFirst(_ name: StatusLine.Part) -> [StatusLine.Part] {
    guard let part else { return [name] }
    return [
      .init(theme.glyphs.words(part), style: theme.success),
      .init(" \(theme.glyphs.separator) ", style: theme.secondary), name,
    ]
  }

  private func width(_ parts: [StatusLine.Part]) -> Int {
    parts.reduce(0) { $0 + GlyphWidth.columns(of: $1.text) }
  }

  private var filterSign: String { String(theme.glyphs.bullet) }

  private var wideRight: [StatusLine.Part] {
    let age = age.map { [StatusLine.Part("\(theme.glyphs.words($0))   ", style: theme.secondary)] }
    return (age ?? []) + (statusForms.first ?? [])
  }

  private var middle: [StatusLine.Part] {
    guard let activity, let sign = spinner.character else { return [] }
    return [
      .init("\(sign) ", style: theme.accent),
      .init(count.isEmpty ? activity : "\(activity)   ", style: theme.secondary),
    ]
  }

  /// The spinner's sign, the filter and the count, as much as leaves the title half of the line, if it needs
  /// that much. The spinner's room is kept while nothing is under way, so that nothing comes and goes with
  /// it.
  private func shortRight(_ columns: Int) -> [StatusLine.Part] {
    let text = [part, title].compactMap { $0 }.joined(separator: " - ")
    let titleColumns = min(GlyphWidth.columns(of: text, atMost: columns), columns / 2)
    let status = statusForms.first { width($0) + 3 + titleColumns <= columns }
    var parts = status ?? statusForms.last ?? []
    if activity != nil, let sign = spinner.character {
      parts.insert(.init(parts.isEmpty ? "\(sign)" : "\(sign) ", style: theme.accent), at: 0)
    }
    return parts
  }

  /// The filter and the count, from all to the least.
  private var statusForms: [[StatusLine.Part]] {
    guard let shortest = selection.last else { return listForms }
    let selected = selection.map {
      StatusLine.Part(theme.glyphs.words($0), style: theme.chosen)
    }
    let gap = StatusLine.Part("   ")
    let whole = listForms.first.map { rest in selected.map { [$0, gap] + rest } } ?? []
    let short = listForms.dropFirst().map {
      [StatusLine.Part(shortest, style: theme.chosen)] + ($0.isEmpty ? [] : [gap]) + $0
    }
    return whole + short + [selected.last.map { [$0] } ?? []]
  }

  private var listForms: [[StatusLine.Part]] {
    let counted = StatusLine.Part(count, style: theme.secondary)
    let numbers = StatusLine.Part(shortCount ?? count, style: theme.secondary)
    let total = totalCount.map { [[StatusLine.Part($0, style: theme.secondary)]] } ?? []
    guard let filter else { return [[counted], [numbers]] + total + [[]] }
    let word = StatusLine.Part("\(filterSign) \(filter)", style: theme.success)
    let sign = StatusLine.Part(filterSign, style: theme.success)
    let signed = [sign, StatusLine.Part(" "), counted]
    let all = countNamesFilter ? signed : [word, StatusLine.Part("   "), counted]
    return [all, signed, [word], [sign]]
  }
}
