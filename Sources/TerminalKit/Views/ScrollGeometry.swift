/// The geometry of a list: its rows, the window onto them and the selected row, as plain arithmetic.
///
/// Rows are counted from 0 and all have the same height. The window always starts at a whole row, so nothing moves by
/// parts of rows; the last visible row may be cut off. After a move, the selection is always inside the window.
/// Everything stays in range for any argument and is O(1); with sections, O(log *sections*) for each row of the window.
///
/// Rows may be grouped in sections. Then the first line of the window is the header of the section that its first row
/// belongs to, even if that section starts further up, and every section that starts further down has a header line,
/// too.
nonisolated public struct ScrollGeometry: Hashable, Sendable {
  /// The number of rows; never negative.
  public private(set) var count: Int
  /// The height of a row in lines, at least 1.
  public private(set) var rowHeight: Int
  /// The height of the window in lines; 0 before the first layout.
  public private(set) var height: Int
  /// How many rows stay visible above and below the selection, if there are that many.
  public let margin: Int
  /// The first rows of the sections, ascending from 0; empty without sections.
  public private(set) var sectionStarts: [Int] = []
  /// The first visible row.
  public private(set) var offset = 0
  /// The selected row; nil if there are no rows, or if the owner selected none.
  public private(set) var selection: Int?
  /// Whether the window does not scroll while the selected row is visible, even at the edge: a press selected the row,
  /// and a second one may follow. Ends with `release()` or a move.
  public private(set) var isHeld = false

  public init(count: Int = 0, rowHeight: Int = 1, height: Int = 0, margin: Int = 0) {
    self.count = max(0, count)
    self.rowHeight = max(1, rowHeight)
    self.height = max(0, height)
    self.margin = max(0, margin)
    selection = count > 0 ? 0 : nil
  }

  /// The number of completely visible rows; at least 1, so that the selected row is shown even if it is cut off.
  public var wholeRows: Int {
    guard hasHeaders else { return max(1, height / rowHeight) }
    var (row, lines) = (offset, 0)
    while lines + rowHeight + headerLines(above: row) <= rowsHeight {
      lines += rowHeight + headerLines(above: row)
      row += 1
    }
    return max(1, row - offset)
  }

  /// The rows in the window, including a cut one at the end; empty if the height is 0.
  public var visibleRows: Range<Int> {
    guard height > 0 else { return offset..<offset }
    guard hasHeaders else {
      let rows = (height - 1) / rowHeight + 1
      return offset..<min(count, offset + rows)
    }
    var (row, lines) = (offset, 0)
    while row < count, lines + headerLines(above: row) < rowsHeight {
      lines += rowHeight + headerLines(above: row)
      row += 1
    }
    return offset..<max(offset, row)
  }

  /// The first row of the window at the end of the list.
  public var maximumOffset: Int {
    guard hasHeaders else { return max(0, count - max(1, height / rowHeight)) }
    return max(0, firstOffset(showing: count - 1))
  }

  /// The first row of a window that shows a row completely in its last lines; that row itself if even that doesn't fit.
  private func firstOffset(showing last: Int) -> Int {
    var (row, lines) = (last, rowHeight)
    while row > 0 {
      let more = rowHeight + (startsSection(row) ? Self.headerHeight : 0)
      guard lines + more <= rowsHeight else { break }
      lines += more
      row -= 1
    }
    return row
  }

  // MARK: Sections

  private static let headerHeight = 1
  /// In a lower window, rows are more useful than headers.
  private static let leastHeightWithHeaders = 4

  /// Whether headers are shown.
  public var hasHeaders: Bool { !sectionStarts.isEmpty && height >= Self.leastHeightWithHeaders }

  private var rowsHeight: Int { height - (hasHeaders ? Self.headerHeight : 0) }

  /// The section of a row; nil if there are no sections.
  public func section(ofRow row: Int) -> Int? {
    let index = sectionStarts.upperBound(of: row)
    return index > 0 ? index - 1 : nil
  }

  private func startsSection(_ row: Int) -> Bool {
    section(ofRow: row).map { sectionStarts[$0] == row } ?? false
  }

  /// The number of lines for a header between a row and the row above it in the window.
  private func headerLines(above row: Int) -> Int {
    row > offset && row < count && startsSection(row) ? Self.headerHeight : 0
  }

  /// The visible headers: which section, and on which line of the window. The first one does not move while the rows of
  /// its section scroll past.
  public var visibleHeaders: [(section: Int, line: Int)] {
    let rows = visibleRows
    guard hasHeaders, let first = section(ofRow: rows.lowerBound) else { return [] }
    let others = sectionStarts[(first + 1)...].prefix { rows.contains($0) }
    return [(first, 0)]
      + others.indices.map { ($0, line(ofRow: sectionStarts[$0]) - Self.headerHeight) }
  }

  /// Sets the first rows of the sections; sections after the last row are ignored.
  ///
  /// - Parameter starts: Ascending from 0; empty for no sections.
  /// - Complexity: O(*starts*).
  public mutating func setSectionStarts(_ starts: [Int]) {
    let starts = starts.last.map { $0 >= count } ?? false ? starts.filter { $0 < count } : starts
    guard starts != sectionStarts else { return }
    sectionStarts = starts
    settle()
  }

  /// Whether there are rows outside the window.
  public var isScrollable: Bool { maximumOffset > 0 }

  // MARK: Changes by the owner

  /// Sets the number of rows; the selection stays at its index, or moves to the last row.
  public mutating func setCount(_ count: Int) {
    self.count = max(0, count)
    while let last = sectionStarts.last, last >= self.count { sectionStarts.removeLast() }
    if self.count == 0 {
      selection = nil
    } else if let selection, selection >= self.count {
      self.selection = self.count - 1
    }
    settle()
  }

  /// Sets the height of the window in lines; the selected row stays visible.
  public mutating func setHeight(_ height: Int) {
    self.height = max(0, height)
    settle()
  }

  /// Sets the height of rows in lines; at least 1.
  public mutating func setRowHeight(_ rowHeight: Int) {
    self.rowHeight = max(1, rowHeight)
    settle()
  }

  // MARK: Moves

  /// Selects a row (or the nearest one if there is no such row) and shows it; nil selects none.
  public mutating func select(_ row: Int?) {
    isHeld = false
    selection = count == 0 ? nil : row.map { min(max(0, $0), count - 1) }
    settle()
  }

  /// Selects a row as a press does, and keeps the window from scrolling.
  public mutating func press(_ row: Int) {
    guard count > 0 else { return }
    selection = min(max(0, row), count - 1)
    isHeld = true
    settle()
  }

  /// Selects a row after the rows have changed, without releasing a held window.
  public mutating func reselect(_ row: Int?) {
    if isHeld, let row { press(row) } else { select(row) }
  }

  /// Ends the hold, and scrolls the selection into view.
  public mutating func release() {
    isHeld = false
    settle()
  }

  /// Moves the selection by rows; selects the first row if none was selected.
  public mutating func move(by rows: Int) {
    guard let selection else {
      select(0)
      return
    }
    select(clampedSum(selection, rows))
  }

  /// Moves the selection and the window by pages, up if negative.
  public mutating func movePages(_ pages: Int) {
    moveWindow(by: clampedProduct(pages, wholeRows))
  }

  /// Moves the selection and the window by half pages, up if negative.
  public mutating func moveHalfPages(_ halves: Int) {
    moveWindow(by: clampedProduct(halves, max(1, wholeRows / 2)))
  }

  /// Selects the first row.
  public mutating func moveToStart() { select(0) }

  /// Selects the last row.
  public mutating func moveToEnd() { select(.max) }

  /// Moves the window, as the wheel does. The selection stays on its row while that is visible, and is then dragged
  /// along at the edge.
  public mutating func scroll(by rows: Int) {
    isHeld = false
    offset = min(max(0, clampedSum(offset, rows)), maximumOffset)
    guard let selection else { return }
    let inner = innerMargin
    let last = offset == maximumOffset ? count - 1 : offset + wholeRows - 1 - inner
    let first = offset == 0 ? 0 : min(offset + inner, last)
    self.selection = min(max(selection, first), last)
  }

  /// Starts the window at a row, or as close to it as possible with the selected row still visible.
  public mutating func setOffset(_ row: Int) {
    offset = row
    settle()
  }

  /// The row at a line of the window; nil if there is none.
  public func row(atLine line: Int) -> Int? {
    guard line >= 0, line < height else { return nil }
    guard hasHeaders else {
      let row = offset + line / rowHeight
      return row < count ? row : nil
    }
    return visibleRows.first { row in
      let first = self.line(ofRow: row)
      return first <= line && line < first + rowHeight
    }
  }

  /// The first line of a row in the window's coordinates; outside the window for rows that are not visible.
  public func line(ofRow row: Int) -> Int {
    let line = clampedProduct(row - offset, rowHeight)
    guard hasHeaders else { return line }
    // The headers of the sections that begin between the two rows, and the window's first header.
    let headers = sectionStarts.upperBound(of: row) - sectionStarts.upperBound(of: offset) + 1
    return clampedSum(line, headers * Self.headerHeight)
  }

  /// The lines of a scroll track that represent the window; at least one.
  public func thumb(trackLength: Int) -> Range<Int> {
    guard trackLength > 0 else { return 0..<0 }
    guard isScrollable else { return 0..<trackLength }
    let track = Double(trackLength)
    let lines =
      Double(count) * Double(rowHeight)
      + (hasHeaders ? Double(sectionStarts.count * Self.headerHeight) : 0)
    // Something is out of view, and the track has to show it.
    let length = max(1, min(trackLength - 1, Int(track * Double(height) / lines)))
    let free = Double(trackLength - length)
    var start = Int((free * Double(offset) / Double(maximumOffset)).rounded())
    // The thumb touches the ends of the track only at the very ends of the list.
    if trackLength - length >= 2 {
      if offset > 0 { start = max(1, start) }
      if offset < maximumOffset { start = min(trackLength - length - 1, start) }
    }
    return start..<(start + length)
  }

  /// Draws the scroll track into a column, from the top of a surface to the bottom.
  public func drawTrack(on surface: inout Surface, column: Int, theme: Theme) {
    ScrollIndicator(thumb: thumb(trackLength: surface.size.rows), theme: theme)
      .draw(on: &surface, column: column)
  }

  // MARK: Private

  private var innerMargin: Int {
    guard hasHeaders else { return min(margin, (wholeRows - 1) / 2) }
    // As many as fit if every row has a header.
    return min(margin, (max(1, rowsHeight / (rowHeight + Self.headerHeight)) - 1) / 2)
  }

  private mutating func moveWindow(by rows: Int) {
    guard let selection else {
      select(0)
      return
    }
    offset = clampedSum(offset, rows)
    select(clampedSum(selection, rows))
  }

  /// Moves the window to the selection and into range.
  private mutating func settle() {
    if let selection, !(isHeld && visibleRows.contains(selection)) {
      let inner = innerMargin
      let highest = clampedSum(selection, -inner)
      let lowest =
        hasHeaders
        ? min(selection, firstOffset(showing: min(clampedSum(selection, inner), count - 1)))
        : selection - (wholeRows - 1 - inner)
      offset = min(max(offset, lowest), max(lowest, highest))
    }
    offset = min(max(0, offset), maximumOffset)
  }
}

extension [Int] {
  /// The number of elements of an ascending array that are not greater than a number.
  ///
  /// - Complexity: O(log *n*).
  nonisolated func upperBound(of number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The column that shows which part of a list is in the window.
nonisolated struct ScrollIndicator {
  var thumb: Range<Int>
  var theme: Theme
  var showsTrack = true

  /// Draws into a column, from the top of the surface to the bottom.
  func draw(on surface: inout Surface, column: Int) {
    let thumbCell = Cell(character: Glyphs.scrollThumb, style: theme.primary)
    let trackCell = Cell(
      character: showsTrack ? Glyphs.scrollTrack : " ", style: theme.rule)
    for row in 0..<surface.size.rows {
      surface[column, row] = thumb.contains(row) ? thumbCell : trackCell
    }
  }
}
