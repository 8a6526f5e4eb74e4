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
    /// Bit n for the attribute n: 1 bold, 2 dim, 4 underlined, 7 reversed, 8 concealed.
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

    /// Appends the shortest sequence that changes one look into another; attributes only end with all others, as in ncurses.
    static func appendChange(from old: Look, to new: Look, to output: inout CompactWriter) {
      guard old != new else { return }
      let start = output.count
      // An empty parameter resets everything.
      new.appendSequence(since: .plain, afterReset: true, to: &output)
      guard old.attributes & ~new.attributes == 0 else { return }
      let end = output.count
      new.appendSequence(since: old, to: &output)
      if output.count - end <= end - start {
        output.remove(start..<end)
      } else {
        output.remove(end..<output.count)
      }
    }

    private func appendSequence(
      since old: Look, afterReset: Bool = false, to output: inout CompactWriter
    ) {
      output.append(0x1B)
      output.append(UInt8(ascii: "["))
      var needsSeparator = afterReset
      for attribute in 1...8 where attributes & ~old.attributes & 1 << UInt16(attribute) != 0 {
        output.append(parameter: attribute, after: &needsSeparator)
      }
      if foreground != old.foreground {
        output.append(foreground, default: 39, bright: 82, after: &needsSeparator)
      }
      if background != old.background {
        output.append(background, default: 49, bright: 92, after: &needsSeparator)
      }
      output.append(UInt8(ascii: "m"))
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
    for order in frame.isOrderFree ? [frame.runsByLook(), frame.runs] : [frame.runs] {
      if let written = frame.written(order, from: position, below: shortest.count) {
        shortest = written
      }
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
      current = looks.remove(at: Self.nearest(to: current, of: looks))
      ordered += runs.filter { $0.look == current }
    }
    return ordered
  }

  /// The first of the looks that take the shortest change.
  private static func nearest(to current: Look, of looks: [Look]) -> Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CompactWriter.slack) { memory in
      var (nearest, least) = (0, Int.max)
      for (index, look) in looks.enumerated() {
        var change = CompactWriter(memory)
        Look.appendChange(from: current, to: look, to: &change)
        if change.count < least { (nearest, least) = (index, change.count) }
      }
      return nearest
    }
  }

  /// The runs with all that is between them; nil if that is not less than a number of bytes.
  private func written(_ runs: [Run], from position: Point, below limit: Int) -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit + CompactWriter.slack) { memory in
      var output = CompactWriter(memory)
      guard write(runs, from: position, below: limit, to: &output) else { return nil }
      return Array(memory[..<output.count])
    }
  }

  private func write(
    _ runs: [Run], from position: Point, below limit: Int, to result: inout CompactWriter
  ) -> Bool {
    var look = Look.plain
    /// nil behind the last column, where terminals differ.
    var place: Point? = position
    for run in runs {
      let start = Point(column: run.columns.lowerBound, row: run.row)
      Self.appendMove(from: place, to: start, to: &result)
      Look.appendChange(from: look, to: run.look, to: &result)
      guard result.count + run.bytes.count < limit else { return false }
      result.append(contentsOf: bytes, run.bytes)
      look = run.look
      if run.isErasing {
        place = start
      } else {
        let next = run.columns.upperBound
        place = next < size.columns ? Point(column: next, row: run.row) : nil
      }
    }
    Look.appendChange(from: look, to: endLook, to: &result)
    Self.appendMove(from: place, to: end, to: &result)
    return result.count < limit
  }

  /// A way along a line.
  private enum Way {
    case none, carriageReturn, column, back, forward
  }

  /// Appends the shortest way from one position to another.
  private static func appendMove(from start: Point?, to end: Point, to result: inout CompactWriter)
  {
    guard start != end else { return }
    let rowDigits = end == .zero ? 0 : decimalCount(end.row + 1)
    let columnDigits = end.column > 0 ? 1 + decimalCount(end.column + 1) : 0
    var shortest = 3 + rowDigits + columnDigits
    var way: Way?
    if let start, end.row - start.row <= 8 {
      let rows = start.row <= end.row ? end.row - start.row : moveCount(start.row - end.row)
      let right = end.column - start.column
      func consider(_ other: Way, _ count: Int) {
        guard rows + count < shortest else { return }
        (shortest, way) = (rows + count, other)
      }
      if right == 0 {
        consider(.none, 0)
      } else {
        if end.column == 0 {
          consider(.carriageReturn, 1)
        } else {
          consider(.column, moveCount(end.column + 1))
        }
        if right < 0, right >= -4 { consider(.back, -right) }
        if right > 0 { consider(.forward, moveCount(right)) }
      }
    }
    guard let way, let start else {
      result.append(0x1B)
      result.append(UInt8(ascii: "["))
      if rowDigits > 0 { result.append(decimal: end.row + 1) }
      if columnDigits > 0 {
        result.append(UInt8(ascii: ";"))
        result.append(decimal: end.column + 1)
      }
      return result.append(UInt8(ascii: "H"))
    }
    switch way {
    case .none: break
    case .carriageReturn: result.append(0x0D)
    case .column: result.append(move: end.column + 1, by: UInt8(ascii: "G"))
    case .back: for _ in end.column..<start.column { result.append(0x08) }
    case .forward: result.append(move: end.column - start.column, by: UInt8(ascii: "C"))
    }
    if start.row <= end.row {
      for _ in start.row..<end.row { result.append(0x0A) }
    } else {
      result.append(move: start.row - end.row, by: UInt8(ascii: "A"))
    }
  }

  /// How many bytes `append(move:by:)` takes.
  private static func moveCount(_ number: Int) -> Int {
    3 + (number > 1 ? decimalCount(number) : 0)
  }

  private static func decimalCount(_ number: Int) -> Int {
    number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 3 + decimalCount(number / 1000)
  }
}
