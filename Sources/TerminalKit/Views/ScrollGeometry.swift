/// The geometry of a list or a grid: its rows of items, the window onto them and the selected item, as plain arithmetic.
///
/// Items are counted from 0, row by row, and all have the same size. As many as fit are put side by side, and they
/// share the width evenly, to the column. The window always starts at a whole row, so nothing moves by parts of rows.
/// After a move, the selected item is always inside the window. Everything stays in range and is O(1); with sections,
/// O(log *sections*) for each row of the window.
///
/// A list is a grid of one column, whose rows are its items; its window keeps a margin around the selected row. Only whole
/// items are visible; if not even one fits, it is cut off.
///
/// Items may be grouped in sections, each of which starts a new row. Then the first line of the window is the header of the
/// section that its first row belongs to, even if that section starts further up, and every section that starts further
/// down has a header line, too.
nonisolated public struct ScrollGeometry: Hashable, Sendable {
  /// The number of items; never negative.
  public private(set) var count: Int
  /// The minimum size of an item in cells, at least 1×1; items share the remaining width.
  public private(set) var itemSize: Size
  /// The size of the window in cells; zero before the first layout.
  public private(set) var size: Size
  /// The first items of the sections, ascending from 0; empty without sections.
  public private(set) var sectionStarts: [Int] = []
  /// The first visible row.
  public private(set) var offset = 0
  /// The selected item; nil if there are no items, or if the owner selected none.
  public private(set) var selection: Int?
  /// How many rows of a list stay visible above and below the selection, if there are that many.
  let margin: Int
  let isList: Bool
  /// The number of rows of items, including a shorter last one.
  private(set) var rowCount = 0
  /// The rows where the sections start.
  private var sectionRows: [Int] = []
  /// The column that ↑ and ↓ keep to, even across shorter rows.
  private var column = 0

  /// A list.
  public init(count: Int = 0, rowHeight: Int = 1, height: Int = 0, margin: Int = 0) {
    self.init(
      count: count, itemSize: Size(columns: 1, rows: rowHeight),
      size: Size(columns: 1, rows: height),
      margin: margin, isList: true)
  }

  /// A grid.
  public init(count: Int = 0, itemSize: Size, size: Size = .zero) {
    self.init(count: count, itemSize: itemSize, size: size, margin: 0, isList: false)
  }

  /// A source may state any number of photos; lines are counted from it.
  static let countLimit = 1 << 40

  private init(count: Int, itemSize: Size, size: Size, margin: Int, isList: Bool) {
    self.count = min(max(0, count), Self.countLimit)
    self.itemSize = Self.atLeastOne(itemSize)
    self.size = size
    self.margin = max(0, margin)
    self.isList = isList
    selection = count > 0 ? 0 : nil
    arrange(firstItem: 0)
  }

  private static func atLeastOne(_ size: Size) -> Size {
    Size(columns: max(1, size.columns), rows: max(1, size.rows))
  }

  // MARK: Rows and their lines

  private var rowHeight: Int { itemSize.rows }

  /// The number of completely visible rows; at least 1, so that the selected row is shown even if it is cut off.
  public var wholeRows: Int {
    guard hasHeaders else { return max(1, size.rows / rowHeight) }
    var row = offset
    while line(ofRow: row) + rowHeight <= size.rows { row += 1 }
    return max(1, row - offset)
  }

  /// The rows in the window, including a cut one at the end; empty if the height is 0.
  public var visibleRows: Range<Int> {
    var row = offset
    while row < rowCount, line(ofRow: row) < size.rows { row += 1 }
    return offset..<row
  }

  /// The row at a line of the window; nil if there is none.
  public func row(atLine line: Int) -> Int? {
    guard line >= 0, line < size.rows else { return nil }
    return visibleRows.first { row in
      let first = self.line(ofRow: row)
      return first <= line && line < first + rowHeight
    }
  }

  /// The first line of a row in the window's coordinates; outside the window for rows that are not visible.
  public func line(ofRow row: Int) -> Int { line(ofRow: row, from: offset) }

  /// The same in a window that starts elsewhere.
  private func line(ofRow row: Int, from offset: Int) -> Int {
    let line = (row - offset) * rowHeight
    guard hasHeaders else { return line }
    // The headers of the sections that begin between the two rows, and the window's first header.
    let headers = sectionRows.upperBound(of: row) - sectionRows.upperBound(of: offset) + 1
    return line + headers * Self.headerHeight
  }

  /// Whether there are rows outside the window.
  public var isScrollable: Bool { maximumOffset > 0 }

  /// The first row of the window at the end.
  var maximumOffset: Int {
    max(0, firstOffset(showing: rowCount - 1))
  }

  /// The first row of a window that shows a row completely in its last lines; that row itself if even that doesn't fit.
  private func firstOffset(showing last: Int) -> Int {
    var first = last
    while first > 0, line(ofRow: last, from: first - 1) + rowHeight <= size.rows {
      first -= 1
    }
    return first
  }

  // MARK: Items

  /// How many items are side by side; at least 1, so that one is shown even if it is cut off.
  var columns: Int { isList ? 1 : max(1, size.columns / itemSize.columns) }

  /// The width of an item in columns of the screen. Spare columns are shared out: some items are a column wider.
  public var itemColumns: Int { size.columns / columns }

  /// Where a column of items starts; the number of columns gives the end of the last one.
  private func start(ofColumn column: Int) -> Int { column * size.columns / columns }

  /// The items in the window; empty if it has no size.
  var visibleItems: Range<Int> {
    let first = item(atRow: offset)
    guard size.columns > 0, size.rows > 0 else { return first..<first }
    return first..<max(first, min(count, item(atRow: offset + wholeRows)))
  }

  /// The rectangle of an item in the window's coordinates; outside the window for items that are not visible.
  func rect(ofItem item: Int) -> Rect {
    let column = column(ofItem: item)
    let start = start(ofColumn: column)
    return Rect(
      column: start, row: line(ofRow: row(ofItem: item)),
      columns: self.start(ofColumn: column + 1) - start, rows: itemSize.rows)
  }

  /// The item at a point in the window; nil where there is none.
  func item(at point: Point) -> Int? {
    guard point.column >= 0, point.column < size.columns, let row = row(atLine: point.row)
    else { return nil }
    let column = ((point.column + 1) * columns - 1) / size.columns
    let item = self.item(atRow: row) + column
    return visibleItems.contains(item) && item < self.item(atRow: row + 1) ? item : nil
  }

  /// The first item of a row; the number of items for rows after the last one.
  private func item(atRow row: Int) -> Int {
    let index = sectionRows.upperBound(of: row)
    guard index > 0 else { return row * columns }
    let item = sectionStarts[index - 1] + (row - sectionRows[index - 1]) * columns
    return index < sectionStarts.count ? min(item, sectionStarts[index]) : item
  }

  private func row(ofItem item: Int) -> Int {
    let index = sectionStarts.upperBound(of: item)
    guard index > 0 else { return item / columns }
    return sectionRows[index - 1] + (item - sectionStarts[index - 1]) / columns
  }

  private var selectedRow: Int? { selection.map { row(ofItem: $0) } }

  private func column(ofItem item: Int) -> Int {
    let index = sectionStarts.upperBound(of: item)
    return (index > 0 ? item - sectionStarts[index - 1] : item) % columns
  }

  // MARK: Sections

  private static let headerHeight = 1
  /// In a lower window, rows are more useful than headers.
  private static let minimumHeightWithHeaders = 4

  /// Whether headers are shown.
  var hasHeaders: Bool { !sectionStarts.isEmpty && size.rows >= Self.minimumHeightWithHeaders }

  /// The visible headers: which section, and on which line of the window. The first one does not move while the rows of
  /// its section scroll past.
  var visibleHeaders: [(section: Int, line: Int)] {
    let rows = visibleRows
    let next = sectionRows.upperBound(of: rows.lowerBound)
    guard hasHeaders, next > 0 else { return [] }
    let others = sectionRows[next...].prefix { rows.contains($0) }
    return [(next - 1, 0)]
      + others.indices.map { ($0, line(ofRow: sectionRows[$0]) - Self.headerHeight) }
  }

  // MARK: Changes by the owner

  /// Sets the number of items; the selection stays at its index, or moves to the last item.
  public mutating func setCount(_ count: Int) {
    let first = item(atRow: offset)
    self.count = min(max(0, count), Self.countLimit)
    if let selection, selection >= self.count {
      self.selection = self.count > 0 ? self.count - 1 : nil
      column = column(ofItem: self.selection ?? 0)
    }
    arrange(firstItem: first)
  }

  /// Sets the first items of the sections; sections after the last item are ignored.
  ///
  /// - Parameter starts: Ascending from 0; empty for no sections.
  /// - Complexity: O(*starts*).
  mutating func setSectionStarts(_ starts: [Int]) {
    let starts = starts.last.map { $0 >= count } ?? false ? starts.filter { $0 < count } : starts
    guard starts != sectionStarts else { return }
    let first = item(atRow: offset)
    sectionStarts = starts
    arrange(firstItem: first)
    column = column(ofItem: selection ?? 0)
  }

  /// Sets the height of the window in lines; the selected row stays visible.
  public mutating func setHeight(_ height: Int) {
    setSize(Size(columns: size.columns, rows: height))
  }

  /// Sets the size of the window; the selected item stays visible, and the first visible one if possible.
  mutating func setSize(_ size: Size) {
    change { $0.size = size }
  }

  /// Sets the minimum size of items.
  mutating func setItemSize(_ itemSize: Size) {
    change { $0.itemSize = Self.atLeastOne(itemSize) }
  }

  private mutating func change(_ change: (inout ScrollGeometry) -> Void) {
    let before = self
    change(&self)
    guard size != before.size || itemSize != before.itemSize else { return }
    arrange(firstItem: before.item(atRow: offset))
    if columns != before.columns { column = column(ofItem: selection ?? 0) }
  }

  /// Arranges the items in rows again, keeping an item in the first row of the window if possible.
  private mutating func arrange(firstItem: Int) {
    while let last = sectionStarts.last, last >= count { sectionStarts.removeLast() }
    sectionRows = []
    rowCount = 0
    for (index, first) in sectionStarts.enumerated() {
      sectionRows.append(rowCount)
      let end = index + 1 < sectionStarts.count ? sectionStarts[index + 1] : count
      rowCount += rowCount(ofItems: end - first)
    }
    if sectionStarts.isEmpty { rowCount = rowCount(ofItems: count) }
    offset = min(max(0, row(ofItem: firstItem)), maximumOffset)
    settle()
  }

  private func rowCount(ofItems count: Int) -> Int {
    count / columns + (count.isMultiple(of: columns) ? 0 : 1)
  }

  // MARK: Moves

  /// Selects an item (or the nearest one if there is no such item) and shows it; nil selects none.
  public mutating func select(_ item: Int?) {
    selection = count == 0 ? nil : item.map { min(max(0, $0), count - 1) }
    column = column(ofItem: selection ?? 0)
    settle()
  }

  /// Selects an item after the items have changed. An item that is selected keeps the column that moves remember.
  mutating func reselect(_ item: Int?) {
    if item != selection { select(item) }
  }

  /// Moves the selection by items, wrapping to the next or previous row; selects the first item if none was selected.
  public mutating func move(by items: Int) {
    select(selection.map { $0 + items } ?? 0)
  }

  /// Moves the selection by rows, keeping its column.
  public mutating func move(byRows rows: Int) { moveWindow(by: 0, selectionBy: rows) }

  /// Moves the selection and the window by pages, up if negative, keeping the column.
  public mutating func movePages(_ pages: Int) {
    let rows = pages * wholeRows
    moveWindow(by: rows, selectionBy: rows)
  }

  /// Moves the selection and the window by half pages, up if negative, keeping the column.
  public mutating func moveHalfPages(_ halves: Int) {
    let rows = halves * max(1, wholeRows / 2)
    moveWindow(by: rows, selectionBy: rows)
  }

  /// Without a selection the first row is selected, whichever way it goes.
  private mutating func moveWindow(by rows: Int, selectionBy selectedRows: Int) {
    if let selectedRow {
      offset += rows
      selectRow(selectedRow + selectedRows)
    } else {
      selectRow(0)
    }
    settle()
  }

  /// Moves the window by rows, as the wheel does. The selection stays on its item while that is visible, and is then
  /// dragged along at the edge, in its column.
  public mutating func scroll(by rows: Int) {
    offset = min(max(0, offset + rows), maximumOffset)
    guard let selectedRow else { return }
    let inner = innerMargin
    let last = offset == maximumOffset ? rowCount - 1 : offset + wholeRows - 1 - inner
    let first = offset == 0 ? 0 : min(offset + inner, last)
    selectRow(min(max(selectedRow, first), last))
  }

  /// Starts the window at a row, or as close to it as possible with the selected row still visible.
  public mutating func setOffset(_ row: Int) {
    offset = row
    settle()
  }

  /// The same for the row of an item.
  mutating func scroll(toItem item: Int) { setOffset(row(ofItem: item)) }

  /// Selects the item of a row that is in the column, or the last one of a shorter row.
  private mutating func selectRow(_ row: Int) {
    let row = min(max(0, row), rowCount - 1)
    guard row >= 0, row != selectedRow else { return }
    selection = min(item(atRow: row) + column, item(atRow: row + 1) - 1, count - 1)
  }

  private var innerMargin: Int {
    // As many as fit if every row has a header.
    let header = hasHeaders ? Self.headerHeight : 0
    return min(margin, (max(1, (size.rows - header) / (rowHeight + header)) - 1) / 2)
  }

  /// Moves the window to the selection and into range.
  private mutating func settle() {
    if let row = selectedRow {
      let inner = innerMargin
      let highest = row - inner
      let lowest = min(row, firstOffset(showing: min(row + inner, rowCount - 1)))
      offset = min(max(offset, lowest), max(lowest, highest))
    }
    offset = min(max(0, offset), maximumOffset)
  }

  // MARK: The scroll track

  /// The lines of a scroll track that represent the window; at least one.
  func thumb(trackLength: Int) -> Range<Int> {
    guard trackLength > 0 else { return 0..<0 }
    guard isScrollable else { return 0..<trackLength }
    let track = Double(trackLength)
    let lines =
      Double(rowCount) * Double(rowHeight)
      + (hasHeaders ? Double(sectionStarts.count * Self.headerHeight) : 0)
    // Something is out of view, and the track has to show it.
    let length = max(1, min(trackLength - 1, Int(track * Double(size.rows) / lines)))
    let free = Double(trackLength - length)
    var start = Int((free * Double(offset) / Double(maximumOffset)).rounded())
    // The thumb touches the ends of the track only at the very ends of the list.
    if trackLength - length >= 2 {
      if offset > 0 { start = max(1, start) }
      if offset < maximumOffset { start = min(trackLength - length - 1, start) }
    }
    return start..<(start + length)
  }

  /// Draws which part is in the window into a column, from the top of a surface to the bottom.
  @MainActor
  public func drawTrack(
    on surface: inout Surface, column: Int, theme: Theme, showsTrack: Bool = true
  ) {
    let thumb = thumb(trackLength: surface.size.rows)
    let thumbCell = Cell(character: Glyphs.scrollThumb, style: theme.primary)
    let trackCell = Cell(character: showsTrack ? Glyphs.scrollTrack : " ", style: theme.rule)
    for row in 0..<surface.size.rows {
      surface[column, row] = thumb.contains(row) ? thumbCell : trackCell
    }
  }
}

extension [Int] {
  /// The number of elements of an ascending array that are not greater than a number.
  ///
  /// - Complexity: O(log *n*).
  nonisolated fileprivate func upperBound(of number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
