import TerminalKit

/// The bytes of a small frame, written again with fewer changes of colours and attributes.
///
/// ncurses goes through a frame line by line, switches to normal in two sequences and to a style in one for each of its
/// parts, and moves with absolute positions. A move in the list changes three styles in five lines: written style after
/// style, with the shortest moves, it takes two thirds of the bytes (decision 96).
///
/// What is written, and where, is not touched. A frame that contains anything but text, moves, styles and erasing to the end
/// of a line, or a picture of characters, is left as it is.
nonisolated struct CompactOutput {
  /// Colours and attributes (ECMA-48 8.3.117, SGR), as ncurses sets them.
  struct Look: Hashable {
    /// Bit n for the attribute n: 1 bold, 2 dim, 3 italic, 4 underlined, 7 reversed, 8 concealed.
    var attributes: UInt16 = 0
    var foreground = Color.default
    var background = Color.default

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
        case 30...37: foreground = .ansi(UInt8(number - 30))
        case 90...97: foreground = .ansi(UInt8(number - 82))
        case 39: foreground = .default
        case 40...47: background = .ansi(UInt8(number - 40))
        case 100...107: background = .ansi(UInt8(number - 92))
        case 49: background = .default
        case 38, 48:
          guard let color = Self.color(numbers[(index + 1)...]) else { return false }
          if number == 38 { foreground = color } else { background = color }
          if case .rgb = color { index += 4 } else { index += 2 }
        default: return false
        }
        index += 1
      }
      return true
    }

    private static func color(_ numbers: ArraySlice<Int>) -> Color? {
      let values = numbers.dropFirst().prefix(numbers.first == 5 ? 1 : 3)
        .compactMap { UInt8(exactly: $0) }
      switch (numbers.first, values.count) {
      case (5, 1): return .indexed(values[0])
      case (2, 3): return .rgb(values[0], values[1], values[2])
      default: return nil
      }
    }

    /// The shortest sequence that changes one look into another; attributes only end with all others, as in ncurses.
    static func change(from old: Look, to new: Look) -> [UInt8] {
      guard old != new else { return [] }
      // An empty parameter resets everything.
      let all = new.sequence(since: .plain, afterReset: true)
      guard old.attributes & ~new.attributes == 0 else { return all }
      let change = new.sequence(since: old)
      return change.count <= all.count ? change : all
    }

    private func sequence(since old: Look, afterReset: Bool = false) -> [UInt8] {
      var sequence = ControlNumbers(hasEmptyFirst: afterReset)
      for attribute in 1...8 where attributes & ~old.attributes & 1 << UInt16(attribute) != 0 {
        sequence.append(attribute)
      }
      if foreground != old.foreground { sequence.append(foreground, default: 39, bright: 82) }
      if background != old.background { sequence.append(background, default: 49, bright: 92) }
      return sequence.ended(by: UInt8(ascii: "m"))
    }
  }

  /// A control sequence in the making, without strings: every frame has dozens.
  private struct ControlNumbers {
    private var bytes: [UInt8] = [0x1B, UInt8(ascii: "[")]
    private var needsSeparator: Bool

    init(hasEmptyFirst: Bool = false) { needsSeparator = hasEmptyFirst }

    mutating func append(_ number: Int) {
      if needsSeparator { bytes.append(UInt8(ascii: ";")) }
      needsSeparator = true
      var divisor = 1
      while number / divisor >= 10 { divisor *= 10 }
      while divisor > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
        divisor /= 10
      }
    }

    mutating func append(_ color: Color, default number: Int, bright: Int) {
      switch color {
      case .default: append(number)
      case .ansi(let index): append(Int(index) + (index < 8 ? number - 9 : bright))
      case .indexed(let index):
        append(number - 1)
        append(5)
        append(Int(index))
      case .rgb(let red, let green, let blue):
        append(number - 1)
        append(2)
        for value in [red, green, blue] { append(Int(value)) }
      }
    }

    consuming func ended(by final: UInt8) -> [UInt8] {
      bytes.append(final)
      return bytes
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
  /// A frame with more looks shows a picture of characters, each in colours of its own: there is nothing to gain, and the
  /// time grows with their square (5 ms for a row's picture).
  private static let lookLimit = 16

  private let bytes: [UInt8]
  private let size: Size
  private var runs: [Run] = []
  /// Those of the runs, in the order of their first ones.
  private var looks: [Look] = []
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
      if let last = runs.last, last.look != looks.last, !looks.contains(last.look) {
        guard looks.count < Self.lookLimit else { return nil }
        looks.append(last.look)
      }
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
    var looks = looks
    var current = Look.plain
    while !looks.isEmpty {
      let costs = looks.map { Look.change(from: current, to: $0).count }
      guard let least = costs.min(), let next = costs.firstIndex(of: least) else { break }
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
    var sequence = ControlNumbers()
    if end != .zero { sequence.append(end.row + 1) }
    if end.column > 0 { sequence.append(end.column + 1) }
    var shortest = sequence.ended(by: UInt8(ascii: "H"))
    guard let start, end.row - start.row <= 8 else { return shortest }
    let down = end.row - start.row
    let rows =
      down >= 0
      ? [UInt8](repeating: 0x0A, count: down) : Self.sequence(-down, by: UInt8(ascii: "A"))
    for way in ways(from: start.column, to: end.column)
    where rows.count + way.count < shortest.count {
      shortest = way + rows
    }
    return shortest
  }

  private func ways(from start: Int, to end: Int) -> [[UInt8]] {
    let right = end - start
    guard right != 0 else { return [[]] }
    var ways = [Self.sequence(end + 1, by: UInt8(ascii: "G"))]
    if end == 0 { ways = [[0x0D]] }
    if right < 0, right >= -4 { ways.append([UInt8](repeating: 0x08, count: -right)) }
    if right > 0 { ways.append(Self.sequence(right, by: UInt8(ascii: "C"))) }
    return ways
  }

  /// A sequence whose number is 1 if it is omitted.
  private static func sequence(_ number: Int, by final: UInt8) -> [UInt8] {
    var sequence = ControlNumbers()
    if number > 1 { sequence.append(number) }
    return sequence.ended(by: final)
  }
}
