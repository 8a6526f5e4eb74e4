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
  /// The numbers of pairs of colours, in the order of first use. ncurses' own `alloc_pair` fails permanently once 65,000 pairs
  /// were used, and pictures use thousands per frame.
  private var pairs: [SIMD2<Int32>: Int32] = [:]
  /// All cells of a frame always fit.
  private var pairLimit = 0

  /// Whether the terminal may reorder right-to-left text, and supports concealed text.
  private let isEmulator: Bool

  /// The cells that the terminal shows; nil if unknown.
  private var last: Surface?
  /// Where the first piece of a row begins that the terminal may show with another width: what it shows from there on isn't known.
  private var disputes: [Int: Int] = [:]
  private var size: Size
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
    clearok(curses_current_screen(), true)
  }

  func resize(to size: Size) {
    self.size = size
    resize_term(Int32(size.rows), Int32(size.columns))
    pairLimit = max(0x8000, size.columns * size.rows + 1)
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
    let bytes = scratch.take()
    guard hadDisputes || !disputes.isEmpty else { return bytes }
    let guarded = WidthGuard.guarded(bytes, size: size, from: start)
    guard isWhole else { return guarded }
    // After clearing, ncurses skips blanks, even those that a terminal has overwritten because it draws the preceding
    // glyph wider: these rows are written once more.
    let position = cursorPosition
    for (row, column) in disputes { forget(row: row, from: column, of: surface) }
    doupdate()
    return guarded + WidthGuard.guarded(scratch.take(), size: size, from: position)
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
      let former = disputes.removeValue(forKey: row)
      disputes[row] = firstDispute(in: row, of: surface)
      if last != nil, let first = [former, disputes[row]].compactMap(\.self).min() {
        forget(row: row, from: first, of: surface)
      }
      guard put(surface, row: row) else { return false }
    }
    return true
  }

  // MARK: - Disputed glyphs

  /// The column of the first glyph of a row that terminals draw with different widths, or of the word that it belongs to.
  private func firstDispute(in row: Int, of surface: Surface) -> Int? {
    var kind = DisputedWidth.Kind.plain
    let kinds = surface.cells(inRow: row).prefix(size.columns).map { cell in
      // The right half of a wide glyph is of the same kind. Without an array for each cell.
      if cell.width > 0 {
        kind =
          cell.hasMarks
          ? DisputedWidth.kind(of: cell.scalars) : DisputedWidth.kind(of: cell.scalar)
      }
      return kind
    }
    return DisputedWidth.pieces(in: kinds.indices) { kinds[$0] }.first?.lowerBound
  }

  /// Makes ncurses write a row again from a column on, extended to a whole glyph of both frames. Not the pictures that the
  /// terminal draws: each would be drawn again with its row, and a text that reaches so far is under it.
  private func forget(row: Int, from column: Int, of surface: Surface) {
    var first = column
    while first > 0, surface[first, row].width == 0 || last?[first, row].width == 0 { first -= 1 }
    while first < size.columns {
      let end =
        (first..<size.columns).first { surface.showsGraphic(atColumn: $0, row: row) }
        ?? size.columns
      if end > first { forget(first..<end, row: row) }
      first = end + 1
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
    var style: Style?
    var attributes: attr_t = 0
    var pair: Int32 = 0
    let drawn = surface.cells(inRow: row)
    var column = 0
    while column < size.columns {
      let index = drawn.startIndex + column
      let cell = index < drawn.endIndex ? drawn[index] : .blank
      if cell.style != style {
        guard let found = self.pair(for: cell.style) else { return false }
        pair = found
        attributes = Self.attributes(cell.style.attributes)
        style = cell.style
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
      _ = mvadd_wchnstr(Int32(row), 0, buffer.baseAddress, Int32(buffer.count))
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

  /// The number of ncurses' pair, 0 for the terminal's own colours; nil if none is left.
  private func pair(for style: Style) -> Int32? {
    let colors = SIMD2(
      palette.number(for: style.foreground), palette.number(for: style.background))
    guard hasColor, colors != SIMD2(-1, -1) else { return 0 }
    if let known = pairs[colors] { return known }
    guard pairs.count < pairLimit else { return nil }
    let number = Int32(pairs.count + 1)
    pairs[colors] = number
    init_extended_pair(number, colors.x, colors.y)
    return number
  }

  private func forgetPairs() {
    pairs.removeAll(keepingCapacity: true)
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
    // readers, braille displays) need its position, not its appearance. Only the first call writes anything.
    curs_set(0)
    // If no position is given, the cursor returns to where it was, so that the start of the next frame is known.
    let wanted = cursor ?? cursorPosition
    cursorPosition = Point(
      column: min(max(0, wanted.column), size.columns - 1),
      row: min(max(0, wanted.row), size.rows - 1))
    wmove(curses_standard_screen(), Int32(cursorPosition.row), Int32(cursorPosition.column))
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
