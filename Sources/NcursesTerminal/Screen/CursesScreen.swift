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
  /// The rows of the last frame that ncurses doesn't know.
  private var disputed: [Int: DisputedRow] = [:]
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
    disputed = [:]
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
    var rows = draw(surface)
    if rows == nil {
      // All pairs are used up: they are assigned again, so every cell has to be written again.
      forgetPairs()
      rows = draw(surface)
    }
    last = surface
    place(cursor)
    wnoutrefresh(curses_standard_screen())
    doupdate()
    guard let rows, !rows.isEmpty else { return Self.withoutDoubleEnds(scratch.take()) }
    // ncurses goes on with the attributes that it has set last, unless it ends them.
    vid_attr(0, 0, nil)
    doupdate()
    return Self.withoutDoubleEnds(scratch.take()) + rows.flatMap { $0.bytes() }
      + ControlSequence.move(to: cursorPosition)
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

  /// Gives ncurses the rows that differ from the last frame.
  ///
  /// - Returns: Those of them that are written after it; nil if it ran out of pairs.
  private func draw(_ surface: Surface) -> [DisputedRow]? {
    var rows: [DisputedRow] = []
    for row in 0..<size.rows {
      // Most rows have not changed. Everything outside either surface is blank.
      if let last, last.isRow(row, sameAs: surface) { continue }
      let former = disputed.removeValue(forKey: row)
      for columns in former?.textColumns ?? [] { forget(columns, row: row) }
      let new = DisputedRow(
        row, of: surface, columns: size.columns, palette: hasColor ? palette : nil)
      disputed[row] = new
      guard put(new?.blanks[...] ?? surface.cells(inRow: row), row: row) else { return nil }
      if let new { rows.append(new) }
    }
    return rows
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

  private func put(_ drawn: ArraySlice<Cell>, row: Int) -> Bool {
    cells.removeAll(keepingCapacity: true)
    var styled: Cell?
    var attributes: attr_t = 0
    var pair = PairTable.defaultPair
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
