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
    case .sequence(UInt8(ascii: "H"), let numbers, false):
      row = min(size.rows, max(1, numbers.first ?? 1)) - 1
      column = min(size.columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case .control, .sequence, .unknown: break
    }
  }

  /// Where a glyph of this width starts: ncurses writes the last column last and moves the cursor from there, so that a
  /// line never wraps.
  func start(ofColumns columns: Int) -> Int { min(column, max(0, size.columns - columns)) }
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
    case .control(0x0D), .sequence(UInt8(ascii: "H"), _, false),
      .sequence(UInt8(ascii: "m"), _, false), .sequence(UInt8(ascii: "h"), _, true),
      .sequence(UInt8(ascii: "l"), _, true):
      break
    // EL and ED, to the end of the line and of the screen.
    case .sequence(UInt8(ascii: "K"), [0], false): markRest()
    case .sequence(UInt8(ascii: "J"), [0], false):
      markRest()
      let next = min(written.count, (cursor.row + 1) * size.columns)
      for index in next..<written.count { written[index] = true }
    case .scalar, .control, .sequence, .unknown: isEverything = true
    }
  }

  private mutating func markRest() {
    mark(min(cursor.column, size.columns - 1)..<size.columns)
  }

  private mutating func mark(_ columns: Range<Int>) {
    guard (0..<size.rows).contains(cursor.row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      written[cursor.row * size.columns + column] = true
    }
  }
}
