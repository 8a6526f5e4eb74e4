import TerminalKit

/// What a terminal would show after some bytes: enough of ECMA-48 for ncurses' output.
///
/// It is strict where it matters: it wraps late, like xterm, overwriting half of a wide glyph removes the other half,
/// and unknown sequences are recorded in `unknown`.
public struct ScreenEmulator {
  public struct Cell: Hashable, CustomStringConvertible {
    /// Empty in the right half of a wide glyph.
    public var text: String
    /// The SGR parameters that set it, such as `38;2;1;2;3`; empty for the default.
    public var foreground = ""
    public var background: String
    /// The SGR numbers, in order.
    public var attributes: Set<Int> = []

    public init(text: String = " ", background: String = "") {
      self.text = text
      self.background = background
    }

    public var description: String {
      "\(text)[\(foreground)/\(background)/\(attributes.sorted())]"
    }
  }

  /// How a terminal treats glyphs with a disputed width.
  public enum WidthOpinion: CaseIterable, Sendable {
    /// Like the program and ncurses.
    case wcwidth
    /// Combining characters take no column, as in kitty: vowel signs, SARA AM, all jamo except the first.
    case narrow
    /// Marks and jamo take a column each; icons and possible emoji take two.
    case wide
    /// A grapheme cluster has the width of its first character.
    case clusters
  }

  public let columns: Int
  public let rows: Int
  public var opinion = WidthOpinion.wcwidth
  public private(set) var cells: [[Cell]]
  public private(set) var cursorColumn = 0
  public private(set) var cursorRow = 0
  public private(set) var isCursorVisible = true
  public private(set) var unknown: [String] = []
  /// How often the screen was scrolled, which must never happen.
  public private(set) var scrollCount = 0

  /// How often each cell was written or erased, which removes anything else that was drawn there.
  public private(set) var writeCounts: [[Int]]

  /// Of APC, DCS, OSC, PM and SOS, after ESC.
  private static let stringIntroducers = Array("_P]^X".utf8)

  private var pen = Cell()
  private var saved: (column: Int, row: Int, pen: Cell) = (0, 0, Cell())
  /// The position of the last glyph, which combining characters join.
  private var last = (column: 0, row: 0)
  /// Whether the cursor has not moved since.
  private var isContinuing = false
  private var wrapsAtMargin = true
  private var isWrapPending = false
  private var pending: [UInt8] = []

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    writeCounts = Array(repeating: Array(repeating: 0, count: columns), count: rows)
  }

  /// A row's text, wide glyphs as they are.
  public func text(row: Int) -> String { cells[row].map(\.text).joined() }

  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      if pending[0] == 0x1B { escape(byte) } else { plain(byte) }
    }
  }

  private mutating func plain(_ byte: UInt8) {
    switch byte {
    case 0x0D: move(toColumn: 0)
    case 0x08: move(toColumn: cursorColumn - 1)
    case 0x0A:
      if cursorRow == rows - 1 { scrollCount += 1 } else { cursorRow += 1 }
    case 0..<0x20: unknown.append("control \(byte)")
    default:
      // An emulator that starts in the middle of the output may start in the middle of a character.
      if (0x80..<0xC0).contains(pending[0]) { break }
      let length = pending[0] < 0x80 ? 1 : pending[0] < 0xE0 ? 2 : pending[0] < 0xF0 ? 3 : 4
      guard pending.count == length else { return }
      for character in String(decoding: pending, as: UTF8.self) { put(character) }
    }
    pending = []
  }

  private mutating func put(_ character: Character) {
    let width = width(of: character)
    if width == 0 {
      cells[last.row][last.column].text.append(character)
      writeCounts[last.row][last.column] += 1
      return
    }
    if isWrapPending || cursorColumn + width > columns {
      guard wrapsAtMargin else { return }
      isWrapPending = false
      cursorColumn = 0
      if cursorRow == rows - 1 { scrollCount += 1 } else { cursorRow += 1 }
    }
    for column in cursorColumn..<cursorColumn + width { blankGlyph(at: column) }
    var cell = pen
    cell.text = String(character)
    cells[cursorRow][cursorColumn] = cell
    last = (cursorColumn, cursorRow)
    isContinuing = true
    if width == 2 {
      cell.text = ""
      cells[cursorRow][cursorColumn + 1] = cell
    }
    cursorColumn += width
    if cursorColumn == columns {
      cursorColumn = columns - 1
      isWrapPending = wrapsAtMargin
    }
  }

  private func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    let category = scalar.properties.generalCategory
    let isMark = category == .nonspacingMark || category == .enclosingMark
    let isLaterJamo = (0x1160..<0x1200).contains(scalar.value)
    let known = isMark || isLaterJamo ? 0 : GlyphWidth.columns(of: character)
    guard scalar.value >= 0x483 else { return known }
    switch opinion {
    case .wcwidth: return known
    case .narrow: return category == .spacingMark || scalar.value == 0x0E33 ? 0 : known
    case .wide:
      if isMark || isLaterJamo { return 1 }
      return scalar.properties.isEmoji || category == .privateUse || scalar.value == 0x2630
        ? 2 : known
    case .clusters:
      return isContinuing && (cells[last.row][last.column].text + String(character)).count == 1
        ? 0 : known
    }
  }

  /// Removes the glyph that has a half in a column.
  private mutating func blankGlyph(at column: Int) {
    if cells[cursorRow][column].text.isEmpty, column > 0 { cells[cursorRow][column - 1].text = " " }
    if column + 1 < columns, cells[cursorRow][column + 1].text.isEmpty {
      cells[cursorRow][column + 1].text = " "
    }
    cells[cursorRow][column].text = " "
    writeCounts[cursorRow][column] += 1
  }

  private mutating func escape(_ byte: UInt8) {
    guard pending.count > 1 else { return }
    if byte == UInt8(ascii: "7"), pending.count == 2 {
      saved = (cursorColumn, cursorRow, pen)
      pending = []
      return
    }
    if byte == UInt8(ascii: "8"), pending.count == 2 {
      (cursorColumn, cursorRow, pen) = saved
      isWrapPending = false
      pending = []
      return
    }
    // APC, DCS, OSC, PM and SOS: never shown.
    if Self.stringIntroducers.contains(pending[1]) {
      // CAN ends it, and nothing of it counts.
      guard byte != 0x18 else {
        pending = []
        return
      }
      let isEnded = byte == 0x5C && pending.count > 3 && pending[pending.count - 2] == 0x1B
      guard byte == 0x07 || isEnded else { return }
      unknown.append(PseudoTerminal.readable(pending[...]))
      pending = []
      return
    }
    guard pending[1] == UInt8(ascii: "[") else {
      unknown.append(PseudoTerminal.readable(pending[...]))
      pending = []
      return
    }
    guard pending.count > 2, (0x40..<0x7F).contains(byte) else { return }
    let body = String(decoding: pending[2..<pending.count - 1], as: UTF8.self)
    pending = []
    sequence(body, Character(Unicode.Scalar(byte)))
  }

  private mutating func sequence(_ body: String, _ final: Character) {
    if final != "m" { isContinuing = false }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch (final, body.first) {
    case ("h", "?"), ("l", "?"): mode(body, isOn: final == "h")
    case ("H", _):
      cursorRow = min(rows, max(1, numbers.first ?? 1)) - 1
      move(toColumn: max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case ("A", _): cursorRow = max(0, cursorRow - count)
    case ("B", _): cursorRow = min(rows - 1, cursorRow + count)
    case ("C", _): move(toColumn: cursorColumn + count)
    case ("D", _): move(toColumn: cursorColumn - count)
    case ("G", _): move(toColumn: count - 1)
    case ("d", _): cursorRow = min(rows, count) - 1
    case ("K", _): erase(numbers.first ?? 0)
    case ("X", _): erase(cursorColumn..<min(columns, cursorColumn + count))
    case ("J", _): eraseScreen(numbers.first ?? 0)
    case ("m", _): style(numbers)
    default: unknown.append("CSI \(body)\(final)")
    }
  }

  private mutating func move(toColumn column: Int) {
    cursorColumn = min(columns - 1, max(0, column))
    isWrapPending = false
  }

  private mutating func mode(_ body: String, isOn: Bool) {
    switch body {
    case "?7":
      wrapsAtMargin = isOn
      isWrapPending = false
    case "?25": isCursorVisible = isOn
    case "?1049", "?1000", "?1002", "?1006", "?2004", "?2026", "?8452": break
    default: unknown.append("mode \(body)")
    }
  }

  private mutating func erase(_ range: Range<Int>) {
    for column in range {
      blankGlyph(at: column)
      cells[cursorRow][column] = Cell(background: pen.background)
    }
  }

  private mutating func erase(_ kind: Int) {
    switch kind {
    case 0: erase(cursorColumn..<columns)
    case 1: erase(0..<cursorColumn + 1)
    default: erase(0..<columns)
    }
  }

  private mutating func eraseScreen(_ kind: Int) {
    if kind == 0 { erase(0) }
    let blank = Array(repeating: Cell(background: pen.background), count: columns)
    for row in 0..<rows where kind == 2 || (kind == 0 && row > cursorRow) {
      cells[row] = blank
      for column in 0..<columns { writeCounts[row][column] += 1 }
    }
    if kind == 1 { unknown.append("CSI 1J") }
  }

  private mutating func style(_ numbers: [Int]) {
    var rest = (numbers.isEmpty ? [0] : numbers)[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: pen = Cell()
      case 1...9: pen.attributes.insert(number)
      case 23, 24: pen.attributes.remove(number - 20)
      case 27: pen.attributes.remove(7)
      case 30...37, 90...97: pen.foreground = "\(number)"
      case 40...47, 100...107: pen.background = "\(number)"
      case 39: pen.foreground = ""
      case 49: pen.background = ""
      case 38, 48:
        let count = rest.first == 2 ? 4 : 2
        let color = ([number] + rest.prefix(count)).map { "\($0)" }.joined(separator: ";")
        rest = rest.dropFirst(count)
        if number == 38 { pen.foreground = color } else { pen.background = color }
      default: unknown.append("SGR \(number)")
      }
    }
  }
}
