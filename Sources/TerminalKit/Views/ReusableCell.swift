/// A part of a table or a grid that stands for one row or item after the other; subclasses draw.
open class ReusableCell {
  /// Cells with the same identifier can stand for each other.
  public let reuseIdentifier: String
  /// Set by the table or grid before the cell is drawn.
  public internal(set) var isSelected = false
  /// The styles to draw with.
  public var theme: Theme

  public init(reuseIdentifier: String = "", theme: Theme = .standard()) {
    self.reuseIdentifier = reuseIdentifier
    self.theme = theme
  }

  /// Called when a cell is taken for another row or item.
  open func prepareForReuse() {}

  /// Draws into a blank surface of its own.
  open func draw(on surface: inout Surface) {}

  /// A text style, bold while the row or item is selected.
  public func style(_ style: Style) -> Style {
    guard isSelected else { return style }
    var bold = style
    bold.attributes.formUnion(theme.selection.attributes)
    bold.attributes.remove(.dim)
    return bold
  }
}

/// The cells of a table or a grid: those of the last frame, and those that wait for the next.
struct CellStore<Cell: ReusableCell> {
  private var waiting: [String: [Cell]] = [:]
  private var inUse: [Cell] = []

  /// A cell that went out of use, made ready; nil: then make one.
  mutating func dequeue(_ identifier: String) -> Cell? {
    guard let cell = waiting[identifier]?.popLast() else { return nil }
    cell.prepareForReuse()
    return cell
  }

  /// Call before a frame: the cells of the last one are free.
  mutating func beginFrame() {
    for cell in inUse { waiting[cell.reuseIdentifier, default: []].append(cell) }
    inUse.removeAll(keepingCapacity: true)
  }

  mutating func use(_ cell: Cell) { inUse.append(cell) }

  /// Call after a frame. A data source that makes new cells for every one must not fill the store with
  /// old ones.
  mutating func endFrame() {
    for (identifier, cells) in waiting where cells.count > inUse.count {
      waiting[identifier] = Array(cells.suffix(inUse.count))
    }
  }
}
