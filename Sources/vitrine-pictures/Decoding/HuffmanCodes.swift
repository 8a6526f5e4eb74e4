/// The codes of a scan (ITU-T T.81, annex C).
struct HuffmanCodes {
  /// The bits that a table is looked up with: more make the tables larger than the nearest cache.
  static let lookUpBits = 12

  private let symbols: [UInt8]
  /// For each length, the first code above it, aligned to 16 bits.
  private var ends = [Int](repeating: 0, count: 17)
  /// For each length, what is added to a code for the index of its symbol.
  private var offsets = [Int](repeating: 0, count: 17)

  init?(counts: [UInt8], symbols: [UInt8]) {
    self.symbols = symbols
    var code = 0
    var index = 0
    for length in 1...16 {
      let count = Int(counts[length - 1])
      offsets[length] = index - code
      code += count
      index += count
      guard code <= 1 << length else { return nil }
      ends[length] = code << (16 - length)
      code <<= 1
    }
  }

  /// - Parameter bits: The next 16.
  /// - Returns: nil if they begin with no code.
  func symbol(_ bits: Int) -> (symbol: Int, length: Int)? {
    for length in 1...16 where bits < ends[length] {
      let index = offsets[length] + bits >> (16 - length)
      return symbols.indices.contains(index) ? (Int(symbols[index]), length) : nil
    }
    return nil
  }

  /// For the next bits, the code that they begin with; 0 if it is longer.
  func table() -> [CodeEntry] {
    var table = [CodeEntry](repeating: CodeEntry(), count: 1 << Self.lookUpBits)
    let shift = 16 - Self.lookUpBits
    var bits = 0
    while bits < table.count {
      guard let (symbol, length) = symbol(bits << shift), length <= Self.lookUpBits else {
        bits += 1
        continue
      }
      let count = 1 << (Self.lookUpBits - length)
      let entry = CodeEntry(symbol: symbol, length: length)
      for index in bits..<min(bits + count, table.count) { table[index] = entry }
      bits += count
    }
    return table
  }

  /// The same, with the whole coefficients that follow within the bits.
  func tableOfCoefficients() -> [CodeEntry] {
    let first = table()
    var table = first
    let mask = table.count - 1
    for bits in table.indices {
      var length = 0
      var advance = 0
      while advance < 63 {
        let next = first[bits << length & mask]
        guard next.length > 0, length + next.wholeLength <= Self.lookUpBits else { break }
        length += next.wholeLength
        if next.isEnd {
          table[bits].setRun(length: length, advance: advance, isEnd: true)
          break
        }
        advance += next.advance
        table[bits].setRun(length: length, advance: advance, isEnd: false)
      }
    }
    return table
  }
}

/// What the next bits of a scan begin with: a code, and perhaps several whole coefficients.
struct CodeEntry {
  private var value: UInt32 = 0

  init() {}

  init(symbol: Int, length: Int) {
    value = UInt32(length) | UInt32(symbol) << 5
  }

  /// The bits of the code; 0 if it is longer than the look-up.
  @inline(__always) var length: Int { Int(value & 31) }
  @inline(__always) var symbol: Int { Int(value >> 5 & 255) }
  /// The bits of a coefficient's value.
  @inline(__always) var size: Int { Int(value >> 5 & 15) }
  /// How many coefficients further it is: one, after the zeros before it.
  @inline(__always) var advance: Int { Int(value >> 9 & 15) + 1 }
  /// The code and the value.
  @inline(__always) var wholeLength: Int { length + size }
  /// All other coefficients of the block are 0. libjpeg takes what is not in the standard for an end, too.
  @inline(__always) var isEnd: Bool { size == 0 && symbol != 0xF0 }

  /// The bits of several coefficients; 0 if not even one is whole.
  @inline(__always) var runLength: Int { Int(value >> 13 & 31) }
  /// How many coefficients further they end, the end of the block included.
  @inline(__always) var runAdvance: Int { Int(value >> 18 & 127) }
  @inline(__always) var runIsEnd: Bool { value >> 25 & 1 == 1 }

  mutating func setRun(length: Int, advance: Int, isEnd: Bool) {
    value =
      value & 0x1FFF | UInt32(length) << 13 | UInt32(advance + (isEnd ? 1 : 0)) << 18
      | (isEnd ? 1 << 25 : 0)
  }
}

/// The tables of a scan, in one piece of memory without references: every block is read through them.
struct ScanTables {
  struct Component {
    /// Where its tables begin.
    var means: Int
    var others: Int
    /// Of the coefficients 0, 1, 2 and 4 in zigzag order.
    var quantizers: (Int, Int, Int, Int)
    var across: Int
    var down: Int
    /// Whether it has fewer pixels than the first one.
    var isSpread: Bool
    /// See `JPEGScan`.
    var hasMeansOnly: Bool
    var missingBits: Int
  }

  private(set) var entries: [CodeEntry] = []
  /// In the order of the tables.
  private(set) var codes: [HuffmanCodes] = []
  private(set) var components: [Component] = []

  init?(_ scan: JPEGScan) {
    var starts: [[Int: Int]] = [[:], [:]]
    for component in scan.components {
      for (kind, number) in [(0, component.meanCodes), (1, component.otherCodes)]
      where starts[kind][number] == nil && (kind == 0 || !scan.hasMeansOnly) {
        guard let codes = scan.codes[kind][number] else { return nil }
        starts[kind][number] = entries.count
        entries += kind == 0 ? codes.table() : codes.tableOfCoefficients()
        self.codes.append(codes)
      }
      let isFirst = components.isEmpty
      let quantizers = component.quantizers
      components.append(
        Component(
          means: starts[0][component.meanCodes] ?? 0, others: starts[1][component.otherCodes] ?? 0,
          quantizers: (quantizers[0], quantizers[1], quantizers[2], quantizers[3]),
          across: component.horizontal, down: component.vertical,
          isSpread: !isFirst && scan.across * scan.down > 1, hasMeansOnly: scan.hasMeansOnly,
          missingBits: scan.missingBits))
    }
  }
}
