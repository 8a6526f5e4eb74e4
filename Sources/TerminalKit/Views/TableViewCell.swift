/// The cell of a row, with the size that the table gives it, which is reused for others; subclasses draw it, and show
/// `isSelected`.
open class TableViewCell {
  /// Cells with the same identifier can replace each other.
  public let reuseIdentifier: String
  /// Set by the table before the cell is drawn.
  public var isSelected = false
  /// The styles to draw with.
  public var theme: Theme

  public init(reuseIdentifier: String = "", theme: Theme = .standard()) {
    self.reuseIdentifier = reuseIdentifier
    self.theme = theme
  }

  /// Called before a cell is reused for another row.
  open func prepareForReuse() {}

  /// Draws into its own blank surface.
  open func draw(on surface: inout Surface) {}

  /// A text style; if the row is selected, bold and never dim.
  public func style(_ style: Style) -> Style {
    guard isSelected else { return style }
    var bold = style == theme.secondary ? theme.primary : style
    bold.attributes.formUnion(theme.selection.attributes)
    bold.attributes.remove(.dim)
    return bold
  }
}

/// The cells of a table: those of the last frame, and those available for reuse.
struct CellStore {
  private var waiting: [String: [TableViewCell]] = [:]
  private var inUse: [TableViewCell] = []

  /// A cell that is no longer in use, prepared for reuse; nil if there is none.
  mutating func dequeue(_ identifier: String) -> TableViewCell? {
    guard let cell = waiting[identifier]?.popLast() else { return nil }
    cell.prepareForReuse()
    return cell
  }

  /// Call before a frame; releases the cells of the last one.
  mutating func beginFrame() {
    for cell in inUse { waiting[cell.reuseIdentifier, default: []].append(cell) }
    inUse.removeAll(keepingCapacity: true)
  }

  mutating func use(_ cell: TableViewCell) { inUse.append(cell) }

  /// Call after a frame. Keeps a data source that makes new cells for every frame from filling the store with old ones.
  mutating func endFrame() {
    for (identifier, cells) in waiting where cells.count > inUse.count {
      waiting[identifier] = Array(cells.suffix(inUse.count))
    }
  }
}
