import TerminalKit

/// The first line of a list: at the left where the user is and what chooses and orders the photos, at the right the
/// position and the selection. Between them is what is going on.
///
/// ```
/// 2024 › May   ● rating:rejected ×   date ↑        ⠹ sorting   12/100 · 3 selected
/// ```
struct GalleryHeader {
  /// The location, such as `2024 › May`; shortened before anything else, and left out only for the chips.
  var title: String
  /// What restricts the photos, each with its commands; never left out, but the longest is cut for all that follows.
  var chips: [[StatusLine.Part]] = []
  /// The order of the photos, with its command; cut only where nothing restricts them.
  var order: [StatusLine.Part] = []
  /// Beside the spinner or the bar; nil while nothing is running.
  var activity: String?
  /// How old the rows are, or how far files have been read; only where `showsNote` has room for it.
  var note: String?
  /// The position, from the longest form to the shortest: `3/12 of 300 photos`, `3/12`.
  var position: [String]
  /// What is selected, from the longest form to the shortest: `12 selected · 48 MB`, `12 selected`; never left out.
  var selection: [String] = []
  /// Drawn in place of the spinner if the end is known and there is room for a bar.
  var progress: Double?
  var spinner: Character?
  var theme: Theme

  /// On narrower screens the spinner has no words.
  private static let wideColumns = 60
  /// The title keeps this many columns beside chips, and half of the line beside what is at the right.
  private static let titleColumns = 8
  /// A longer title says nothing with fewer columns.
  private static let minimumTitleColumns = 4
  private static let gap = "   "
  /// A sign, a letter and an ellipsis.
  private static let minimumChipColumns = 4
  /// Two of a gap, and the spinner with a space: reserved while nothing is running, so that nothing moves.
  private static let spinnerColumns = 4

  /// Whether a note is shown here, or beside the keys. Depends only on the width, so that it doesn't jump while rows load.
  static func showsNote(columns: Int) -> Bool { columns >= 80 }

  func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    var line = Rect(column: 1, row: 0, columns: columns - 2, rows: 1)
    let isWide = columns >= Self.wideColumns
    let chips = Self.spaced(allChips)
    let titleColumns = GlyphWidth.columns(of: title, atMost: line.size.columns)
    let wanted = max(
      min(titleColumns, Self.titleColumns) + Self.width(chips),
      min(titleColumns + Self.width(chips), line.size.columns / 2))
    let room = line.size.columns - Self.spinnerColumns
    let shortest = rightForms.last.flatMap {
      Self.width($0) <= room - min(wanted, line.size.columns / 3) ? $0 : nil
    }
    var right =
      rightForms.first { Self.width($0) <= room - min(wanted, line.size.columns * 2 / 3) }
      ?? shortest ?? selections.last ?? []
    if !isWide, activity != nil, let spinner {
      right.insert(.init("\(spinner) ", style: theme.accent), at: 0)
    }
    StatusLine(right: right).draw(on: &surface, in: line)
    if !right.isEmpty { line.size.columns -= Self.width(right) + 1 }
    if isWide, activity != nil, let progress {
      let bar = columns >= 80 ? 26 : 18
      ProgressBar(progress, label: activity ?? "", theme: theme).draw(
        on: &surface, in: Rect(column: line.maxColumn - 1 - bar, row: 0, columns: bar, rows: 1))
      line.size.columns -= bar + 3
    }
    StatusLine(left: left(columns: line.size.columns), middle: isWide ? middle : [])
      .draw(on: &surface, in: line)
  }

  private func left(columns: Int) -> [StatusLine.Part] {
    let titleColumns = GlyphWidth.columns(of: title, atMost: Self.titleColumns)
    let chips = chips(columns: columns - titleColumns)
    let rest = columns - Self.width(chips)
    guard rest >= min(titleColumns, Self.minimumTitleColumns) || chips.isEmpty else {
      return Array(self.chips(columns: columns + Self.gap.count).dropFirst())
    }
    return [.init(TextLayout.truncate(title, columns: rest), style: theme.title)] + chips
  }

  private var allChips: [[StatusLine.Part]] { chips + (order.isEmpty ? [] : [order]) }

  /// The chips with a gap before each.
  private func chips(columns: Int) -> [StatusLine.Part] {
    var chips = allChips
    let excess = Self.width(Self.spaced(chips)) - columns
    let lengths = chips.map { Self.width([$0[0]]) }
    let cut = self.chips.isEmpty ? chips.indices : self.chips.indices
    if excess > 0, let longest = cut.max(by: { lengths[$0] < lengths[$1] }) {
      chips[longest][0].text = TextLayout.truncate(
        chips[longest][0].text, columns: max(Self.minimumChipColumns, lengths[longest] - excess))
    }
    return Self.spaced(chips)
  }

  private static func spaced(_ chips: [[StatusLine.Part]]) -> [StatusLine.Part] {
    chips.flatMap { [StatusLine.Part(gap)] + $0 }
  }

  private static func width(_ parts: [StatusLine.Part]) -> Int {
    parts.reduce(0) { $0 + GlyphWidth.columns(of: $1.text) }
  }

  private var middle: [StatusLine.Part] {
    var parts: [StatusLine.Part] = []
    if progress == nil, let activity, let spinner {
      parts += [
        .init("\(spinner) ", style: theme.accent), .init("\(activity)  ", style: theme.secondary),
      ]
    }
    if let note { parts.append(.init("\(note)  ", style: theme.secondary)) }
    return parts
  }

  private var selections: [[StatusLine.Part]] {
    selection.map { [StatusLine.Part($0, style: theme.selected, command: "selection.show")] }
  }

  private var rightForms: [[StatusLine.Part]] {
    let positions = position.filter { !$0.isEmpty }.map {
      [StatusLine.Part($0, style: theme.secondary, command: "list.last")]
    }
    guard !selections.isEmpty else { return positions }
    let separator = [StatusLine.Part(" · ", style: theme.secondary)]
    return positions.flatMap { position in selections.map { position + separator + $0 } }
  }
}
