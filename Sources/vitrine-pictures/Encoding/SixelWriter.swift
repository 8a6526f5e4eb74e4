/// The data of a sixel picture (DEC STD 070, *sixel device control string*): everything between `q` and ST.
///
/// Written in one pass over each band of six rows: every colour has a line of its own that grows column by column, so
/// that the time depends on the pixels and not on the colours.
struct SixelWriter {
  private let pixels: IndexedPixels
  private var output: [UInt8] = []

  /// - Complexity: O(*pixels*).
  static func data(of pixels: IndexedPixels) -> [UInt8] {
    var writer = SixelWriter(pixels: pixels)
    writer.writeHeader()
    writer.writeBands()
    return writer.output
  }

  private init(pixels: IndexedPixels) {
    self.pixels = pixels
    output.reserveCapacity(pixels.width * pixels.height / 2 + 8192)
  }

  /// The colour that a terminal shows for a colour: registers are set in hundredths.
  static func shown(_ color: SIMD3<UInt8>) -> SIMD3<UInt8> {
    func channel(_ value: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (hundredths(value) * 255 + 50) / 100)
    }
    return SIMD3(channel(color.x), channel(color.y), channel(color.z))
  }

  private static func hundredths(_ value: UInt8) -> Int { (Int(value) * 100 + 127) / 255 }

  /// Raster attributes (square pixels, the size) and the colour registers.
  private mutating func writeHeader() {
    output += Array("\"1;1;\(pixels.width);\(pixels.height)".utf8)
    for (number, color) in pixels.palette.colors.enumerated() {
      let channels = [color.x, color.y, color.z].map { String(Self.hundredths($0)) }
      output += Array("#\(number);2;\(channels.joined(separator: ";"))".utf8)
    }
  }

  private mutating func writeBands() {
    guard pixels.width > 0 else { return }
    var band = SixelBand(width: pixels.width, colorCount: pixels.palette.colors.count)
    pixels.numbers.withUnsafeBufferPointer { numbers in
      for first in stride(from: 0, to: pixels.height, by: 6) {
        if first > 0 { output.append(UInt8(ascii: "-")) }
        // The last band has no bits below the picture's end.
        let rows = min(6, pixels.height - first)
        band.read(UnsafeBufferPointer(rebasing: numbers[(first * pixels.width)...]), rows: rows)
        band.write(to: &output)
      }
    }
  }
}

/// Six rows of a sixel picture, a line for each colour.
private struct SixelBand {
  /// The part of a colour's line that is written.
  private struct Line {
    /// How many bytes of its room are used.
    var count = 0
    /// The column after the last one that was added.
    var next = 0
    /// The pixels of the last column, and how often they came in a row.
    var bits: UInt8 = 0
    var repeats = 0
  }

  private let width: Int
  private var lines: [Line]
  /// Room for each line: never more than a byte a column, because repeats are only encoded if that is shorter.
  private var room: [UInt8]
  /// The colours of this band in the order of their first columns.
  private var used: [Int] = []
  private var columnBits: [UInt8]
  /// The same row by row, if that is shorter; empty otherwise.
  private var runs: [UInt8] = []

  init(width: Int, colorCount: Int) {
    self.width = width
    lines = [Line](repeating: Line(), count: colorCount)
    room = [UInt8](repeating: 0, count: colorCount * width)
    columnBits = [UInt8](repeating: 0, count: colorCount)
  }

  /// Takes the pixels of 1...6 rows.
  mutating func read(_ numbers: UnsafeBufferPointer<UInt16>, rows: Int) {
    used.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    defer { readRuns(numbers, rows: rows) }
    let width = width
    lines.withUnsafeMutableBufferPointer { lines in
      room.withUnsafeMutableBufferPointer { room in
        columnBits.withUnsafeMutableBufferPointer { bits in
          withUnsafeTemporaryAllocation(of: Int.self, capacity: 6) { touched in
            for column in 0..<width {
              var touchedCount = 0
              for row in 0..<rows {
                let number = Int(numbers[row * width + column])
                guard number < bits.count else { continue }
                if bits[number] == 0 {
                  touched[touchedCount] = number
                  touchedCount += 1
                }
                bits[number] |= 1 << UInt8(row)
              }
              for index in 0..<touchedCount {
                let number = touched[index]
                if lines[number].next == 0 { used.append(number) }
                Self.add(
                  bits[number], at: column, to: &lines[number],
                  room: room.baseAddress.unsafelyUnwrapped + number * width)
                bits[number] = 0
              }
            }
          }
          for number in used {
            Self.finish(
              &lines[number], room: room.baseAddress.unsafelyUnwrapped + number * width)
          }
        }
      }
    }
  }

  /// A pixel may be followed by one of another colour. Where each is a square of several, or all are of few colours, a line for each
  /// row that differs is shorter than one for each colour, which skips all other pixels.
  private mutating func readRuns(_ numbers: UnsafeBufferPointer<UInt16>, rows: Int) {
    var starts = [0]
    for row in 1..<max(rows, 1) {
      let former = UnsafeBufferPointer(rebasing: numbers[((row - 1) * width)..<(row * width)])
      let own = UnsafeBufferPointer(rebasing: numbers[(row * width)..<((row + 1) * width)])
      if !former.elementsEqual(own) { starts.append(row) }
      guard starts.count <= Self.runRowLimit else { return }
    }
    let lineCount = used.reduce(0) { $0 + lines[$1].count + 4 }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : rows
      let bits = UInt8((1 << end) - (1 << start))
      if index > 0 { runs.append(UInt8(ascii: "$")) }
      appendRuns(
        UnsafeBufferPointer(rebasing: numbers[(start * width)..<((start + 1) * width)]), bits)
      guard runs.count < lineCount else { return runs.removeAll(keepingCapacity: true) }
    }
  }

  private static let runRowLimit = 2

  private mutating func appendRuns(_ numbers: UnsafeBufferPointer<UInt16>, _ bits: UInt8) {
    var column = 0
    var color: UInt16?
    while column < width {
      let number = numbers[column]
      let start = column
      repeat { column += 1 } while column < width && numbers[column] == number
      let isDrawn = Int(number) < columnBits.count
      if isDrawn, color != number {
        runs.append(UInt8(ascii: "#"))
        Self.put(Int(number)) { runs.append($0) }
        color = number
      }
      let byte = 0x3F + (isDrawn ? bits : 0)
      if column - start > 3 {
        runs.append(UInt8(ascii: "!"))
        Self.put(column - start) { runs.append($0) }
        runs.append(byte)
      } else {
        for _ in start..<column { runs.append(byte) }
      }
    }
  }

  /// Writes the lines over each other, and clears them.
  mutating func write(to output: inout [UInt8]) {
    guard runs.isEmpty else {
      output += runs
      for number in used { lines[number] = Line() }
      return
    }
    for (index, number) in used.enumerated() {
      if index > 0 { output.append(UInt8(ascii: "$")) }
      output.append(UInt8(ascii: "#"))
      Self.put(number) { output.append($0) }
      output += room[number * width..<number * width + lines[number].count]
      lines[number] = Line()
    }
  }

  @inline(__always)
  private static func add(
    _ bits: UInt8, at column: Int, to line: inout Line, room: UnsafeMutablePointer<UInt8>
  ) {
    if bits == line.bits, column == line.next {
      line.repeats += 1
    } else {
      finish(&line, room: room)
      if column > line.next {
        line.bits = 0
        line.repeats = column - line.next
        finish(&line, room: room)
      }
      line.bits = bits
      line.repeats = 1
    }
    line.next = column + 1
  }

  /// Writes the columns that are still held back.
  @inline(__always)
  private static func finish(_ line: inout Line, room: UnsafeMutablePointer<UInt8>) {
    let byte = 0x3F + line.bits
    if line.repeats > 3 {
      room[line.count] = UInt8(ascii: "!")
      line.count += 1
      put(line.repeats) {
        room[line.count] = $0
        line.count += 1
      }
      line.repeats = 1
    }
    for _ in 0..<line.repeats {
      room[line.count] = byte
      line.count += 1
    }
    line.repeats = 0
  }

  /// A number in decimal, without allocating a string.
  @inline(__always)
  private static func put(_ number: Int, _ append: (UInt8) -> Void) {
    var divisor = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(truncatingIfNeeded: 48 + number / divisor % 10))
      divisor /= 10
    }
  }
}
