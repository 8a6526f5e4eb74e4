/// A grid of cells that views draw into; a value that doesn't depend on a terminal.
///
/// Drawing outside is clipped. A wide glyph is never left half: writing over one of its columns turns the other one
/// into a space, and a glyph that would be partly outside becomes a space.
nonisolated public struct Surface: Hashable, Sendable {
  /// The size of the drawing area: the whole surface, or inside `draw(in:_:)` the rectangle.
  public private(set) var size: Size
  /// Row by row. Internal for the fast paths in the extensions.
  var cells: [Cell]
  /// The pictures on its cells; each is completely inside, and none overlap.
  public internal(set) var graphics: [GraphicPlacement] = []
  /// The parts where a press calls a command. None is covered by anything drawn later.
  public private(set) var buttons: Set<Button> = []
  /// Whether text with right-to-left letters was written on it.
  var hasRightToLeftText = false
  /// The number of cells from one row to the next.
  let stride: Int
  /// The top left corner of the drawing area, in the coordinates of `cells`; may be outside.
  private var origin = Point.zero
  /// The part that may be written, in the coordinates of `cells`.
  private var clip: Rect

  /// A part of the surface with a command (`KeyCommand.id`), which a press there calls.
  public struct Button: Hashable, Sendable {
    public let rect: Rect
    public let command: String
  }

  /// Makes a part of the surface a button, without what is clipped.
  mutating func addButton(_ command: String, in rect: Rect) {
    let visible = rect.intersection(visibleBounds)
    guard !visible.isEmpty else { return }
    buttons.insert(
      Button(rect: Rect(origin: absolute(visible.origin), size: visible.size), command: command))
  }

  /// Call when something else is drawn over a visible part.
  mutating func removeButtons(in visible: Rect) {
    guard !buttons.isEmpty else { return }
    let covered = Rect(origin: absolute(visible.origin), size: visible.size)
    guard buttons.contains(where: { !$0.rect.intersection(covered).isEmpty }) else { return }
    buttons = buttons.filter { $0.rect.intersection(covered).isEmpty }
  }

  /// A surface filled with a narrow cell; with a wide one it stays blank.
  public init(size: Size, filledWith cell: Cell = .blank) {
    self.size = size
    stride = size.columns
    clip = Rect(origin: .zero, size: size)
    let fill = cell.width == 1 ? cell : .blank
    cells = Array(repeating: fill, count: size.columns * size.rows)
  }

  /// The drawing area, from the zero point.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  /// The part of the bounds that is not clipped.
  public var visibleBounds: Rect {
    Rect(
      column: clip.minColumn - origin.column,
      row: clip.minRow - origin.row,
      columns: clip.size.columns, rows: clip.size.rows)
  }

  /// The cell at a position; a blank outside.
  ///
  /// When setting a cell, its width must be that of its glyph (`Cell(glyph:style:)` measures it). A control character
  /// becomes U+FFFD, and a cell of width 0 a blank.
  public subscript(column: Int, row: Int) -> Cell {
    get {
      guard let index = index(column, row) else { return .blank }
      return cells[index]
    }
    set {
      var cell = newValue
      if cell.width == 0 || cell.width > 2 {
        cell.becomeSpace()
      } else if cell.isControl {
        cell.scalar = "\u{FFFD}"
        cell.width = 1
      }
      put(cell, atColumn: column, row: row)
    }
  }

  /// Sets the cell at a position; does nothing outside.
  public mutating func set(_ cell: Cell, at point: Point) {
    self[point.column, point.row] = cell
  }

  /// Draws into a rectangle as if it were a separate surface: its corner is the zero point, its size is `size`, and
  /// everything outside is clipped.
  ///
  /// - Complexity: O(1) plus the drawing; no cells are copied.
  @discardableResult
  public mutating func draw<Result, Failure: Error>(
    in rect: Rect, _ body: (inout Surface) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let saved = (size, origin, clip)
    defer { (size, origin, clip) = saved }
    origin = Point(
      column: origin.column + rect.minColumn, row: origin.row + rect.minRow)
    size = rect.size
    clip = clip.intersection(Rect(origin: origin, size: size))
    return try body(&self)
  }

  /// A position in the coordinates of the whole surface.
  func absolute(_ point: Point) -> Point {
    Point(
      column: point.column + origin.column, row: point.row + origin.row)
  }

  // MARK: Cells by their index

  func index(_ column: Int, _ row: Int) -> Int? {
    let column = column + origin.column
    let row = row + origin.row
    guard column >= clip.minColumn, column < clip.maxColumn, row >= clip.minRow, row < clip.maxRow
    else { return nil }
    return row * stride + column
  }

  /// Sets a cell without the subscript's checks: the width must be 1 or 2, and the character not a control character.
  mutating func put(_ cell: Cell, atColumn column: Int, row: Int) {
    guard let index = index(column, row) else {
      // The right half of a wide glyph whose left half is clipped.
      if cell.width == 2, let right = self.index(column + 1, row) {
        place(Cell(style: cell.style), at: right)
      }
      return
    }
    guard cell.width == 2 else {
      place(cell, at: index)
      return
    }
    guard self.index(column + 1, row) == index + 1 else {
      place(Cell(style: cell.style), at: index)
      return
    }
    place(cell, at: index)
    place(Cell(style: cell.style, width: 0), at: index + 1, isRightHalf: true)
  }

  /// Writes one array element and repairs the wide glyphs that it cuts.
  mutating func place(_ cell: Cell, at index: Int, isRightHalf: Bool = false) {
    let old = cells[index].width
    if old == 0, !isRightHalf, index > 0 {
      cells[index - 1].becomeSpace()
    } else if old == 2, index + 1 < cells.count {
      cells[index + 1].width = 1
    }
    cells[index] = cell
  }
}

extension Character {
  /// Whether a terminal would treat it as a control character: C0, DEL and C1.
  nonisolated var isControl: Bool {
    var bytes = utf8.makeIterator()
    guard let first = bytes.next() else { return true }
    if first == 0xC2 { return bytes.next().map { $0 < 0xA0 } ?? true }
    return first < 0x20 || first == 0x7F
  }
}

extension Cell {
  /// Whether a terminal would treat the glyph as a control character.
  nonisolated var isControl: Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }

  /// What a half of a wide glyph becomes without the other one.
  nonisolated mutating func becomeSpace() {
    scalar = " "
    width = 1
  }
}

extension Surface {
  /// Whether a row has the same cells as the same row of another surface; a row outside both is the same.
  ///
  /// - Complexity: O(*columns*).
  public nonisolated func isRow(_ row: Int, sameAs other: Surface) -> Bool {
    cells(inRow: row) == other.cells(inRow: row)
  }

  /// The cells of a whole row, whatever part is being drawn; none where there is no such row.
  ///
  /// - Complexity: O(1).
  public nonisolated func cells(inRow row: Int) -> ArraySlice<Cell> {
    guard stride > 0, (0..<cells.count / stride).contains(row) else { return [] }
    return cells[row * stride..<(row + 1) * stride]
  }
}
