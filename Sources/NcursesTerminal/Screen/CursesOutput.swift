import CNcurses
import TerminalKit

/// Parses ncurses' output: glyphs, and the sequences that `TerminalDescription` allows it to write.
nonisolated struct CursesOutput {
  enum Element {
    /// With the width that ncurses uses; 0 for marks, negative for scalars without a width.
    case scalar(Unicode.Scalar, columns: Int)
    case control(UInt8)
    /// `CSI …`; `isPrivate` if the parameters start with a `?`, which is omitted.
    case sequence(final: UInt8, numbers: [Int], isPrivate: Bool)
    case unknown
  }

  let bytes: [UInt8]
  /// Where the next element starts.
  private(set) var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Element? {
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    switch byte {
    case 0x1B: return escape()
    case 0..<0x20:
      index += 1
      return .control(byte)
    case ..<0x80:
      index += 1
      return .scalar(Unicode.Scalar(byte), columns: byte == 0x7F ? -1 : 1)
    default: return scalar()
    }
  }

  private mutating func scalar() -> Element {
    let first = bytes[index]
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let end = min(bytes.count, index + length)
    defer { index = end }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for byte in bytes[(index + 1)..<end] {
      guard byte & 0xC0 == 0x80 else { return .unknown }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    // Without a string, because every small frame is read; no form is longer than necessary.
    guard (0xC2..<0xF5).contains(first), end - index == length, let scalar = Unicode.Scalar(value),
      UTF8.width(scalar) == length
    else { return .unknown }
    return .scalar(
      scalar, columns: Int(curses_columns(wchar_t(truncatingIfNeeded: scalar.value))))
  }

  private mutating func escape() -> Element {
    let start = index
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "[") else {
      index = start + 1
      return .unknown
    }
    var end = start + 2
    while end < bytes.count && !(0x40..<0x7F).contains(bytes[end]) { end += 1 }
    index = min(bytes.count, end + 1)
    guard end < bytes.count else { return .unknown }
    var parameters = bytes[start + 2..<end]
    let isPrivate = parameters.first == UInt8(ascii: "?")
    if isPrivate { parameters.removeFirst() }
    return .sequence(
      final: bytes[end], numbers: Self.numbers(in: parameters), isPrivate: isPrivate)
  }

  /// Without strings, because every small frame is read.
  private static func numbers(in parameters: ArraySlice<UInt8>) -> [Int] {
    var numbers: [Int] = []
    var (number, isNumber) = (0, true)
    for byte in parameters {
      if byte == UInt8(ascii: ";") {
        numbers.append(isNumber ? number : 0)
        (number, isNumber) = (0, true)
      } else if (0x30..<0x3A).contains(byte), number < 1 << 24 {
        number = number * 10 + Int(byte - 0x30)
      } else {
        isNumber = false
      }
    }
    numbers.append(isNumber ? number : 0)
    return numbers
  }
}

/// The position of the terminal's cursor according to ncurses.
nonisolated struct CursesCursor {
  let size: Size
  /// `size.columns` after the last glyph of a line.
  private(set) var column: Int
  private(set) var row: Int

  init(size: Size, at position: Point) {
    self.size = size
    column = position.column
    row = position.row
  }

  var position: Point { Point(column: column, row: row) }

  mutating func follow(_ element: CursesOutput.Element) {
    switch element {
    case .scalar(_, let columns): if columns > 0 { column = start(ofColumns: columns) + columns }
    case .control(0x0D): column = 0
    case .control(0x08): column = max(0, column - 1)
    case .control(0x0A): row = min(size.rows - 1, row + 1)
    case .sequence(let final, let numbers, false): move(final, numbers)
    case .control, .sequence, .unknown: break
    }
  }

  /// Where a glyph of this width starts: ncurses writes the last column last and moves the cursor from there, so that a
  /// line never wraps.
  func start(ofColumns columns: Int) -> Int { min(column, max(0, size.columns - columns)) }

  private mutating func move(_ final: UInt8, _ numbers: [Int]) {
    let count = max(1, numbers.first ?? 1)
    switch final {
    case UInt8(ascii: "H"):
      row = min(size.rows, count) - 1
      column = min(size.columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case UInt8(ascii: "A"): row = max(0, row - count)
    case UInt8(ascii: "B"): row = min(size.rows - 1, row + count)
    case UInt8(ascii: "C"): column = min(size.columns - 1, column + count)
    case UInt8(ascii: "D"): column = max(0, min(size.columns - 1, column) - count)
    case UInt8(ascii: "G"): column = min(size.columns, count) - 1
    case UInt8(ascii: "d"): row = min(size.rows, count) - 1
    default: break
    }
  }
}

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
