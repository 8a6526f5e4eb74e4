/// One row of a table, as large as the table gives it; subclasses draw.
open class TableViewCell {
  /// Cells with the same identifier can stand for each other.
  public let reuseIdentifier: String
  /// Set by the table before the cell is drawn.
  public internal(set) var isSelected = false
  /// The styles to draw with.
  public var theme: Theme

  public init(reuseIdentifier: String = "", theme: Theme = .standard()) {
    self.reuseIdentifier = reuseIdentifier
    self.theme = theme
  }

  /// Called when a cell is taken for another row.
  open func prepareForReuse() {}

  /// Draws the row into a blank surface of its own.
  ///
  /// The default draws the selection bar; call it, or draw another sign of `isSelected`.
  open func draw(on surface: inout Surface) {
    drawSelectionBar(on: &surface)
  }

  /// `▌` down the left edge of a selected row.
  public func drawSelectionBar(on surface: inout Surface) {
    guard isSelected else { return }
    let bar = Cell(character: theme.glyphs.selectionBar, style: theme.selectionBar)
    surface.fill(Rect(column: 0, row: 0, columns: 1, rows: surface.size.rows), with: bar)
  }

  /// A text style, bold while the row is selected.
  public func style(_ style: Style) -> Style {
    guard isSelected else { return style }
    var bold = style
    bold.attributes.formUnion(theme.selection.attributes)
    bold.attributes.remove(.dim)
    return bold
  }
}

/// A cell that shows one line of text, for plain lists.
public final class TextCell: TableViewCell {
  /// In the first line; cut with an ellipsis.
  public var text = ""
  /// At the right edge, dim; the text makes way for it.
  public var detail = ""

  public override func prepareForReuse() {
    text = ""
    detail = ""
  }

  public override func draw(on surface: inout Surface) {
    super.draw(on: &surface)
    let columns = surface.size.columns
    let detailColumns = min(GlyphWidth.columns(of: detail, atMost: columns), columns / 2)
    surface.write(
      text, at: Point(column: 1, row: 0), style: style(theme.primary),
      maxColumns: columns - 1 - (detailColumns > 0 ? detailColumns + 1 : 0),
      ellipsis: theme.glyphs.ellipsis)
    surface.write(
      detail, at: Point(column: columns - detailColumns, row: 0), style: theme.secondary,
      maxColumns: detailColumns, ellipsis: theme.glyphs.ellipsis)
  }
}
