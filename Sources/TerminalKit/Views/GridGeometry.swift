/// The geometry of a grid: its items in rows, the window onto them and the selected item, as plain
/// arithmetic.
///
/// Items are counted from 0, row by row, all of one size; as many stand beside each other as fit, and
/// they share the width evenly. Each section begins with a row of its own. The window starts at a whole row and shows whole rows only; where not
/// even one fits, that one is cut off. The selected item is always inside the window after a move.
/// Everything is O(1), with sections O(log *sections*), and stays in range, whatever is asked.
nonisolated public struct GridGeometry: Hashable, Sendable {
  /// Items; never negative.
  public private(set) var count: Int
  /// The least size of an item in cells, 1×1 at least; items share what is left of the width.
  public private(set) var itemSize: Size
  /// Empty lines between two rows.
  public private(set) var lineSpacing: Int
  /// The size of the window in cells; zero before the first layout.
  public private(set) var size: Size
  /// The selected item; nil while there are no items, or if the owner selected none.
  public private(set) var selection: Int?
  /// The first items of the sections, rising from 0, and the rows in which they stand; empty for none.
  private var sectionItems: [Int] = []
  private var sectionRows: [Int] = []
  /// The rows of items as a list, whose selected row is that of the selected item.
  private var rows: ScrollGeometry
  /// The column that ↑ and ↓ keep to, even if a row on the way is shorter.
  private var column = 0

  public init(
    count: Int = 0, itemSize: Size = Size(columns: 1, rows: 1), lineSpacing: Int = 0,
    size: Size = .zero
  ) {
    self.count = max(0, count)
    self.itemSize = Size(columns: max(1, itemSize.columns), rows: max(1, itemSize.rows))
    self.lineSpacing = max(0, lineSpacing)
    self.size = size
    selection = count > 0 ? 0 : nil
    rows = ScrollGeometry()
    arrange(firstItem: 0)
  }

  /// How many items stand beside each other; at least 1, so that one is shown even if cut off.
  public var columns: Int { max(1, size.columns / itemSize.columns) }

  /// How many columns of the screen an item gets.
  public var itemColumns: Int { size.columns / columns }

  /// Rows of items, the shorter one at the end included.
  public var rowCount: Int { rows.count }

  /// Rows of items that the window has room for; at least 1.
  public var visibleRowCount: Int { rows.wholeRows }

  /// The items in the window; empty while it has no size.
  public var visibleItems: Range<Int> {
    let first = item(atRow: rows.offset)
    guard size.columns > 0, size.rows > 0 else { return first..<first }
    return first..<min(count, item(atRow: clampedSum(rows.offset, visibleRowCount)))
  }

  /// Whether there are items outside the window.
  public var isScrollable: Bool { rows.isScrollable }

  /// The rectangle of an item in the window; outside of it for items that are not visible.
  public func rect(ofItem item: Int) -> Rect {
    Rect(
      column: column(ofItem: item) * itemColumns, row: rows.line(ofRow: row(ofItem: item)),
      columns: itemColumns, rows: itemSize.rows)
  }

  /// The visible headers of sections, as `ScrollGeometry` has them.
  public var visibleHeaders: [(section: Int, line: Int)] { rows.visibleHeaders }

  /// The item at a place of the window; nil between rows and where none is.
  public func item(at point: Point) -> Int? {
    guard point.column >= 0, point.column < itemColumns * columns,
      point.row >= 0, point.row < size.rows, let row = rows.row(atLine: point.row),
      point.row - rows.line(ofRow: row) < itemSize.rows
    else { return nil }
    let item = clampedSum(self.item(atRow: row), point.column / itemColumns)
    return visibleItems.contains(item) && item < self.item(atRow: row + 1) ? item : nil
  }

  /// The lines of a scroll track that stand for the window; at least one.
  public func thumb(trackLength: Int) -> Range<Int> { rows.thumb(trackLength: trackLength) }

  // MARK: What the owner changes

  /// Sets the number of items; the selection stays at its index, or goes to the last.
  public mutating func setCount(_ count: Int) {
    let first = visibleItems.lowerBound
    self.count = max(0, count)
    if let selection, selection >= self.count {
      self.selection = self.count > 0 ? self.count - 1 : nil
      column = column(ofItem: self.selection ?? 0)
    }
    arrange(firstItem: first)
  }

  /// Sets the first items of the sections; those behind the last item are left out.
  ///
  /// - Parameter starts: Rising, the first of them 0; empty for none.
  /// - Complexity: O(*starts*).
  public mutating func setSectionStarts(_ starts: [Int]) {
    let starts = starts.last.map { $0 >= count } ?? false ? starts.filter { $0 < count } : starts
    guard starts != sectionItems else { return }
    let first = visibleItems.lowerBound
    sectionItems = starts
    arrange(firstItem: first)
    column = column(ofItem: selection ?? 0)
  }

  /// Sets the size of the window; the selected item stays visible, and the first visible one where possible.
  public mutating func setSize(_ size: Size) {
    guard size != self.size else { return }
    change { $0.size = size }
  }

  /// Sets the least size of items and the number of empty lines between their rows.
  public mutating func setItemSize(_ itemSize: Size, lineSpacing: Int) {
    change {
      $0.itemSize = Size(columns: max(1, itemSize.columns), rows: max(1, itemSize.rows))
      $0.lineSpacing = max(0, lineSpacing)
    }
  }

  // MARK: Moves

  /// Selects an item, the nearest if there is no such item, and shows it; nil selects none.
  public mutating func select(_ item: Int?) {
    selection = count == 0 ? nil : item.map { min(max(0, $0), count - 1) }
    column = column(ofItem: selection ?? 0)
    rows.select(selection.map(row))
  }

  /// Moves the selection by items, on to the next row at the end of one; selects the first item if none was
  /// selected.
  public mutating func move(by items: Int) {
    guard let selection else {
      select(0)
      return
    }
    select(clampedSum(selection, items))
  }

  /// Moves the selection by rows and keeps its column.
  public mutating func move(byRows count: Int) {
    moveRows { $0.move(by: count) }
  }

  /// Moves selection and window by pages, up when negative, and keeps the column.
  public mutating func movePages(_ pages: Int) {
    moveRows { $0.movePages(pages) }
  }

  /// Moves selection and window by half pages, up when negative, and keeps the column.
  public mutating func moveHalfPages(_ halves: Int) {
    moveRows { $0.moveHalfPages(halves) }
  }

  /// Selects the first item.
  public mutating func moveToStart() { select(0) }

  /// Selects the last item.
  public mutating func moveToEnd() { select(.max) }

  /// Moves the window by rows, as the wheel does; the selection stays where it is while it is visible
  /// and is taken along at the edge, in its column.
  public mutating func scroll(byRows count: Int) {
    moveRows { $0.scroll(by: count) }
  }

  /// Starts the window at the row of an item, or as near to it as the selected item stays visible.
  public mutating func scroll(toItem item: Int) {
    rows.setOffset(row(ofItem: item))
  }

  // MARK: Private

  /// The first item of a row; the number of items behind the last row.
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

  /// Moves the rows, and then the selection to the selected row.
  private mutating func moveRows(_ move: (inout ScrollGeometry) -> Void) {
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

  /// Arranges the items in rows again, with an item in the first row of the window where possible.
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
      count: rowCount,
      rowHeight: clampedSum(itemSize.rows, lineSpacing),
      // The last row needs no empty lines below it.
      height: size.rows > 0 ? clampedSum(size.rows, lineSpacing) : 0)
    rows.setSectionStarts(sectionRows)
    rows.select(selection.map(row))
    rows.setOffset(row(ofItem: firstItem))
  }

  private func rowCount(ofItems count: Int) -> Int {
    count / columns + (count.isMultiple(of: columns) ? 0 : 1)
  }
}
