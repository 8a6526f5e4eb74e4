import Foundation

/// A scrolling list with a selection bar, modelled on `UITableView`.
///
/// It owns geometry, scrolling and selection. It asks its data source for the number of rows and, for visible rows
/// only, for cells, so a million rows cost no more than one screen of them.
public final class TableView {
  /// Asked for the number of rows at each reload and for cells while drawing.
  public weak var dataSource: (any TableViewDataSource)?
  /// Notified of what happens; held weakly, like the data source.
  public weak var delegate: (any TableViewDelegate)?
  /// For the rules and the scroll indicator; cells have their own theme.
  public var theme: Theme
  /// Whether a line shows the rest of the list, above and below the scroll indicator's thumb.
  public var showsScrollTrack = true
  /// The height of a row in lines.
  public var rowHeight: Int {
    didSet { changeGeometry { measure(&$0) } }
  }

  /// Draws the header of a section, one line high.
  public var header: ((_ section: Int, inout Surface) -> Void)?

  /// Changed only by the table's own methods.
  public private(set) var geometry: ScrollGeometry
  private var size = Size.zero
  private var origin = Point.zero
  private var announcedRows: Range<Int>?
  private var isAnnouncing = false
  private var cells = CellStore<TableViewCell>()

  /// - Parameters:
  ///   - rowHeight: The height of a row in lines.
  ///   - margin: The number of rows kept visible above and below the selection.
  public init(rowHeight: Int = 1, margin: Int = 0, theme: Theme = .standard()) {
    self.rowHeight = max(1, rowHeight)
    self.theme = theme
    geometry = ScrollGeometry(rowHeight: rowHeight, margin: margin)
  }

  // MARK: Rows

  /// As of the last reload.
  public var numberOfRows: Int { geometry.count }

  /// The rows in the window, including a cut one at the end.
  public var visibleRows: Range<Int> {
    geometry.visibleRows
  }

  /// The selected row; setting it scrolls it into view. nil if there are no rows, or to select none.
  public var selectedRow: Int? {
    get { geometry.selection }
    set { changeGeometry { $0.select(newValue) } }
  }

  /// Asks for the number of rows again; the selection stays at its index, or moves to the last row.
  ///
  /// - Complexity: O(1); cells are requested when the table is drawn.
  public func reloadData() {
    forgetAnnouncedRows()
    changeGeometry { geometry in
      let wasEmpty = geometry.count == 0
      count(&geometry)
      if wasEmpty, geometry.selection == nil { geometry.select(0) }
    }
  }

  /// Asks for the number of rows again and selects a row, in one step: for refreshes that keep the selection by
  /// identity.
  ///
  /// - Parameters:
  ///   - line: The line of the window where the row should be, if possible.
  ///   - firstRow: The row at which the window should start, or as close to it as possible with the selected row still
  ///     visible.
  public func reloadData(selecting row: Int?, atLine line: Int? = nil, firstRow: Int? = nil) {
    forgetAnnouncedRows()
    changeGeometry { geometry in
      count(&geometry)
      geometry.reselect(row)
      if let row, let line { geometry.setOffset(row - line / geometry.rowHeight) }
      if let firstRow { geometry.setOffset(firstRow) }
    }
  }

  private func count(_ geometry: inout ScrollGeometry) {
    geometry.setCount(dataSource?.numberOfRows(in: self) ?? 0)
    geometry.setSectionStarts(dataSource?.sectionStarts(in: self) ?? [])
  }

  /// The row at a point in the table; nil if there is none.
  public func row(at point: Point) -> Int? {
    guard point.column >= 0, point.column < size.columns else { return nil }
    return geometry.row(atLine: point.row)
  }

  /// The rectangle of a row in the table; nil for rows that are not visible.
  public func rect(ofRow row: Int) -> Rect? {
    guard visibleRows.contains(row) else { return nil }
    return Rect(
      column: 0, row: geometry.line(ofRow: row), columns: contentColumns, rows: rowHeight)
  }

  /// The position of the hardware cursor, for screen readers: at the selected row, as last drawn, in the coordinates of
  /// the surface that the table was drawn into. nil if that row is not visible.
  public var cursor: Point? {
    guard let row = geometry.selection, let rect = rect(ofRow: row) else { return nil }
    return Point(column: origin.column, row: origin.row + rect.minRow)
  }

  /// The width of cells in columns.
  public var contentColumns: Int { size.columns - (hasScrollIndicator ? 1 : 0) }

  private var hasScrollIndicator: Bool {
    geometry.isScrollable && size.columns > 1
  }

  /// Sets the size of the table. Call it in `Screen.layout(size:)`. `draw` does so too if necessary, but then visible
  /// rows are announced only with the next change.
  public func layout(size: Size) {
    setSize(size)
    announce(selectionBefore: geometry.selection)
  }

  private func setSize(_ size: Size) {
    self.size = size
    measure(&geometry)
  }

  private func measure(_ geometry: inout ScrollGeometry) {
    geometry.setRowHeight(max(1, rowHeight))
    geometry.setHeight(max(0, size.rows))
  }

  // MARK: Moves

  /// Moves the selection by rows, up if negative; the window scrolls at its edges.
  public func moveSelection(by rows: Int) { changeGeometry { $0.move(by: rows) } }
  /// Moves the selection and the window by pages, up if negative.
  public func movePages(_ pages: Int) { changeGeometry { $0.movePages(pages) } }
  /// Moves the selection and the window by half pages, up if negative.
  public func moveHalfPages(_ halves: Int) { changeGeometry { $0.moveHalfPages(halves) } }
  /// Moves the selection to the first row.
  public func moveToStart() { changeGeometry { $0.moveToStart() } }
  /// Moves the selection to the last row.
  public func moveToEnd() { changeGeometry { $0.moveToEnd() } }
  /// Moves the window, as the wheel does; the selection is dragged along at the edge.
  public func scroll(by rows: Int) { changeGeometry { $0.scroll(by: rows) } }

  /// Selects a row as a press does: the window does not scroll until it is known whether a second press follows.
  func press(_ row: Int) { changeGeometry { $0.press(row) } }
  /// Scrolls what a press selected into view.
  func release() { changeGeometry { $0.release() } }

  /// Chooses the selected row, as ⏎ does; the delegate may refuse.
  public func chooseSelectedRow() {
    guard let row = geometry.selection, let delegate else { return }
    guard let allowed = delegate.tableView(self, willSelectRowAt: IndexPath(tableRow: row)) else {
      return
    }
    delegate.tableView(self, didSelectRowAt: allowed)
  }

  private func changeGeometry(_ change: (inout ScrollGeometry) -> Void) {
    let before = geometry.selection
    change(&geometry)
    announce(selectionBefore: before)
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
      drawScrollIndicator(on: &surface)
    }
  }

  private func drawScrollIndicator(on surface: inout Surface) {
    guard hasScrollIndicator else { return }
    ScrollIndicator(
      thumb: geometry.thumb(trackLength: surface.size.rows), theme: theme,
      showsTrack: showsScrollTrack
    )
    .draw(on: &surface, column: surface.size.columns - 1)
  }

  private func draw(
    row: Int, of dataSource: any TableViewDataSource, on surface: inout Surface
  ) {
    let line = geometry.line(ofRow: row)
    let cell = dataSource.tableView(self, cellForRowAt: IndexPath(tableRow: row))
    cells.use(cell)
    cell.isSelected = row == geometry.selection
    surface.draw(in: Rect(column: 0, row: line, columns: contentColumns, rows: rowHeight)) {
      cell.draw(on: &$0)
    }
  }
}

extension TableView: RowMoving {
  public func moveSelection(byRows rows: Int) { moveSelection(by: rows) }

  public func chooseSelection() { chooseSelectedRow() }

  public func press(at point: Point) -> Bool {
    guard let row = row(at: point) else { return false }
    press(row)
    return true
  }

  public var isPressed: Bool { geometry.isHeld }

  public func releasePress() { release() }

  public func hasContent(at point: Point) -> Bool { row(at: point) != nil }

  /// About three lines per notch, and at least one row.
  public func scroll(byNotches notches: Int) {
    scroll(by: notches * max(1, 3 / geometry.rowHeight))
  }
}

/// One row of a table, with the size that the table gives it; subclasses draw it, and show `isSelected`.
open class TableViewCell: ReusableCell {}
