import CNcurses
import Glibc
import TerminalKit

/// The only user of ncurses: takes frames and returns the bytes that turn the last frame into the new one.
///
/// ncurses finds the shortest way from frame to frame. It never accesses the terminal: its output is a `ScratchFile`,
/// its keyboard input is not used, and it doesn't manage modes.
final class CursesScreen {
  private let scratch: ScratchFile
  private let palette: ColorPalette
  private let hasColor: Bool
  private var glyphs = GlyphEncoder()
  private var pairs = PairTable(limit: 0x8000)

  /// Whether the terminal may reorder right-to-left text, and supports concealed text.
  private let isEmulator: Bool

  /// The cells that the terminal shows; nil if unknown.
  private var last: Surface?
  /// The pieces that the terminal may show with another width, by row.
  private var disputes: [Int: [DisputedPiece]] = [:]
  private var size: Size
  private var isCursorHidden = false
  /// Where the cursor was left.
  private var cursorPosition = Point.zero
  private var cells: [cchar_t] = []

  /// - Throws: `.unsuitable` if ncurses cannot draw with the description.
  init(
    type: TerminalType, name: String, depth: ColorDepth, size: Size
  ) throws(TerminalError) {
    scratch = try ScratchFile()
    palette = ColorPalette(depth: depth)
    isEmulator = type.secondScreen != nil
    self.size = size
    let description = TerminalDescription(of: type, depth: depth, size: size)
    guard Self.start(description, scratch: scratch) else {
      throw .unsuitable(type: name)
    }
    hasColor = depth > .monochrome && start_color() == OK
    if hasColor { use_default_colors() }
    // ncurses doesn't manage the modes; this only tells it that \n does not return the carriage.
    nonl()
    typeahead(-1)
    // Scrolling and shifting by the terminal destroys pictures and saves little.
    idlok(curses_standard_screen(), false)
    idcok(curses_standard_screen(), false)
    resize(to: size)
  }

  /// The next frame is written completely, after clearing the screen.
  func invalidate() {
    last = nil
    disputes = [:]
    isCursorHidden = false
    clearok(curses_current_screen(), true)
  }

  func resize(to size: Size) {
    self.size = size
    resize_term(Int32(size.rows), Int32(size.columns))
    pairs.reserve(cells: size.columns * size.rows)
    invalidate()
  }

  /// The bytes that show a frame; empty if nothing has changed.
  ///
  /// - Complexity: O(*cells*) for comparing, plus ncurses' work for the rows that changed.
  func frame(_ frame: Surface, cursor: Point?) -> [UInt8] {
    let surface = isEmulator ? frame.isolatingRightToLeftText() : frame
    let start = cursorPosition
    let hadDisputes = !disputes.isEmpty
    let isWhole = last == nil
    if !draw(surface) {
      // All pairs are used up: they are assigned again, so every cell has to be written again.
      forgetPairs()
      _ = draw(surface)
    }
    last = surface
    place(cursor)
    wnoutrefresh(curses_standard_screen())
    doupdate()
    let bytes = Self.withoutDoubleEnds(scratch.take())
    guard hadDisputes || !disputes.isEmpty else { return bytes }
    let guarded = WidthGuard.guarded(bytes, size: size, from: start)
    return isWhole ? guarded + disputesAgain(of: surface) : guarded
  }

  /// After clearing, ncurses skips blanks, even those that a terminal has overwritten because it draws the preceding
  /// glyph wider: the disputed pieces are written once more, together with what follows them.
  private func disputesAgain(of surface: Surface) -> [UInt8] {
    let start = cursorPosition
    for (row, pieces) in disputes {
      for piece in pieces {
        let columns =
          piece.columns.lowerBound..<min(size.columns, piece.columns.upperBound + piece.excess)
        forget(widened(columns, in: row, of: surface, since: surface), row: row)
      }
    }
    doupdate()
    return WidthGuard.guarded(scratch.take(), size: size, from: start)
  }

  /// ncurses ends colours and attributes in two sequences, of which the second one does both: a tenth of the bytes of a list
  /// that scrolls.
  private static func withoutDoubleEnds(_ bytes: [UInt8]) -> [UInt8] {
    let (colors, plain) = (
      Array(TerminalDescription.defaultColors.utf8), Array(TerminalDescription.plainText.utf8)
    )
    let both = colors + plain
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x1B, bytes[index...].starts(with: both) { index += colors.count }
      result.append(bytes[index])
      index += 1
    }
    return result
  }

  func close() {
    endwin()
    _ = scratch.take()
  }

  // MARK: - Cells

  /// Gives ncurses the rows that differ from the last frame; false if it ran out of pairs.
  private func draw(_ surface: Surface) -> Bool {
    for row in 0..<size.rows {
      // Most rows have not changed. Everything outside either surface is blank.
      if let last, last.isRow(row, sameAs: surface) { continue }
      noteDisputes(in: row, of: surface, since: last)
      guard put(surface, row: row) else { return false }
    }
    return true
  }

  /// Columns, extended to whole glyphs of both frames.
  private func widened(
    _ columns: Range<Int>, in row: Int, of surface: Surface, since previous: Surface
  ) -> Range<Int> {
    var (first, next) = (columns.lowerBound, columns.upperBound)
    func isCut(_ column: Int) -> Bool {
      surface[column, row].width == 0 || previous[column, row].width == 0
    }
    while first > 0 && isCut(first) { first -= 1 }
    while next < size.columns && isCut(next) { next += 1 }
    return first..<next
  }

  // MARK: - Disputed glyphs

  /// Finds the pieces of a row that terminals draw with different widths, and makes ncurses write all cells again whose
  /// contents it cannot know: those of old and new pieces, and as many after them as a terminal may have overwritten.
  private func noteDisputes(in row: Int, of surface: Surface, since last: Surface?) {
    let pieces = DisputedPiece.pieces(inRow: row, of: surface, columns: size.columns)
    guard !disputes.isEmpty || !pieces.isEmpty else { return }
    let former = disputes.removeValue(forKey: row) ?? []
    if !pieces.isEmpty { disputes[row] = pieces }
    guard let last, !former.isEmpty || !pieces.isEmpty else { return }

    func isKept(_ piece: DisputedPiece) -> Bool {
      former.contains(piece) && pieces.contains(piece)
        && piece.columns.allSatisfy { surface[$0, row] == last[$0, row] }
    }
    var doubtful = former.filter { !isKept($0) }.map(\.columns)
    for piece in pieces where !isKept(piece) || doubtful.contains(where: piece.columns.overlaps) {
      doubtful.append(
        piece.columns.lowerBound..<min(size.columns, piece.columns.upperBound + piece.excess))
    }
    for columns in doubtful {
      forget(widened(columns, in: row, of: surface, since: last), row: row)
    }
  }

  /// Makes ncurses write cells, whatever it believes they contain.
  private func forget(_ columns: Range<Int>, row: Int) {
    var unknown = cchar_t()
    let text: [wchar_t] = [0xF8FF, 0]
    // No frame contains a blinking cell.
    text.withUnsafeBufferPointer {
      curses_set_cell(&unknown, $0.baseAddress, curses_attribute_blink(), 0)
    }
    let cells = Array(repeating: unknown, count: columns.count)
    cells.withUnsafeBufferPointer { buffer in
      _ = mvwadd_wchnstr(
        curses_current_screen(), Int32(row), Int32(columns.lowerBound), buffer.baseAddress,
        Int32(buffer.count))
    }
  }

  // MARK: - Cells for ncurses

  private func put(_ surface: Surface, row: Int) -> Bool {
    cells.removeAll(keepingCapacity: true)
    var styled: Cell?
    var attributes: attr_t = 0
    var pair = PairTable.defaultPair
    let drawn = surface.cells(inRow: row)
    var column = 0
    while column < size.columns {
      let index = drawn.startIndex + column
      let cell = index < drawn.endIndex ? drawn[index] : .blank
      let isStyled = if let styled { cell.hasStyle(of: styled) } else { false }
      if !isStyled {
        let style = cell.style
        guard let found = self.pair(for: style) else { return false }
        pair = found
        attributes = Self.attributes(style.attributes)
        styled = cell
      }
      let concealed = cell.isIsolator ? curses_attribute_conceal() : 0
      // A half without its glyph, or a glyph cut by the edge, becomes a space.
      let isWhole = cell.width > 0 && column + Int(cell.width) <= size.columns
      let width = isWhole ? Int(cell.width) : 1
      glyphs.append(
        isWhole ? cell : .blank, width: width, attributes: attributes | concealed, pair: pair,
        to: &cells)
      column += width
    }
    cells.withUnsafeBufferPointer { buffer in
      _ = mvadd_wchnstr(
        Int32(row), 0, buffer.baseAddress, Int32(buffer.count))
    }
    return true
  }

  private static func attributes(_ attributes: Style.Attributes) -> attr_t {
    var result: attr_t = 0
    if attributes.contains(.bold) { result |= curses_attribute_bold() }
    if attributes.contains(.dim) { result |= curses_attribute_dim() }
    if attributes.contains(.underline) { result |= curses_attribute_underline() }
    if attributes.contains(.reverse) { result |= curses_attribute_reverse() }
    return result
  }

  // MARK: - Colours

  /// The number of ncurses' pair; nil if none is left.
  private func pair(for style: Style) -> Int32? {
    guard hasColor else { return PairTable.defaultPair }
    let foreground = palette.number(for: style.foreground)
    let background = palette.number(for: style.background)
    switch pairs.pair(foreground: foreground, background: background) {
    case .known(let number): return number
    case .new(let number):
      init_extended_pair(number, foreground, background)
      return number
    case .full: return nil
    }
  }

  private func forgetPairs() {
    pairs.removeAll()
    reset_color_pairs()
    // ncurses would clear the terminal, which flickers. Cells that no frame contains, in what it believes to be shown,
    // make it overwrite every cell instead.
    clearok(curses_current_screen(), false)
    for row in 0..<size.rows { forget(0..<size.columns, row: row) }
    last = nil
  }

  // MARK: - Cursor and start

  private func place(_ cursor: Point?) {
    // Never visible: a block on the selection bar looks like a defect, and tools that follow the cursor (screen
    // readers, braille displays) need its position, not its appearance.
    if !isCursorHidden {
      curs_set(0)
      isCursorHidden = true
    }
    // If no position is given, the cursor returns to where it was, so that the start of the next frame is known.
    let wanted = cursor ?? cursorPosition
    cursorPosition = Point(
      column: min(max(0, wanted.column), size.columns - 1),
      row: min(max(0, wanted.row), size.rows - 1))
    wmove(
      curses_standard_screen(), Int32(cursorPosition.row), Int32(cursorPosition.column))
  }

  /// ncurses takes the description from the environment, which is restored afterwards.
  private static func start(_ description: TerminalDescription, scratch: ScratchFile) -> Bool {
    let former = getenv("TERMINFO").map { String(cString: $0) }
    setenv("TERMINFO", description.environmentValue, 1)
    defer {
      if let former { setenv("TERMINFO", former, 1) } else { unsetenv("TERMINFO") }
    }
    // The size comes from the terminal only, not from LINES and COLUMNS.
    use_env(false)
    // If SIGTSTP has its default action here, ncurses takes the signal over and sets it aside during every frame, in two
    // system calls each; otherwise it never touches it (lib_tstp.c, `_nc_signal_handler`). Ours is set afterwards.
    let suspension = signal(SIGTSTP, SIG_IGN)
    defer { signal(SIGTSTP, suspension) }
    return newterm(TerminalDescription.compiledName, scratch.stream, scratch.stream) != nil
  }
}
