import Foundation

/// A scrolling grid of items of one size with a selection, after `UICollectionView`.
///
/// It owns geometry, scroll and selection; it asks its data source for a count and, for visible items
/// only, for cells, so a million items cost what one screen costs.
public final class GridView {
  /// Asked for a count at each reload and for cells while drawing.
  public weak var dataSource: (any GridViewDataSource)?
  /// Told what happens; held weakly, as the data source is.
  public weak var delegate: (any GridViewDelegate)?
  /// For the scroll indicator; cells have their own.
  public var theme: Theme

  /// Draws the header of a section, one line high.
  public var header: ((_ section: Int, inout Surface) -> Void)?

  /// Changed only by the grid's own moves.
  public private(set) var geometry: GridGeometry
  private var size = Size.zero
  private var announcedItems: Range<Int>?
  private var isAnnouncing = false
  private var cells = CellStore<GridViewCell>()
  /// Whether a press made the selection and nothing has moved it since: a second press chooses it.
  public internal(set) var isPressed = false

  /// - Parameters:
  ///   - itemSize: The least size of an item in cells; they share what is left of the width.
  ///   - lineSpacing: Empty lines between rows.
  public init(itemSize: Size, lineSpacing: Int = 0, theme: Theme = .standard()) {
    self.theme = theme
    geometry = GridGeometry(itemSize: itemSize, lineSpacing: lineSpacing)
  }

  // MARK: Items

  /// As of the last reload.
  public var numberOfItems: Int { geometry.count }

  /// The items in the window.
  public var visibleItems: Range<Int> { geometry.visibleItems }

  /// The item with the bars; setting it scrolls it into sight. Nil while there are no items, or to select none.
  public var selectedItem: Int? {
    get { geometry.selection }
    set { move { $0.select(newValue) } }
  }

  /// Sets the least size of items and the lines between their rows; the selected item stays in sight.
  public func setItemSize(_ itemSize: Size, lineSpacing: Int) {
    changeGeometry { $0.setItemSize(itemSize, lineSpacing: lineSpacing) }
  }

  /// Asks for the number of items again; the selection stays at its index, or goes to the last.
  ///
  /// - Complexity: O(1); cells are asked for when the grid is drawn.
  public func reloadData() {
    forgetAnnouncedItems()
    changeGeometry { geometry in
      let wasEmpty = geometry.count == 0
      count(&geometry)
      if wasEmpty, geometry.selection == nil { geometry.select(0) }
    }
  }

  /// Asks for the number of items again and selects one, in one step: for refreshes that keep the
  /// selection by identity.
  ///
  /// - Parameter firstItem: The item in whose row the window should start, or as near to it as the selected
  ///   one stays in sight.
  public func reloadData(selecting item: Int?, firstItem: Int? = nil) {
    forgetAnnouncedItems()
    changeGeometry { geometry in
      count(&geometry)
      // A move in two dimensions remembers its column, which selecting forgets.
      if geometry.selection != item { geometry.select(item) }
      if let firstItem { geometry.scroll(toItem: firstItem) }
    }
  }

  private func count(_ geometry: inout GridGeometry) {
    geometry.setCount(dataSource?.numberOfItems(in: self) ?? 0)
    geometry.setSectionStarts(dataSource?.sectionStarts(in: self) ?? [])
  }

  /// The rectangle of an item in the grid; nil for items out of sight.
  public func rect(ofItem item: Int) -> Rect? {
    visibleItems.contains(item) ? geometry.rect(ofItem: item) : nil
  }

  /// The item at a place of the grid; nil where there is none.
  public func item(at point: Point) -> Int? { geometry.item(at: point) }

  /// Gives the grid its size. Call it in `Screen.layout(size:)`; `draw` does too, if need be, but then
  /// visible items are announced only with the next change.
  public func layout(size: Size) {
    setSize(size)
    announce(selectionBefore: geometry.selection)
  }

  /// The right column is kept for the scroll indicator even while there is nothing to scroll: items must
  /// not move when the next page arrives.
  private func setSize(_ size: Size) {
    self.size = size
    let columns = size.columns - (hasIndicatorColumn ? 1 : 0)
    geometry.setSize(Size(columns: columns, rows: size.rows))
  }

  private var hasIndicatorColumn: Bool { size.columns > geometry.itemSize.columns }

  // MARK: Moves

  /// Moves the selection by items, on to the next row at the end of one.
  public func moveSelection(by items: Int) { move { $0.move(by: items) } }
  /// Moves the selection by rows in its column, up when negative.
  public func moveSelection(byRows rows: Int) { move { $0.move(byRows: rows) } }
  /// Moves selection and window by pages, up when negative.
  public func movePages(_ pages: Int) { move { $0.movePages(pages) } }
  /// Moves selection and window by half pages, up when negative.
  public func moveHalfPages(_ halves: Int) { move { $0.moveHalfPages(halves) } }
  /// Moves the selection to the first item.
  public func moveToStart() { move { $0.moveToStart() } }
  /// Moves the selection to the last item.
  public func moveToEnd() { move { $0.moveToEnd() } }
  /// Moves the window, as the wheel does; the selection is taken along at the edge.
  public func scroll(byRows rows: Int) { move { $0.scroll(byRows: rows) } }

  /// Chooses the selected item, as ⏎ does: the delegate may refuse it.
  public func chooseSelectedItem() {
    guard let item = geometry.selection, let delegate else { return }
    let indexPath = IndexPath(gridItem: item)
    guard delegate.gridView(self, shouldSelectItemAt: indexPath) else { return }
    delegate.gridView(self, didSelectItemAt: indexPath)
  }

  private func move(_ change: (inout GridGeometry) -> Void) {
    isPressed = false
    changeGeometry(change)
  }

  private func changeGeometry(_ change: (inout GridGeometry) -> Void) {
    let before = geometry.selection
    change(&geometry)
    announce(selectionBefore: before)
  }

  /// A reload announces its items again, but not one from inside an announcement: a load that fails
  /// immediately and reloads would be asked for again, for ever.
  private func forgetAnnouncedItems() {
    if !isAnnouncing { announcedItems = nil }
  }

  /// Tells the delegate once the geometry is settled; it may change the grid from there.
  private func announce(selectionBefore: Int?) {
    let selection = geometry.selection
    if selection != selectionBefore {
      delegate?.gridView(self, didHighlightItemAt: selection.map(IndexPath.init(gridItem:)))
    }
    let items = visibleItems
    guard items != announcedItems, !items.isEmpty || announcedItems != nil else { return }
    announcedItems = items
    let isNested = isAnnouncing
    isAnnouncing = true
    delegate?.gridView(self, willDisplayItems: items)
    isAnnouncing = isNested
  }

  // MARK: Cells

  /// A cell that is no longer in use; make one where this is nil.
  public func dequeueReusableCell(withIdentifier identifier: String) -> GridViewCell? {
    cells.dequeue(identifier)
  }

  /// Draws the visible items into a rectangle of a surface.
  public func draw(on surface: inout Surface, in rect: Rect) {
    if rect.size != size { setSize(rect.size) }
    cells.beginFrame()
    defer { cells.endFrame() }
    surface.draw(in: rect) { surface in
      guard let dataSource else { return }
      // A data source that lost items without `reloadData()` must not be asked beyond its end.
      let items = visibleItems.clamped(to: 0..<max(0, dataSource.numberOfItems(in: self)))
      for item in items { draw(item: item, of: dataSource, on: &surface) }
      if let header {
        let columns = geometry.itemColumns * geometry.columns
        for place in geometry.visibleHeaders {
          surface.draw(in: Rect(column: 0, row: place.line, columns: columns, rows: 1)) {
            header(place.section, &$0)
          }
        }
      }
      if geometry.isScrollable, hasIndicatorColumn {
        ScrollIndicator(thumb: geometry.thumb(trackLength: surface.size.rows), theme: theme)
          .draw(on: &surface, column: surface.size.columns - 1)
      }
    }
  }

  private func draw(
    item: Int, of dataSource: any GridViewDataSource, on surface: inout Surface
  ) {
    let cell = dataSource.gridView(self, cellForItemAt: IndexPath(gridItem: item))
    cell.isSelected = item == geometry.selection
    cells.use(cell)
    surface.draw(in: geometry.rect(ofItem: item)) { cell.draw(on: &$0) }
  }
}

extension IndexPath {
  /// Grids have one section, like tables.
  fileprivate init(gridItem: Int) { self.init(tableRow: gridItem) }
}

extension GridView: RowMoving {
  public func moveSelection(sideways items: Int) -> Bool {
    moveSelection(by: items)
    return true
  }

  public func chooseSelection() { chooseSelectedItem() }

  /// Nothing scrolls: all items that can be pressed are wholly visible.
  public func press(at point: Point) -> Bool {
    guard let item = geometry.item(at: point) else { return false }
    selectedItem = item
    isPressed = true
    return true
  }

  public func releasePress() { isPressed = false }

  public func hasContent(at point: Point) -> Bool { geometry.item(at: point) != nil }

  /// A row of items per notch.
  public func scroll(byNotches notches: Int) { scroll(byRows: notches) }
}

/// One item of a grid, as large as the grid gives it; subclasses draw.
open class GridViewCell: ReusableCell {
  /// Draws the item into a blank surface of its own.
  ///
  /// The default draws the bars of the selection; call it, or draw another sign of `isSelected`.
  open override func draw(on surface: inout Surface) {
    drawSelectionBars(on: &surface)
  }

  /// `▌` and `▐` at the edges of a selected item, from top to bottom; what is between them is not
  /// touched, so that moving the selection changes no cell of a picture.
  public func drawSelectionBars(on surface: inout Surface) {
    guard isSelected else { return }
    let (columns, rows) = (surface.size.columns, surface.size.rows)
    let glyphs = theme.glyphs
    // The left one last: in a single column it is the one that shows.
    for (column, bar) in [(columns - 1, glyphs.closingSelectionBar), (0, glyphs.selectionBar)] {
      surface.fill(
        Rect(column: column, row: 0, columns: 1, rows: rows),
        with: Cell(character: bar, style: theme.selectionBar))
    }
  }
}
