import Foundation

/// A scrolling grid of equally large items with a selection, modelled on `UICollectionView`.
///
/// It owns geometry, scrolling and selection. It asks its data source for the number of items and, for visible items
/// only, for cells, so a million items cost no more than one screen of them.
public final class GridView {
  /// Asked for the number of items at each reload and for cells while drawing.
  public weak var dataSource: (any GridViewDataSource)?
  /// Notified of what happens; held weakly, like the data source.
  public weak var delegate: (any GridViewDelegate)?
  /// For the scroll indicator; cells have their own theme.
  public var theme: Theme

  /// Draws the header of a section, one line high.
  public var header: ((_ section: Int, inout Surface) -> Void)?

  /// Changed only by the grid's own methods.
  public private(set) var geometry: GridGeometry
  private var size = Size.zero
  private var announcedItems: Range<Int>?
  private var isAnnouncing = false
  private var cells = CellStore<GridViewCell>()
  /// Whether a press made the selection and it has not moved since: a second press chooses it.
  public internal(set) var isPressed = false

  /// - Parameter itemSize: The minimum size of an item in cells; items share the remaining width.
  public init(itemSize: Size, theme: Theme = .standard()) {
    self.theme = theme
    geometry = GridGeometry(itemSize: itemSize)
  }

  // MARK: Items

  /// As of the last reload.
  public var numberOfItems: Int { geometry.count }

  /// The items in the window.
  public var visibleItems: Range<Int> { geometry.visibleItems }

  /// The selected item; setting it scrolls it into view. nil if there are no items, or to select none.
  public var selectedItem: Int? {
    get { geometry.selection }
    set { move { $0.select(newValue) } }
  }

  /// Sets the minimum size of items; the selected item stays visible.
  public func setItemSize(_ itemSize: Size) {
    changeGeometry { $0.setItemSize(itemSize) }
  }

  /// Asks for the number of items again; the selection stays at its index, or moves to the last item.
  ///
  /// - Complexity: O(1); cells are requested when the grid is drawn.
  public func reloadData() {
    forgetAnnouncedItems()
    changeGeometry { geometry in
      let wasEmpty = geometry.count == 0
      count(&geometry)
      if wasEmpty, geometry.selection == nil { geometry.select(0) }
    }
  }

  /// Asks for the number of items again and selects one, in one step: for refreshes that keep the selection by
  /// identity.
  ///
  /// - Parameter firstItem: The item in whose row the window should start, or as close to it as possible with the
  ///   selected item still visible.
  public func reloadData(selecting item: Int?, firstItem: Int? = nil) {
    forgetAnnouncedItems()
    changeGeometry { geometry in
      count(&geometry)
      // A move in two dimensions remembers its column, which selecting would forget.
      if geometry.selection != item { geometry.select(item) }
      if let firstItem { geometry.scroll(toItem: firstItem) }
    }
  }

  private func count(_ geometry: inout GridGeometry) {
    geometry.setCount(dataSource?.numberOfItems(in: self) ?? 0)
    geometry.setSectionStarts(dataSource?.sectionStarts(in: self) ?? [])
  }

  /// The rectangle of an item in the grid; nil for items that are not visible.
  public func rect(ofItem item: Int) -> Rect? {
    visibleItems.contains(item) ? geometry.rect(ofItem: item) : nil
  }

  /// The item at a point in the grid; nil if there is none.
  public func item(at point: Point) -> Int? { geometry.item(at: point) }

  /// Sets the size of the grid. Call it in `Screen.layout(size:)`. `draw` does so too if necessary, but then visible
  /// items are announced only with the next change.
  public func layout(size: Size) {
    setSize(size)
    announce(selectionBefore: geometry.selection)
  }

  /// The right column is reserved for the scroll indicator even if there is nothing to scroll: items must not move when
  /// the next page arrives.
  private func setSize(_ size: Size) {
    self.size = size
    let columns = size.columns - (hasIndicatorColumn ? 1 : 0)
    geometry.setSize(Size(columns: columns, rows: size.rows))
  }

  private var hasIndicatorColumn: Bool { size.columns > geometry.itemSize.columns }

  // MARK: Moves

  /// Moves the selection by items, wrapping to the next or previous row.
  public func moveSelection(by items: Int) { move { $0.move(by: items) } }
  /// Moves the selection by rows in its column, up if negative.
  public func moveSelection(byRows rows: Int) { move { $0.move(byRows: rows) } }
  /// Moves the selection and the window by pages, up if negative.
  public func movePages(_ pages: Int) { move { $0.movePages(pages) } }
  /// Moves the selection and the window by half pages, up if negative.
  public func moveHalfPages(_ halves: Int) { move { $0.moveHalfPages(halves) } }
  /// Moves the selection to the first item.
  public func moveToStart() { move { $0.moveToStart() } }
  /// Moves the selection to the last item.
  public func moveToEnd() { move { $0.moveToEnd() } }
  /// Moves the window, as the wheel does; the selection is dragged along at the edge.
  public func scroll(byRows rows: Int) { move { $0.scroll(byRows: rows) } }

  /// Chooses the selected item, as ⏎ does; the delegate may refuse.
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

  /// A reload announces its items again, unless it comes from inside an announcement: a load that fails immediately and
  /// reloads would be requested again, for ever.
  private func forgetAnnouncedItems() {
    if !isAnnouncing { announcedItems = nil }
  }

  /// Notifies the delegate once the geometry is final; it may change the grid in the call.
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

  /// A cell that is no longer in use; if nil, make a new one.
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
      // A data source that lost items without `reloadData()` must not be asked for items past its end.
      let items = visibleItems.clamped(to: 0..<max(0, dataSource.numberOfItems(in: self)))
      for item in items { draw(item: item, of: dataSource, on: &surface) }
      if let header {
        let columns = geometry.size.columns
        for visible in geometry.visibleHeaders {
          surface.draw(in: Rect(column: 0, row: visible.line, columns: columns, rows: 1)) {
            header(visible.section, &$0)
          }
        }
      }
      drawScrollIndicator(on: &surface)
    }
  }

  private func drawScrollIndicator(on surface: inout Surface) {
    guard geometry.isScrollable, hasIndicatorColumn else { return }
    ScrollIndicator(thumb: geometry.thumb(trackLength: surface.size.rows), theme: theme)
      .draw(on: &surface, column: surface.size.columns - 1)
  }

  private func draw(
    item: Int, of dataSource: any GridViewDataSource, on surface: inout Surface
  ) {
    let cell = dataSource.gridView(self, cellForItemAt: IndexPath(gridItem: item))
    cells.use(cell)
    cell.isSelected = item == geometry.selection
    surface.draw(in: geometry.rect(ofItem: item)) { cell.draw(on: &$0) }
  }
}

extension IndexPath {
  /// Like tables, grids have one section.
  fileprivate init(gridItem: Int) { self.init(tableRow: gridItem) }
}

extension GridView: RowMoving {
  public func chooseSelection() { chooseSelectedItem() }

  /// Does not scroll: all items that can be pressed are completely visible.
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

/// One item of a grid, with the size that the grid gives it; subclasses draw it, and show `isSelected`.
open class GridViewCell: ReusableCell {}
