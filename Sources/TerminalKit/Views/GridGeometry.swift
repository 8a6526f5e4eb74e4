/// The geometry of a list or a grid: its rows of items, the window onto them and the selected item, as plain arithmetic.
///
/// Items are counted from 0, row by row, and all have the same size. As many as fit are put side by side, and they
/// share the width evenly, to the column. Each section starts a new row. The window starts at a whole row and shows whole rows only;
/// if not even one fits, it is cut off. After a move, the selected item is always inside the window. Everything is
/// O(1), or O(log *sections*) with sections, and stays in range for any argument.
///
/// A list is a grid of one column, whose last visible row may be cut off, and whose window keeps a margin around the
/// selected row.
nonisolated public struct GridGeometry: Hashable, Sendable {
  /// The number of items; never negative.
  public private(set) var count: Int
  /// The minimum size of an item in cells, at least 1×1; items share the remaining width.
  public private(set) var itemSize: Size
  /// The size of the window in cells; zero before the first layout.
  public private(set) var size: Size
  /// The selected item; nil if there are no items, or if the owner selected none.
  public private(set) var selection: Int?
  let isList: Bool
  /// Whether a press made the selection, and it has not moved since. A list then doesn't scroll while the row is visible,
  /// even at the edge: a second press may follow. Ends with `release()` or a move.
  private(set) var isHeld = false
  private let margin: Int
  /// The first items of the sections, ascending from 0, and the rows where the sections start; empty without sections.
  private var sectionItems: [Int] = []
  private var sectionRows: [Int] = []
  /// The rows of items as a list, whose selected row is the one of the selected item.
  private var rows: ScrollGeometry
  /// The column that ↑ and ↓ keep to, even across shorter rows.
  private var column = 0

  public init(
    count: Int = 0, itemSize: Size = Size(columns: 1, rows: 1),
    size: Size = .zero
  ) {
    self.count = max(0, count)
    self.itemSize = Size(columns: max(1, itemSize.columns), rows: max(1, itemSize.rows))
    self.size = size
    (isList, margin) = (false, 0)
    selection = count > 0 ? 0 : nil
    rows = ScrollGeometry()
    arrange(firstItem: 0)
  }

  /// A list.
  ///
  /// - Parameter margin: See `ScrollGeometry`.
  init(listOfHeight rowHeight: Int, margin: Int) {
    count = 0
    // Wider than any window.
    itemSize = Size(columns: .max, rows: max(1, rowHeight))
    size = .zero
    isList = true
    self.margin = margin
    rows = ScrollGeometry()
    arrange(firstItem: 0)
  }

  /// How many items are side by side; at least 1, so that one is shown even if it is cut off.
  public var columns: Int { max(1, size.columns / itemSize.columns) }

  /// The width of an item in columns of the screen. Spare columns are shared out: some items are a column wider.
  public var itemColumns: Int { size.columns / columns }

  /// Where a column of items starts; the number of columns gives the end of the last one.
  private func start(ofColumn column: Int) -> Int { column * size.columns / columns }

  /// The number of rows of items, including a shorter last one.
  public var rowCount: Int { rows.count }

  /// The number of rows that the window has room for; at least 1.
  public var visibleRowCount: Int { rows.wholeRows }

  /// The items in the window; empty if it has no size.
  public var visibleItems: Range<Int> {
    let first = item(atRow: rows.offset)
    guard size.columns > 0, size.rows > 0 else { return first..<first }
    let end = isList ? rows.visibleRows.upperBound : clampedSum(rows.offset, visibleRowCount)
    return first..<max(first, min(count, item(atRow: end)))
  }

  /// Whether there are items outside the window.
  public var isScrollable: Bool { rows.isScrollable }

  /// The rectangle of an item in the window's coordinates; outside the window for items that are not visible.
  public func rect(ofItem item: Int) -> Rect {
    let column = column(ofItem: item)
    let start = start(ofColumn: column)
    return Rect(
      column: start, row: rows.line(ofRow: row(ofItem: item)),
      columns: self.start(ofColumn: column + 1) - start, rows: itemSize.rows)
  }

  /// The visible section headers, as in `ScrollGeometry`.
  public var visibleHeaders: [(section: Int, line: Int)] { rows.visibleHeaders }

  /// The item at a point in the window; nil where there is none.
  public func item(at point: Point) -> Int? {
    guard point.column >= 0, point.column < size.columns,
      point.row >= 0, point.row < size.rows, let row = rows.row(atLine: point.row)
    else { return nil }
    let column = ((point.column + 1) * columns - 1) / size.columns
    let item = clampedSum(self.item(atRow: row), column)
    return visibleItems.contains(item) && item < self.item(atRow: row + 1) ? item : nil
  }

  /// The lines of a scroll track that represent the window; at least one.
  public func thumb(trackLength: Int) -> Range<Int> { rows.thumb(trackLength: trackLength) }

  // MARK: Changes by the owner

  /// Sets the number of items; the selection stays at its index, or moves to the last item.
  public mutating func setCount(_ count: Int) {
    let first = visibleItems.lowerBound
    self.count = max(0, count)
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
  public mutating func setSectionStarts(_ starts: [Int]) {
    let starts = starts.last.map { $0 >= count } ?? false ? starts.filter { $0 < count } : starts
    guard starts != sectionItems else { return }
    let first = visibleItems.lowerBound
    sectionItems = starts
    arrange(firstItem: first)
    column = column(ofItem: selection ?? 0)
  }

  /// Sets the size of the window; the selected item stays visible, and the first visible one if possible.
  public mutating func setSize(_ size: Size) {
    guard size != self.size else { return }
    change { $0.size = size }
  }

  /// Sets the minimum size of items.
  public mutating func setItemSize(_ itemSize: Size) {
    guard itemSize != self.itemSize else { return }
    change {
      $0.itemSize = Size(columns: max(1, itemSize.columns), rows: max(1, itemSize.rows))
    }
  }

  // MARK: Moves

  /// Selects an item (or the nearest one if there is no such item) and shows it; nil selects none.
  public mutating func select(_ item: Int?) {
    isHeld = false
    selection = count == 0 ? nil : item.map { min(max(0, $0), count - 1) }
    column = column(ofItem: selection ?? 0)
    rows.select(selection.map(row))
  }

  /// Selects an item as a press does, and keeps a list from scrolling.
  mutating func press(_ item: Int) {
    guard count > 0 else { return }
    let item = min(max(0, item), count - 1)
    (selection, column, isHeld) = (item, column(ofItem: item), true)
    selectRow()
  }

  /// Ends the hold, and scrolls the selection into view.
  mutating func release() {
    isHeld = false
    rows.release()
  }

  /// Selects an item after the items have changed, without releasing a held window. An item that is selected keeps the
  /// column that moves remember.
  mutating func reselect(_ item: Int?) {
    guard item != selection else { return }
    if isHeld, let item { press(item) } else { select(item) }
  }

  /// Moves the selection by items, wrapping to the next or previous row; selects the first item if none was selected.
  public mutating func move(by items: Int) {
    guard let selection else {
      select(0)
      return
    }
    select(clampedSum(selection, items))
  }

  /// Moves the selection by rows, keeping its column.
  public mutating func move(byRows count: Int) {
    moveRows { $0.move(by: count) }
  }

  /// Moves the selection and the window by pages, up if negative, keeping the column.
  public mutating func movePages(_ pages: Int) {
    moveRows { $0.movePages(pages) }
  }

  /// Moves the selection and the window by half pages, up if negative, keeping the column.
  public mutating func moveHalfPages(_ halves: Int) {
    moveRows { $0.moveHalfPages(halves) }
  }

  /// Selects the first item.
  public mutating func moveToStart() { select(0) }

  /// Selects the last item.
  public mutating func moveToEnd() { select(.max) }

  /// Moves the window by rows, as the wheel does. The selection stays on its item while that is visible, and is then
  /// dragged along at the edge, in its column.
  public mutating func scroll(byRows count: Int) {
    moveRows { $0.scroll(by: count) }
  }

  /// Starts the window at the row of an item, or as close to it as possible with the selected item still visible.
  public mutating func scroll(toItem item: Int) {
    rows.setOffset(row(ofItem: item))
  }

  // MARK: Private

  /// The first item of a row; the number of items for rows after the last one.
  private func item(atRow row: Int) -> Int {
    let index = sectionRows.upperBound(of: row)
    guard index > 0 else { return clampedProduct(row, columns) }
    let item = clampedSum(
      sectionItems[index - 1], clampedProduct(row - sectionRows[index - 1], columns))
    return index < sectionItems.count ? min(item, sectionItems[index]) : item
  }

  private func row(ofItem item: Int) -> Int {
    let index = sectionItems.upperBound(of: item)
    guard index > 0 else { return item / columns }
    return sectionRows[index - 1] + (item - sectionItems[index - 1]) / columns
  }

  private func column(ofItem item: Int) -> Int {
    let index = sectionItems.upperBound(of: item)
    return (index > 0 ? item - sectionItems[index - 1] : item) % columns
  }

  /// Moves the rows, then moves the selection to the selected row.
  private mutating func moveRows(_ move: (inout ScrollGeometry) -> Void) {
    isHeld = false
    let before = rows.selection
    move(&rows)
    guard let row = rows.selection, row != before else { return }
    selection = min(clampedSum(item(atRow: row), column), item(atRow: row + 1) - 1, count - 1)
  }

  private mutating func change(_ change: (inout GridGeometry) -> Void) {
    let before = (first: visibleItems.lowerBound, columns: columns)
    change(&self)
    arrange(firstItem: before.first)
    if columns != before.columns { column = column(ofItem: selection ?? 0) }
  }

  /// Arranges the items in rows again, keeping an item in the first row of the window if possible.
  private mutating func arrange(firstItem: Int) {
    while let last = sectionItems.last, last >= count { sectionItems.removeLast() }
    sectionRows = []
    var rowCount = 0
    for (index, first) in sectionItems.enumerated() {
      sectionRows.append(rowCount)
      let end = index + 1 < sectionItems.count ? sectionItems[index + 1] : count
      rowCount += self.rowCount(ofItems: end - first)
    }
    if sectionItems.isEmpty { rowCount = self.rowCount(ofItems: count) }
    rows = ScrollGeometry(
      count: rowCount, rowHeight: itemSize.rows, height: max(0, size.rows), margin: margin)
    rows.setSectionStarts(sectionRows)
    rows.select(nil)
    rows.setOffset(row(ofItem: firstItem))
    selectRow()
  }

  private mutating func selectRow() {
    guard let selection else { return }
    let row = row(ofItem: selection)
    if isHeld, isList { rows.press(row) } else { rows.select(row) }
  }

  private func rowCount(ofItems count: Int) -> Int {
    count / columns + (count.isMultiple(of: columns) ? 0 : 1)
  }
}
