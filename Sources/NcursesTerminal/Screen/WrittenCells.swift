import CNcurses
import TerminalKit

/// The cells that a sequence of ncurses' bytes writes: text and erasing remove what a picture drew there.
///
/// Comparing frames is not enough, because ncurses rewrites unchanged cells if that is shorter than moving the cursor over
/// them. It reads glyphs and the sequences that `TerminalDescription` allows ncurses to write; after anything else, all cells
/// count as written.
nonisolated struct WrittenCells {
  let size: Size
  private(set) var isEverything = false
  private var written: [Bool]
  /// `size.columns` after the last glyph of a line.
  private var column: Int
  private var row: Int

  /// - Parameter position: The previous position of the cursor; ncurses moves from there.
  init(size: Size, from position: Point = .zero) {
    self.size = size
    written = Array(repeating: false, count: size.columns * size.rows)
    (column, row) = (position.column, min(position.row, size.rows - 1))
  }

  /// The position of the cursor.
  var position: Point { Point(column: column, row: row) }

  func contains(column: Int, row: Int) -> Bool {
    isEverything || written[row * size.columns + column]
  }

  mutating func feed(_ bytes: [UInt8]) {
    guard !written.isEmpty else { return }
    var index = 0
    while index < bytes.count, !isEverything {
      switch bytes[index] {
      case 0x1B: sequence(bytes, &index)
      case 0x0D:
        column = 0
        index += 1
      case 0..<0x20, 0x7F: isEverything = true
      case ..<0x80:
        glyph(columns: 1)
        index += 1
      default: scalar(bytes, &index)
      }
    }
  }

  // MARK: Text

  /// Without a string, because every small frame is read.
  private mutating func scalar(_ bytes: [UInt8], _ index: inout Int) {
    let first = bytes[index]
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let end = min(bytes.count, index + length)
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for byte in bytes[(index + 1)..<end] { value = value << 6 | UInt32(byte & 0x3F) }
    index = end
    glyph(columns: Int(curses_columns(wchar_t(truncatingIfNeeded: value))))
  }

  /// - Parameter columns: The width that ncurses uses; 0 for a mark, which changes the preceding glyph.
  private mutating func glyph(columns: Int) {
    guard columns >= 0 else {
      isEverything = true
      return
    }
    // ncurses writes the last column last and moves the cursor from there, so that a line never wraps.
    let start = columns > 0 ? min(column, max(0, size.columns - columns)) : column - 1
    mark(start..<start + max(1, columns), row: row)
    if columns > 0 { column = start + columns }
  }

  private mutating func mark(_ columns: Range<Int>, row: Int) {
    for column in columns.clamped(to: 0..<size.columns) {
      written[row * size.columns + column] = true
    }
  }

  // MARK: Sequences

  /// `CSI …`.
  private mutating func sequence(_ bytes: [UInt8], _ index: inout Int) {
    guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "["),
      let end = bytes[(index + 2)...].firstIndex(where: { (0x40..<0x7F).contains($0) })
    else {
      isEverything = true
      return
    }
    let parameters = bytes[index + 2..<end]
    index = end + 1
    switch bytes[end] {
    case UInt8(ascii: "m"): break
    case UInt8(ascii: "h"), UInt8(ascii: "l"):
      if parameters.first != UInt8(ascii: "?") { isEverything = true }
    case UInt8(ascii: "H"):
      let numbers = Self.numbers(in: parameters)
      row = min(size.rows, max(1, numbers[0])) - 1
      column = min(size.columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case UInt8(ascii: "K") where parameters.isEmpty: eraseLine()
    case UInt8(ascii: "J") where parameters.isEmpty:
      eraseLine()
      for row in row + 1..<max(row + 1, size.rows) { mark(0..<size.columns, row: row) }
    default: isEverything = true
    }
  }

  private mutating func eraseLine() {
    mark(min(column, size.columns - 1)..<size.columns, row: row)
  }

  /// Without strings, because every small frame is read.
  private static func numbers(in parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      $0.reduce(0) { min($0, 1 << 24) * 10 + Int($1 & 0x0F) }
    }
  }
}
