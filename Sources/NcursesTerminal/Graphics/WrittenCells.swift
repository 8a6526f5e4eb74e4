import CNcurses
import TerminalKit

/// Which cells some bytes of ncurses write: text and erasing take away what a picture drew there.
///
/// The frames themselves do not tell: ncurses writes unchanged cells again where that is shorter than
/// moving the cursor over them. It knows what `TerminalDescription.usedStrings` lets ncurses write for a
/// terminal of ECMA-48; at anything else every cell counts as written.
nonisolated struct WrittenCells {
  let size: Size
  private(set) var isEverything = false
  private var written: [Bool]
  private var column = 0
  private var row = 0

  /// - Parameter position: Where the cursor stood before; ncurses moves from there.
  init(size: Size, from position: Point = .zero) {
    self.size = size
    written = Array(repeating: false, count: size.columns * size.rows)
    column = position.column
    row = position.row
  }

  /// Where the cursor stands.
  var position: Point { Point(column: column, row: row) }

  func contains(column: Int, row: Int) -> Bool {
    isEverything || written[row * size.columns + column]
  }

  mutating func feed(_ bytes: [UInt8]) {
    guard !written.isEmpty else { return }
    var index = 0
    while index < bytes.count && !isEverything {
      let byte = bytes[index]
      switch byte {
      case 0x1B: index = escape(bytes, index)
      case 0x0D: column = 0
      case 0x08: column = max(0, column - 1)
      case 0x0A: row = min(size.rows - 1, row + 1)
      case 0..<0x20: isEverything = true
      default: index = text(bytes, index)
      }
      index += 1
    }
  }

  /// - Returns: The place of the last byte of the character.
  private mutating func text(_ bytes: [UInt8], _ start: Int) -> Int {
    let first = bytes[start]
    guard first >= 0x80 else {
      put(width: 1)
      return start
    }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let end = min(bytes.count, start + length)
    for scalar in String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars {
      // The widths that ncurses itself goes by.
      let width = curses_columns(wchar_t(truncatingIfNeeded: scalar.value))
      if width < 0 { isEverything = true } else { put(width: Int(width)) }
    }
    return end - 1
  }

  private mutating func put(width: Int) {
    // A mark changes the glyph before it.
    guard width > 0 else { return mark(column - 1..<column) }
    // ncurses writes the last column last and moves from there; wrapping never happens.
    let start = min(column, max(0, size.columns - width))
    mark(start..<start + width)
    column = min(size.columns, start + width)
  }

  private mutating func mark(_ columns: Range<Int>) {
    guard (0..<size.rows).contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      written[row * size.columns + column] = true
    }
  }

  /// - Returns: The place of the sequence's last byte.
  private mutating func escape(_ bytes: [UInt8], _ start: Int) -> Int {
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "[") else {
      isEverything = true
      return start
    }
    var end = start + 2
    while end < bytes.count && !(0x40..<0x7F).contains(bytes[end]) { end += 1 }
    guard end < bytes.count else {
      isEverything = true
      return end
    }
    let parameters = bytes[start + 2..<end]
    let isPrivate = parameters.first == UInt8(ascii: "?")
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    sequence(numbers, bytes[end], isPrivate: isPrivate)
    return end
  }

  private mutating func sequence(_ numbers: [Int], _ final: UInt8, isPrivate: Bool) {
    let first = numbers.first ?? 0
    let count = max(1, first)
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
    case UInt8(ascii: "K"): eraseLine(first)
    case UInt8(ascii: "X"): mark(column..<column + min(count, size.columns))
    case UInt8(ascii: "J"): eraseScreen(first)
    case UInt8(ascii: "m"): break
    case UInt8(ascii: "h") where isPrivate, UInt8(ascii: "l") where isPrivate: break
    default: isEverything = true
    }
  }

  private mutating func eraseLine(_ kind: Int) {
    switch kind {
    case 0: mark(min(column, size.columns - 1)..<size.columns)
    case 1: mark(0..<column + 1)
    default: mark(0..<size.columns)
    }
  }

  private mutating func eraseScreen(_ kind: Int) {
    guard kind == 0 else {
      isEverything = true
      return
    }
    eraseLine(0)
    let former = row
    for below in row + 1..<max(row + 1, size.rows) {
      row = below
      mark(0..<size.columns)
    }
    row = former
  }
}
