import TerminalKit

/// The cells that a sequence of ncurses' bytes writes: text and erasing remove what a picture drew there.
///
/// Comparing frames is not enough, because ncurses rewrites unchanged cells if that is shorter than moving the cursor
/// over them. After unexpected output (`CursesOutput`), all cells count as written.
nonisolated struct WrittenCells {
  private(set) var isEverything = false
  private var written: [Bool]
  private var cursor: CursesCursor

  /// - Parameter position: The previous position of the cursor; ncurses moves from there.
  init(size: Size, from position: Point = .zero) {
    written = Array(repeating: false, count: size.columns * size.rows)
    cursor = CursesCursor(size: size, at: position)
  }

  private var size: Size { cursor.size }

  /// The position of the cursor.
  var position: Point { cursor.position }

  func contains(column: Int, row: Int) -> Bool {
    isEverything || written[row * size.columns + column]
  }

  mutating func feed(_ bytes: [UInt8]) {
    guard !written.isEmpty else { return }
    var output = CursesOutput(bytes)
    while !isEverything, let element = output.next() {
      mark(element)
      cursor.follow(element)
    }
  }

  private mutating func mark(_ element: CursesOutput.Element) {
    switch element {
    case .scalar(_, let columns) where columns > 0:
      let start = cursor.start(ofColumns: columns)
      mark(start..<start + columns)
    // A mark changes the preceding glyph.
    case .scalar(_, let columns) where columns == 0: mark(cursor.column - 1..<cursor.column)
    case .control(0x0D), .control(0x08), .control(0x0A): break
    case .sequence(let final, _, isPrivate: true):
      if final != UInt8(ascii: "h") && final != UInt8(ascii: "l") { isEverything = true }
    case .sequence(let final, let numbers, isPrivate: false): erase(final, numbers.first ?? 0)
    case .scalar, .control, .unknown: isEverything = true
    }
  }

  private mutating func mark(_ columns: Range<Int>) { mark(columns, row: cursor.row) }

  private mutating func mark(_ columns: Range<Int>, row: Int) {
    guard (0..<size.rows).contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      written[row * size.columns + column] = true
    }
  }

  private mutating func erase(_ final: UInt8, _ first: Int) {
    switch final {
    case UInt8(ascii: "K"): eraseLine(first)
    case UInt8(ascii: "J") where first == 0:
      eraseLine(0)
      for row in cursor.row + 1..<max(cursor.row + 1, size.rows) {
        mark(0..<size.columns, row: row)
      }
    case UInt8(ascii: "H"), UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "C"),
      UInt8(ascii: "D"),
      UInt8(ascii: "G"), UInt8(ascii: "d"), UInt8(ascii: "m"):
      break
    default: isEverything = true
    }
  }

  private mutating func eraseLine(_ kind: Int) {
    switch kind {
    case 0: mark(min(cursor.column, size.columns - 1)..<size.columns)
    case 1: mark(0..<cursor.column + 1)
    default: mark(0..<size.columns)
    }
  }
}
