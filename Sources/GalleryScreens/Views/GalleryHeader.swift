import TerminalKit

/// The first line of a screen: the program, the source, what it is doing, and how many photos there are.
struct GalleryHeader {
  var title: String
  /// The filter and the order, such as `by price · camera:nikon`; nil for all photos in the source's order. Never left out,
  /// but shortened.
  var part: String?
  /// Beside the spinner or the bar; nil while nothing is running.
  var activity: String?
  var count: String
  /// The numbers of the count, for short lines; nil if there is no shorter form.
  var shortCount: String?
  /// The total, if there isn't room for both numbers.
  var totalCount: String?
  /// What is selected, from the longest form to the shortest: `12 selected · 48 MB`, `12 selected`; never left out.
  var selection: [String] = []
  /// What the list is restricted to, such as `for sale`; nil if it shows everything. Never left out.
  var filter: String?
  /// Whether the count says it too: then the sign alone is enough.
  var countNamesFilter = false
  /// How old the rows are, if `showsAge`; or how many files have been read behind the screen, if `showsReading`.
  var age: String?
  /// Drawn in place of the spinner if the end is known and there is room for a bar.
  var progress: Double?
  var spinner: Character?
  var theme: Theme

  /// On narrower screens, the gallery's name replaces the program's, and words replace the spinner.
  private static let wideColumns = 60
  /// The width of a progress bar with its label.
  private static let progressColumns = 26
  private static let shortProgressColumns = 18

  /// Whether the age is shown here, or at the foot. Depends only on the width, so that it doesn't jump while rows load.
  static func showsAge(columns: Int) -> Bool { columns >= 100 }

  /// Whether files that are read behind the screen are counted here, or at the foot.
  static func showsReading(columns: Int) -> Bool { columns >= 80 }

  func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    let line = Rect(column: 1, row: 0, columns: columns - 2, rows: 1)
    let name = StatusLine.Part(title, style: theme.title)
    let least = partFirst(name)
    if columns < Self.wideColumns {
      StatusLine(left: least, right: shortRight(line.size.columns)).draw(
        on: &surface, in: line)
      return
    }
    let right = wideRight
    let space = line.size.columns - width(right) - 1
    // If not everything fits, the gallery's name is kept.
    let whole = [StatusLine.Part("Vitrine  ", style: theme.accent), name] + partLast
    guard let progress else {
      StatusLine(
        left: width(whole) <= space ? whole : least, middle: middle, right: right
      ).draw(on: &surface, in: line)
      return
    }
    StatusLine(right: right).draw(on: &surface, in: line)
    let end = space - 2
    let barColumns = columns >= 80 ? Self.progressColumns : Self.shortProgressColumns
    let start = max(0, end - barColumns)
    ProgressBar(progress, label: activity ?? "", theme: theme).draw(
      on: &surface, in: Rect(column: 1 + start, row: 0, columns: end - start, rows: 1))
    StatusLine(left: width(whole) <= start - 2 ? whole : least).draw(
      on: &surface, in: Rect(column: 1, row: 0, columns: start - 2, rows: 1))
  }

  private var partLast: [StatusLine.Part] {
    guard let part else { return [] }
    return [
      .init(" · ", style: theme.secondary),
      .init(part, style: theme.success, command: "list.filter"),
    ]
  }

  /// The name, or the filter with the name after it, which is shortened first.
  private func partFirst(_ name: StatusLine.Part) -> [StatusLine.Part] {
    guard let part else { return [name] }
    return [
      .init(part, style: theme.success, command: "list.filter"),
      .init(" · ", style: theme.secondary), name,
    ]
  }

  private func width(_ parts: [StatusLine.Part]) -> Int {
    parts.reduce(0) { $0 + GlyphWidth.columns(of: $1.text) }
  }

  private var wideRight: [StatusLine.Part] {
    let age = age.map { [StatusLine.Part("\($0)   ", style: theme.secondary)] }
    return (age ?? []) + (statusForms.first ?? [])
  }

  private var middle: [StatusLine.Part] {
    guard let activity, let sign = spinner else { return [] }
    return [
      .init("\(sign) ", style: theme.accent),
      .init(count.isEmpty ? activity : "\(activity)   ", style: theme.secondary),
    ]
  }

  /// The spinner, the filter and the count, as much as leaves half of the line for the title, if it needs that much. The
  /// spinner's column is reserved while nothing is running, so that nothing moves when it appears.
  private func shortRight(_ columns: Int) -> [StatusLine.Part] {
    let text = [part, title].compactMap { $0 }.joined(separator: " - ")
    let titleColumns = min(GlyphWidth.columns(of: text, atMost: columns), columns / 2)
    let status = statusForms.first { width($0) + 3 + titleColumns <= columns }
    var parts = status ?? statusForms.last ?? []
    if activity != nil, let sign = spinner {
      parts.insert(.init(parts.isEmpty ? "\(sign)" : "\(sign) ", style: theme.accent), at: 0)
    }
    return parts
  }

  /// The filter and the count, from the longest form to the shortest.
  private var statusForms: [[StatusLine.Part]] {
    guard let shortest = selection.last else { return listForms }
    let selected = selection.map {
      StatusLine.Part(
        $0, style: theme.chosen, command: "selection.show")
    }
    let gap = StatusLine.Part("   ")
    let whole = listForms.first.map { rest in selected.map { [$0, gap] + rest } } ?? []
    let short = listForms.dropFirst().map {
      [StatusLine.Part(shortest, style: theme.chosen, command: "selection.show")]
        + ($0.isEmpty ? [] : [gap]) + $0
    }
    return whole + short + [selected.last.map { [$0] } ?? []]
  }

  private var listForms: [[StatusLine.Part]] {
    func total(_ text: String) -> StatusLine.Part {
      StatusLine.Part(text, style: theme.secondary, command: "list.last")
    }
    let (counted, numbers) = (total(count), total(shortCount ?? count))
    let totals = totalCount.map { [[total($0)]] } ?? []
    guard let filter else { return [[counted], [numbers]] + totals + [[]] }
    func saleFilter(_ text: String) -> StatusLine.Part {
      StatusLine.Part(text, style: theme.success, command: "list.for-sale")
    }
    let (word, sign) = (saleFilter("● \(filter)"), saleFilter("●"))
    let signed = [sign, StatusLine.Part(" "), counted]
    let all = countNamesFilter ? signed : [word, StatusLine.Part("   "), counted]
    return [all, signed, [word], [sign]]
  }
}
