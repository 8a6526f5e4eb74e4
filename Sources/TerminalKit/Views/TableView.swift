import Foundation

/// A scrolling list or grid with a selection, modelled on `UITableView`: a list is a grid of one column.
///
/// It owns geometry, scrolling and selection. It asks its data source for the number of rows and, for visible rows
/// only, for cells, so a million rows cost no more than one screen of them. In a grid a row is one of its items.
public final class TableView {
  /// Asked for the number of rows at each reload and for cells while drawing.
  public weak var dataSource: (any TableViewDataSource)?
  /// Notified of what happens; held weakly, like the data source.
  public weak var delegate: (any TableViewDelegate)?
  /// For the scroll indicator; cells have their own theme.
  public var theme: Theme
  /// Whether a line shows the rest of the list, above and below the scroll indicator's thumb.
  public var showsScrollTrack = true
  /// Draws the header of a section, one line high.
  public var header: ((_ section: Int, inout Surface) -> Void)?

  /// Changed only by the table's own methods.
  public private(set) var geometry: ScrollGeometry
  private var size = Size.zero
  private var origin = Point.zero
  /// Where the text of the selected row begins in it, as last drawn.
  private var textOrigin = Point.zero
  private var announcedRows: Range<Int>?
  private var isAnnouncing = false
  /// Where a press made the selection, if nothing has moved since: a double click may follow there.
  private var pressPosition: Point?
  private var cells = CellStore()

  /// A list.
  ///
  /// - Parameters:
  ///   - rowHeight: The height of a row in lines.
  ///   - margin: The number of rows kept visible above and below the selection.
  public init(rowHeight: Int = 1, margin: Int = 0, theme: Theme = .standard()) {
    self.theme = theme
    geometry = ScrollGeometry(rowHeight: rowHeight, margin: margin)
  }

  /// A grid.
  ///
  /// - Parameter itemSize: The minimum size of an item in cells; items share the remaining width.
  public init(itemSize: Size, theme: Theme = .standard()) {
    self.theme = theme
    geometry = ScrollGeometry(itemSize: itemSize)
  }

  // MARK: Rows

  /// As of the last reload.
  public var numberOfRows: Int { geometry.count }

  /// The rows in the window.
  public var visibleRows: Range<Int> { geometry.visibleItems }

  /// The selected row; setting it scrolls it into view, and reports nothing: it is the owner's, who knows. nil if there are
  /// no rows, or to select none.
  public var selectedRow: Int? {
    get { geometry.selection }
    set {
      geometry.select(newValue)
      announce(selectionBefore: geometry.selection)
    }
  }

  /// The height of a list's rows in lines.
  public var rowHeight: Int {
    get { geometry.itemSize.rows }
    set { setItemSize(Size(columns: geometry.itemSize.columns, rows: newValue)) }
  }

  /// Sets the minimum size of a grid's items; the selected one stays visible.
  public func setItemSize(_ itemSize: Size) {
    pressPosition = nil
    change { $0.setItemSize(itemSize) }
  }

  /// Asks for the number of rows again; the selection stays at its index, or moves to the last row.
  ///
  /// - Complexity: O(1), or O(*sections*); cells are requested when the table is drawn.
  public func reloadData() {
    forgetAnnouncedRows()
    change { geometry in
      let wasEmpty = geometry.count == 0
      count(&geometry)
      if wasEmpty, geometry.selection == nil { geometry.select(0) }
    }
  }

  /// Asks for the number of rows again and selects a row, in one step: for refreshes that keep the selection by
  /// identity. Like setting `selectedRow`, it reports no selection.
  ///
  /// - Parameter firstRow: The row at which the window should start, or as close to it as possible with the selected row
  ///   still visible.
  public func reloadData(selecting row: Int?, firstRow: Int? = nil) {
    forgetAnnouncedRows()
    count(&geometry)
    geometry.reselect(row)
    if let firstRow { geometry.scroll(toItem: firstRow) }
    announce(selectionBefore: geometry.selection)
  }

  private func count(_ geometry: inout ScrollGeometry) {
    geometry.setCount(dataSource?.numberOfRows(in: self) ?? 0)
    geometry.setSectionStarts(dataSource?.sectionStarts(in: self) ?? [])
  }

  /// The row at a point in the table; nil if there is none. The whole width of a list belongs to its rows.
  public func row(at point: Point) -> Int? {
    guard geometry.isList else { return geometry.item(at: point) }
    guard point.column >= 0, point.column < size.columns else { return nil }
    return geometry.item(at: Point(column: 0, row: point.row))
  }

  /// The rectangle of a row in the table; nil for rows that are not visible.
  public func rect(ofRow row: Int) -> Rect? {
    visibleRows.contains(row) ? frame(ofRow: row) : nil
  }

  private func frame(ofRow row: Int) -> Rect {
    var rect = geometry.rect(ofItem: row)
    if geometry.isList { rect.size.columns = contentColumns }
    return rect
  }

  /// The position of the hardware cursor, for screen readers: at the text of the selected row, as last drawn, in the
  /// coordinates of the surface that the table was drawn into. nil if that row is not visible.
  public var cursor: Point? {
    guard let row = geometry.selection, let rect = rect(ofRow: row) else { return nil }
    return Point(
      column: origin.column + rect.minColumn + textOrigin.column,
      row: min(origin.row + rect.minRow + textOrigin.row, origin.row + size.rows - 1))
  }

  /// The width of what is beside the scroll indicator.
  private var contentColumns: Int { size.columns - (hasIndicatorColumn ? 1 : 0) }

  /// In a grid the right column is reserved even if there is nothing to scroll: items must not move when the next page
  /// arrives.
  private var hasIndicatorColumn: Bool {
    geometry.isList
      ? geometry.isScrollable && size.columns > 1 : size.columns > geometry.itemSize.columns
  }

  /// Sets the size of the table. Call it in `Screen.layout(size:)`. `draw` does so too if necessary, but then visible
  /// rows are announced only with the next change.
  public func layout(size: Size) {
    setSize(size)
    announce(selectionBefore: geometry.selection)
  }

  private func setSize(_ size: Size) {
    self.size = size
    geometry.setSize(
      geometry.isList ? size : Size(columns: contentColumns, rows: size.rows))
  }

  // MARK: Moves

  /// Moves the selection, the window or both, as a key does.
  public func move(_ change: (inout ScrollGeometry) -> Void) {
    pressPosition = nil
    self.change(change)
    delegate?.tableViewDidMove(self)
  }

  private func change(_ change: (inout ScrollGeometry) -> Void) {
    let before = geometry.selection
    change(&geometry)
    announce(selectionBefore: before)
  }

  /// Chooses the selected row, as ⏎ does; the delegate may refuse.
  public func chooseSelectedRow() {
    guard let row = geometry.selection, let delegate else { return }
    guard let allowed = delegate.tableView(self, willSelectRowAt: IndexPath(tableRow: row)) else {
      return
    }
    delegate.tableView(self, didSelectRowAt: allowed)
  }

  /// A reload announces its rows again, unless it comes from inside an announcement: a load that fails immediately and
  /// reloads would be requested again, for ever.
  private func forgetAnnouncedRows() {
    if !isAnnouncing { announcedRows = nil }
  }

  /// Notifies the delegate once the geometry is final; it may change the table in the call.
  private func announce(selectionBefore: Int?) {
    let selection = geometry.selection
    if selection != selectionBefore {
      delegate?.tableView(self, didHighlightRowAt: selection.map(IndexPath.init(tableRow:)))
    }
    let rows = visibleRows
    guard rows != announcedRows, !rows.isEmpty || announcedRows != nil else { return }
    announcedRows = rows
    let isNested = isAnnouncing
    isAnnouncing = true
    delegate?.tableView(self, willDisplayRows: rows)
    isAnnouncing = isNested
  }

  // MARK: The mouse

  /// Handles the mouse: a press selects, a double click chooses, the wheel scrolls.
  ///
  /// A double click chooses what its first press selected, whatever is there by now. If the first press went elsewhere,
  /// such as to an alert, the double click counts as a press.
  ///
  /// - Parameter origin: The position of the table on the screen.
  public func handle(_ mouse: MouseEvent, origin: Point = .zero) {
    let point = Point(
      column: mouse.position.column - origin.column, row: mouse.position.row - origin.row)
    switch mouse.action {
    case .wheelUp, .wheelDown:
      // About three lines of a list, and at least one row; a line of a grid's items.
      let rows = geometry.isList ? max(1, 3 / rowHeight) : 1
      move { $0.scroll(by: mouse.action == .wheelUp ? -rows : rows) }
    case .doubleClick where pressPosition == point:
      pressPosition = nil
      chooseSelectedRow()
    case .press, .doubleClick:
      guard let row = row(at: point) else { return }
      move { $0.select(row) }
      pressPosition = point
    case .release, .drag: break
    }
  }

  // MARK: Cells

  /// A cell that is no longer in use; if nil, make a new one.
  public func dequeueReusableCell(withIdentifier identifier: String) -> TableViewCell? {
    cells.dequeue(identifier)
  }

  /// Draws the visible rows into a rectangle of a surface.
  public func draw(on surface: inout Surface, in rect: Rect) {
    if rect.size != size { setSize(rect.size) }
    origin = rect.origin
    cells.beginFrame()
    defer { cells.endFrame() }
    surface.draw(in: rect) { surface in
      guard let dataSource else { return }
      // A data source that lost rows without `reloadData()` must not be asked for rows past its end.
      let rows = visibleRows.clamped(to: 0..<max(0, dataSource.numberOfRows(in: self)))
      for row in rows { draw(row: row, of: dataSource, on: &surface) }
      if let header {
        for visible in geometry.visibleHeaders {
          surface.draw(in: Rect(column: 0, row: visible.line, columns: contentColumns, rows: 1)) {
            header(visible.section, &$0)
          }
        }
      }
      guard geometry.isScrollable, hasIndicatorColumn else { return }
      geometry.drawTrack(
        on: &surface, column: surface.size.columns - 1, theme: theme, showsTrack: showsScrollTrack)
    }
  }

  private func draw(
    row: Int, of dataSource: any TableViewDataSource, on surface: inout Surface
  ) {
    let cell = dataSource.tableView(self, cellForRowAt: IndexPath(tableRow: row))
    cells.use(cell)
    cell.isFocused = row == geometry.selection
    surface.draw(in: frame(ofRow: row)) { cell.draw(on: &$0) }
    if cell.isFocused { textOrigin = cell.textOrigin }
  }
}
