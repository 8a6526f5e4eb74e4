import TerminalKit

/// The bytes of a small frame, written again with fewer changes of colours and attributes.
///
/// ncurses goes through a frame line by line, switches to normal in two sequences and to a style in one for each of its
/// parts, and moves with absolute positions. A move in the list changes three styles in five lines: written style after
/// style, with the shortest moves, it takes two thirds of the bytes (decision 96).
///
/// What is written, and where, is not touched. A frame that contains anything but text, moves, styles and erasing to the end
/// of a line is left as it is.
nonisolated struct CompactOutput {
  /// Colours and attributes (ECMA-48 8.3.117, SGR), as ncurses sets them.
  struct Look: Hashable {
    /// Bit n for the attribute n: 1 bold, 2 dim, 3 italic, 4 underlined, 7 reversed, 8 concealed.
    var attributes: UInt16 = 0
    /// The parameters of the colours; empty for the default ones.
    var foreground: [Int] = []
    var background: [Int] = []

    static let plain = Look()

    /// False if a parameter is not known.
    mutating func apply(_ numbers: [Int]) -> Bool {
      var index = 0
      while index < numbers.count {
        let number = numbers[index]
        switch number {
        case 0: self = .plain
        case 1, 2, 3, 4, 7, 8: attributes |= 1 << UInt16(number)
        case 22: attributes &= ~(1 << 1 | 1 << 2)
        case 23, 24, 27, 28: attributes &= ~(1 << UInt16(number - 20))
        case 30...37, 90...97: foreground = [number]
        case 39: foreground = []
        case 40...47, 100...107: background = [number]
        case 49: background = []
        case 38, 48:
          guard index + 1 < numbers.count else { return false }
          let count = numbers[index + 1] == 5 ? 3 : numbers[index + 1] == 2 ? 5 : 0
          guard count > 0, index + count <= numbers.count else { return false }
          let color = Array(numbers[index..<index + count])
          if number == 38 { foreground = color } else { background = color }
          index += count - 1
        default: return false
        }
        index += 1
      }
      return true
    }

    /// The shortest sequence that changes one look into another; attributes only end with all others, as in ncurses.
    static func change(from old: Look, to new: Look) -> [UInt8] {
      guard old != new else { return [] }
      let all = new.numbers(since: .plain)
      var bytes = sequence(all.isEmpty ? [] : [nil] + all)
      if old.attributes & ~new.attributes == 0 {
        let change = sequence(new.numbers(since: old))
        if change.count <= bytes.count { bytes = change }
      }
      return bytes
    }

    private func numbers(since old: Look) -> [Int?] {
      var numbers: [Int?] = []
      for attribute in 1...8 where attributes & ~old.attributes & 1 << UInt16(attribute) != 0 {
        numbers.append(attribute)
      }
      if foreground != old.foreground { numbers += foreground.isEmpty ? [39] : foreground }
      if background != old.background { numbers += background.isEmpty ? [49] : background }
      return numbers
    }

    private static func sequence(_ numbers: [Int?]) -> [UInt8] {
      Array("\u{1B}[\(numbers.map { $0.map(String.init) ?? "" }.joined(separator: ";"))m".utf8)
    }
  }

  /// Text of one look, or erasing, within a line.
  private struct Run {
    var row: Int
    var columns: Range<Int>
    var look: Look
    var bytes: Range<Int>
    /// Whether the cursor stays at its beginning.
    var isErasing = false
  }

  /// A frame that is longer consists mostly of text.
  private static let byteLimit = 4096

  private let bytes: [UInt8]
  private let size: Size
  private var runs: [Run] = []
  private var end = Point.zero
  private var endLook = Look.plain

  /// - Parameters:
  ///   - bytes: What ncurses writes to an ECMA-48 terminal, which has no attributes set before.
  ///   - position: Where the cursor is before.
  /// - Returns: Bytes that have the same effect, not more than there were.
  static func compacted(_ bytes: [UInt8], size: Size, from position: Point) -> [UInt8] {
    guard !bytes.isEmpty, bytes.count <= byteLimit,
      let frame = CompactOutput(bytes, size: size, from: position)
    else { return bytes }
    var shortest = bytes
    for order in frame.isOrderFree ? [frame.runs, frame.runsByLook()] : [frame.runs] {
      let written = frame.write(order, from: position)
      if written.count < shortest.count { shortest = written }
    }
    return shortest
  }

  private init?(_ bytes: [UInt8], size: Size, from position: Point) {
    self.bytes = bytes
    self.size = size
    var output = CursesOutput(bytes)
    var cursor = CursesCursor(size: size, at: position)
    var look = Look.plain
    var isTextOpen = false
    while true {
      let start = output.index
      guard let element = output.next() else { break }
      switch element {
      case .scalar(_, let columns):
        // After the last column ncurses writes at a position of its own.
        guard columns >= 0, columns == 0 || cursor.column < size.columns else { return nil }
        let column = cursor.start(ofColumns: max(1, columns))
        if isTextOpen, let last = runs.indices.last,
          column == runs[last].columns.upperBound || columns == 0
        {
          runs[last].bytes = runs[last].bytes.lowerBound..<output.index
          runs[last].columns =
            runs[last].columns.lowerBound..<runs[last].columns.upperBound + columns
        } else {
          guard columns > 0 else { return nil }
          runs.append(
            Run(
              row: cursor.row, columns: column..<column + columns, look: look,
              bytes: start..<output.index))
        }
        isTextOpen = true
      case .sequence(UInt8(ascii: "m"), let numbers, isPrivate: false):
        guard look.apply(numbers) else { return nil }
        isTextOpen = false
      case .sequence(UInt8(ascii: "K"), let numbers, isPrivate: false):
        guard numbers == [0] || numbers.isEmpty, cursor.column < size.columns else { return nil }
        runs.append(
          Run(
            row: cursor.row, columns: cursor.column..<size.columns, look: look,
            bytes: start..<output.index, isErasing: true))
        isTextOpen = false
      case .sequence(let final, _, isPrivate: false):
        guard "HABCDGd".utf8.contains(final) else { return nil }
        isTextOpen = false
      case .control(0x0D), .control(0x08), .control(0x0A): isTextOpen = false
      case .control, .sequence, .unknown: return nil
      }
      cursor.follow(element)
    }
    guard cursor.column < size.columns else { return nil }
    end = cursor.position
    endLook = look
  }

  /// Whether no two runs have a cell in common.
  private var isOrderFree: Bool {
    for (index, run) in runs.enumerated() {
      for other in runs[..<index] where other.row == run.row && other.columns.overlaps(run.columns)
      {
        return false
      }
    }
    return true
  }

  /// Look after look, each time the one that takes the shortest change.
  private func runsByLook() -> [Run] {
    var ordered: [Run] = []
    var looks: [Look] = []
    for run in runs where !looks.contains(run.look) { looks.append(run.look) }
    var current = Look.plain
    while let next = looks.indices.min(by: {
      Look.change(from: current, to: looks[$0]).count
        < Look.change(from: current, to: looks[$1]).count
    }) {
      current = looks.remove(at: next)
      ordered += runs.filter { $0.look == current }
    }
    return ordered
  }

  private func write(_ runs: [Run], from position: Point) -> [UInt8] {
    var result: [UInt8] = []
    var look = Look.plain
    /// nil behind the last column, where terminals differ.
    var place: Point? = position
    for run in runs {
      let start = Point(column: run.columns.lowerBound, row: run.row)
      result += move(from: place, to: start)
      result += Look.change(from: look, to: run.look)
      result += bytes[run.bytes]
      look = run.look
      if run.isErasing {
        place = start
      } else {
        let next = run.columns.upperBound
        place = next < size.columns ? Point(column: next, row: run.row) : nil
      }
    }
    result += Look.change(from: look, to: endLook)
    return result + move(from: place, to: end)
  }

  /// The shortest way from one position to another.
  private func move(from start: Point?, to end: Point) -> [UInt8] {
    guard start != end else { return [] }
    let column = end.column + 1
    let row = end.row == 0 && column == 1 ? "" : String(end.row + 1)
    var shortest = Array((column == 1 ? "\u{1B}[\(row)H" : "\u{1B}[\(row);\(column)H").utf8)
    guard let start else { return shortest }
    let down = end.row - start.row
    let vertical =
      down >= 0
      ? String(repeating: "\n", count: min(down, 8)) : "\u{1B}[\(down == -1 ? "" : String(-down))A"
    guard down <= 8 else { return shortest }
    let rows = down == 0 ? "" : vertical
    let right = end.column - start.column
    var ways = [right == 0 ? "" : "\u{1B}[\(column)G"]
    if end.column == 0 { ways.append("\r") }
    if right < 0, right >= -4 { ways.append(String(repeating: "\u{8}", count: -right)) }
    if right > 0 { ways.append("\u{1B}[\(right == 1 ? "" : String(right))C") }
    for way in ways where way.utf8.count + rows.utf8.count < shortest.count {
      shortest = Array((way + rows).utf8)
    }
    return shortest
  }
}
